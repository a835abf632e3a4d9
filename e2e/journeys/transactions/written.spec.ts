import { expectAccessible, expectNoSidewaysScroll } from '../../accessibility.js'
import { NBSP, onPhone, rowOf } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { openList, rowAmount } from './transactions-page.js'

test.beforeEach(signInNewPerson)

test('a line typed into the palette is in the list after three keys, and an ambiguous one is asked', async ({ page }) => {
  await openList(page)
  const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
  const line = sheet.getByLabel('Escreva em uma linha')

  await test.step('the palette opens, Enter reads the line, Enter records it', async () => {
    if (onPhone(page))
      await page
        .getByRole('button', { name: /^Buscar/ })
        .filter({ visible: true })
        .click()
    else await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
    await page.keyboard.type('mercado 45,90 ontem')
    await expect(page.getByRole('option', { name: `Lançar mercado, R$${NBSP}45,90, ontem` })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(line).toBeFocused()
    await expect(sheet.getByRole('button', { name: /^Descrição Mercado/ })).toBeVisible()
    if (onPhone(page)) {
      await page.setViewportSize({ width: 320, height: 844 })
      await expectNoSidewaysScroll(page)
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(rowOf(page, 'Mercado')).toContainText(rowAmount(page, '-', '45,90'))
  })

  await test.step('of two amounts one is chosen by its number, before anything is saved', async () => {
    await page.getByRole('link', { name: 'Nova Transação' }).filter({ visible: true }).first().click()
    await line.fill('forma 20 34,90 ontem')
    const question = sheet.getByRole('group', { name: 'Há dois valores. Qual é o preço?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await line.press('Enter')
    await expect(question.getByRole('button').first()).toBeFocused()
    const readings = await question.getByRole('button').allTextContents()
    await page.keyboard.press(String(readings.findIndex((reading) => reading.includes('Forma 20')) + 1))
    await expect(line).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(rowOf(page, 'Forma 20')).toContainText(rowAmount(page, '-', '34,90'))
  })
})
