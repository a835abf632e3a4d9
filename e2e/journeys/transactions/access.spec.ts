import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { callApi, day, onPhone, record, rowOf, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { filters, leaveFilters, openList, openNew } from './transactions-page.js'

test.beforeEach(signInNewPerson)

test('everything works by keyboard alone', { tag: '@keyboard' }, async ({ page }) => {
  await openList(page)
  await page.keyboard.press('n')
  await expect(page.getByLabel('Escreva em uma linha')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Valor' })).toBeFocused()
  await page.keyboard.type('25')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Venda no balcão')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'Vendas' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Serviços' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Dia')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid')
  await expect(grid.locator(':focus')).toHaveText(String(Number(day(-1).slice(8))))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(grid).toBeHidden()
  await expect(page.getByLabel('Dia')).toHaveValue(formatDate(day(1)))
  await expect(page.getByLabel('Agendar')).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Valor' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = rowOf(page, 'Venda no balcão')
  await row.getByRole('button', { name: /^Confirmar/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sim, Recebido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Recebido')

  await row.getByRole('button', { name: /^Editar/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Valor' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /^Editar/ })).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(row).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the list and its overlays are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    await openList(page)
    await expect(page.getByText('Comece pela última venda ou pela última conta paga')).toBeVisible()
    await expectAccessible(page)
    const [, missed] = await record(
      page,
      { description: 'Bolo de casamento', amount: 1450, category: 'Vendas' },
      { description: 'Pedido cancelado', amount: 180, isScheduled: true },
      { description: 'Cesta corporativa', amount: 980, isScheduled: true },
      { description: 'Aluguel do ponto', amount: 2100, type: 'expense', transactionDate: day(-3) },
    )
    await callApi(page, 'PUT', `/transactions/${missed?.id}`, { isConfirmed: true })
    await page.reload()
    await expect(page.getByText('4 transações')).toBeVisible()
    await expectAccessible(page)
    const set = await filters(page)
    await expectAccessible(page)
    if (!onPhone(page)) await set.getByRole('button', { name: 'Período' }).click()
    await set.getByRole('button', { name: /^Mês/ }).click()
    await expectAccessible(page)
    // Escape closes the list of months, and not the filters around it.
    await page.keyboard.press('Escape')
    await expect(set.getByRole('button', { name: /^Mês/ })).toBeVisible()
    if (!onPhone(page)) await page.keyboard.press('Escape')
    if (onPhone(page)) await leaveFilters(page, '4 transações')
    await page.getByRole('button', { name: 'Confirmar Cesta corporativa' }).click()
    await expect(page.getByRole('button', { name: 'Sim, Recebido' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    const sheet = await openNew(page)
    await sheet.getByText('Outra data').click()
    if (!onPhone(page)) await sheet.getByRole('button', { name: 'Abrir calendário' }).click()
    await sheet.getByRole('button', { name: 'Salvar' }).click()
    await expectAccessible(page)
    await page.goto('/dashboard/transactions?q=nada&categoria=&status=confirmar')
    await expect(page.getByText('Tente outro mês ou limpe os filtros.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('nothing scrolls sideways at 320 pixels, also with text at twice its size', async ({ page }) => {
  await record(
    page,
    { description: 'Um pedido com um nome tão comprido que não cabe em linha nenhuma', amount: 999_999_999.99 },
    { description: 'Cesta', amount: 980, isScheduled: true },
  )
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of [
    '/dashboard/transactions',
    '/dashboard/transactions?nova=1',
    '/dashboard/transactions?categoria=Vendas&de=2026-01-01&ate=2026-12-31&status=confirmar',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectNoSidewaysScroll(page)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    await expectNoSidewaysScroll(page)
  }
})
