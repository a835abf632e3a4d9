import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { day, onPhone, record, rowOf, statusMessage, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'

test.beforeEach(signInNewPerson)

/** Opens the export by the control of this screen size. */
async function openExport(page: Page): Promise<Locator> {
  if (onPhone(page)) await page.getByRole('button', { name: 'Filtros' }).click()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Exportar transações' })
  await expect(sheet).toBeVisible()
  return sheet
}

async function downloadFile(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const waited = page.waitForEvent('download')
  await button.click()
  const download = await waited
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

test('transactions are exported as a spreadsheet and as CSV, offline too', async ({ page, context }) => {
  await test.step('an empty list offers no export', async () => {
    await page.goto('/dashboard/transactions?exportar=1')
    const sheet = page.getByRole('dialog', { name: 'Exportar transações' })
    await expect(sheet.getByText('Nenhuma transação com estes filtros.')).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Planilha XLSX' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Exportar' })).toHaveCount(0)
  })

  await test.step('the filtered list is exported as a spreadsheet and as CSV', async () => {
    await record(
      page,
      { description: 'Bolo de cenoura', amount: 1234.5, category: 'Vendas' },
      { description: '=1+1', amount: 20, type: 'expense', category: 'Feira' },
    )
    await page.goto('/dashboard/transactions?tipo=despesas')
    const sheet = await openExport(page)
    await expect(sheet.getByText('Todas as transações do filtro atual: de todos os meses, só despesas.')).toBeVisible()
    const xlsx = await downloadFile(page, sheet.getByRole('button', { name: 'Planilha XLSX' }))
    expect(xlsx.name).toBe(`prumo-transacoes-${day()}.xlsx`)
    // A zip; unit tests check its contents.
    expect(xlsx.content.subarray(0, 2).toString()).toBe('PK')
    await expect(statusMessage(page, xlsx.name)).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/tipo=despesas$/)

    const again = await openExport(page)
    const csv = await downloadFile(page, again.getByRole('button', { name: 'Planilha CSV' }))
    expect(csv.content.toString().split('\r\n')).toEqual([
      '\uFEFFData;Descrição;Categoria;Situação;Saiu (R$);Entrou (R$)',
      `${formatDate(day())};'=1+1;Feira;Realizada;20,00;`,
      '',
    ])
  })

  await test.step('the cached list is exported offline', async () => {
    await record(page, { description: 'Torta', amount: 10 })
    await page.goto('/dashboard/transactions')
    await expect(page.getByText('3 transações', { exact: true })).toBeVisible()
    const first = await openExport(page)
    await expect(first.getByRole('button', { name: 'Planilha XLSX' })).toBeEnabled()
    await context.setOffline(true)
    const { content } = await downloadFile(page, first.getByRole('button', { name: 'Planilha CSV' }))
    expect(content.toString()).toContain('Torta')
  })
})

test('pages that were not read yet are loaded for the export', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const many = Array.from({ length: 130 }, (_, index) => ({ description: `Venda ${index}`, amount: 1 }))
  await record(page, ...many)
  await page.goto('/dashboard/transactions?exportar=1')
  const sheet = page.getByRole('dialog', { name: 'Exportar transações' })
  const { content } = await downloadFile(page, sheet.getByRole('button', { name: 'Planilha CSV' }))
  expect(content.toString().trim().split('\r\n')).toHaveLength(131)
})

test('a list that is only partly cached waits for the connection', { tag: ['@desktop', '@long'] }, async ({ page, context }) => {
  await record(page, ...Array.from({ length: 105 }, (_, index) => ({ description: `Venda ${index}`, amount: 1 })))
  await page.goto('/dashboard/transactions?exportar=1')
  const sheet = page.getByRole('dialog', { name: 'Exportar transações' })
  await expect(sheet.getByRole('button', { name: 'Planilha XLSX' })).toBeEnabled()
  await context.setOffline(true)
  await expect(sheet.getByText('Sem internet, e nem tudo desta lista está neste aparelho.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Planilha XLSX' })).toBeDisabled()
})

test('the export works by keyboard alone', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  await record(page, { description: 'Bolo', amount: 10 })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Visão Geral' })).toBeAttached()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type('exportar')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Exportar transações' })
  const button = sheet.getByRole('button', { name: 'Planilha XLSX' })
  // The focus moves into the sheet once it is shown.
  await expect.poll(() => sheet.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
  for (let presses = 0; presses < 4 && !(await button.evaluate((each) => each === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  const waited = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await waited).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('a month of more than one page is printed with all its rows', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await record(page, ...Array.from({ length: 130 }, (_, index) => ({ description: `Venda ${index}`, amount: 1 })))
  await page.addInitScript(() => {
    const calls: number[] = []
    Object.assign(window, { printed: calls })
    window.print = () => void calls.push(document.querySelectorAll('main tbody tr[data-id]').length)
  })
  await page.goto(`/dashboard/transactions?mes=${day().slice(0, 7)}`)
  await expect(rowOf(page, 'Venda 129')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Para imprimir todas, use Ctrl P.')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Control+p')
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number[] }).printed)).toEqual([130])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Para imprimir todas, use Ctrl P.')).toHaveCount(0)
  await expect(page.locator('main tbody tr[data-id]')).toHaveCount(130)
})
