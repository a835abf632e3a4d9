import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { chooseInPalette, leaveAndReturn } from '../../keys.js'
import { day, reais, formatDate } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { activeGoals, addProgress, openGoals, row, createGoals } from './goals-page.js'

test.beforeEach(signInNewPerson)

test('everything works by keyboard: from the palette to an undone deletion', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  await openOverview(page)
  await chooseInPalette(page, 'nova meta')
  await expect(page.getByLabel('Título')).toBeFocused()
  for (const typed of ['Forno', '8000', '5200', formatDate(day(42)).replace(/\//g, '')]) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('Equ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Editar Forno' })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Forno')).toContainText(reais('5.300,00'))
  await expect(page.getByRole('button', { name: 'Adicionar Progresso em Forno' })).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Forno')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(page, 'Forno')).toContainText(reais('5.300,00'))

  await leaveAndReturn(page, 'm', /\/dashboard\/goals$/)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openGoals(page)
    await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
    await expectAccessible(page)
    await createGoals(page, { title: 'Forno', current: 5200, in: 42 }, { title: 'Atrasada', in: -3 }, { title: 'Pronta', current: 8000 })
    await page.getByText('Metas Concluídas').click()
    await expectAccessible(page)
    const dialog = await addProgress(page, 'Forno')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Excluir Forno' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Nova meta' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expectAccessible(page)
  })
}

test('fits 320 pixels, with text twice as large too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await createGoals(
    page,
    { title: 'Um nome de meta que é bem mais comprido do que cabe', target: 999_999_999.99, current: 999_999_999.98, in: 42 },
    { title: 'Pronta', target: 999_999_999.99, current: 999_999_999.99 },
  )
  await expect(activeGoals(page).getByRole('heading', { level: 3 })).toHaveCount(1)
  await page.getByText('Metas Concluídas').click()
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Nova meta' }).click()
  await expect(page.getByLabel('Título')).toBeFocused()
  await expectNoSidewaysScroll(page)
})
