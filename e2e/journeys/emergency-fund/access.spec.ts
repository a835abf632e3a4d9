import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { chooseInPalette, leaveAndReturn } from '../../keys.js'
import { reais } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { ask, figure, movements, openFund, fundStatus, target, withFund } from './emergency-fund-page.js'

test.beforeEach(signInNewPerson)

test('everything works by keyboard: from the palette to an undone withdrawal', { tag: '@keyboard' }, async ({ page }) => {
  await openOverview(page)
  await chooseInPalette(page, 'adicionar reserva')
  await expect(page.getByRole('dialog', { name: 'Adicionar à reserva' }).getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.000,00'))

  await fundStatus(page).getByRole('button', { name: 'Adicionar' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Retirar da reserva' }).getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('250')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.250,00'))
  await expect(fundStatus(page).getByRole('button', { name: 'Retirar' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.000,00'))

  await page.keyboard.press('Tab')
  await expect(target(page).getByRole('radio', { name: '3 (recomendado)' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('11.000,00'))

  await page.keyboard.press('Tab')
  await leaveAndReturn(page, 'r', /\/dashboard\/emergency$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toContainText('Ir para Reserva')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openFund(page)
    await expect(fundStatus(page)).toContainText('Vamos começar')
    await expectAccessible(page)
    await withFund(page, 4350)
    await target(page).getByLabel('Média de despesas por mês').fill('x')
    await target(page).getByLabel('Média de despesas por mês').blur()
    await expect(movements(page)).toHaveCount(1)
    await expectAccessible(page)
    const dialog = await ask(page, 'Retirar')
    await dialog.getByRole('button', { name: 'Retirar' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await withFund(page, 9000)
    await expect(fundStatus(page)).toContainText('Meta alcançada')
    await expectAccessible(page)
  })
}

test('fits 320 pixels, with text twice as large too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const average = 999_999_999.99
  await withFund(page, average, { targetMonths: 12, monthlyExpenseAverage: average })
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('10.999.999.999,89'))
  await expect(movements(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await ask(page, 'Retirar')
  await expectNoSidewaysScroll(page)
})
