import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callApi, day, record } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { openReports, part } from './reports-page.js'

test.beforeEach(signInNewPerson)

async function downloadFile(page: Page, button: string): Promise<{ name: string; text: string }> {
  await page.getByRole('main').getByRole('button', { name: 'Exportar' }).click()
  const waited = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Exportar relatório' }).getByRole('button', { name: button }).click()
  const download = await waited
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test(
  'a report is exported to files and to paper, with its owner and nothing of the program around it',
  { tag: '@desktop' },
  async ({ page }) => {
    await test.step('the report is exported as a document and as a table', async () => {
      await record(
        page,
        { description: 'Bolo', amount: 1234.5, category: '=1+1' },
        { description: 'Gás', amount: 2000, type: 'expense', category: 'Contas; da loja' },
      )
      await openReports(page, '?periodo=1month')
      const { report } = await callApi<{ report: object }>(page, 'GET', '/reports?period=1month')

      const json = await downloadFile(page, 'Arquivo JSON')
      expect(json.name).toBe(`prumo-relatorio-${day()}.json`)
      const parsed = JSON.parse(json.text) as { report: { totals: object } }
      expect(parsed.report.totals).toEqual((report as typeof parsed.report).totals)
      await expect(page.getByRole('status').filter({ hasText: json.name })).toBeVisible()

      const csv = await downloadFile(page, 'Planilha CSV')
      expect(csv.name).toBe(`prumo-relatorio-${day()}.csv`)
      expect(csv.text.startsWith('\uFEFFRelatório;1 mês\r\n')).toBe(true)
      const lines = csv.text.split('\r\n')
      expect(lines).toContain('Sobrou (R$);-765,50')
      expect(lines).toContain(`'=1+1;Receita;1234,50;1;100,0%`)
      expect(lines).toContain('"Contas; da loja";Despesa;2000,00;1;100,0%')
    })

    await test.step('the printed page has the report and its owner, and nothing of the program around it', async () => {
      await record(page, { description: 'Bolo', amount: 1234.5, category: 'Vendas' }, { description: 'Gás', amount: 100, type: 'expense' })
      await openReports(page)
      await expect(part(page, 'Saldo acumulado').locator('svg text').first()).toBeAttached()
      await page.evaluate(() => {
        Object.assign(window, { printed: 0 })
        window.print = () => void Object.assign(window, { printed: document.querySelectorAll('[role=dialog]:not([hidden])').length + 1 })
      })
      await page.getByRole('main').getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('button', { name: 'PDF ou imprimir' }).click()
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'printed') as number)).toBeGreaterThan(0)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('Pular para o conteúdo')).toBeHidden()
      await expect(page.getByText('Doce Lar Confeitaria', { exact: true }).last()).toBeVisible()
      await expect(page.getByText(/^Relatório de 3 meses, impresso em /)).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Principal' })).toBeHidden()
      await expect(page.getByRole('button', { name: 'Exportar' })).toBeHidden()
      await expect(part(page, 'Quando').getByRole('img')).toBeVisible()
    })
  },
)

test('an empty period is exported too', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await openReports(page)
  await expect(page.getByRole('heading', { name: 'Nada entrou nem saiu neste período' })).toBeVisible()
  const json = await downloadFile(page, 'Arquivo JSON')
  expect(JSON.parse(json.text)).toMatchObject({ report: { period: '3months', totals: { transactionCount: 0 } } })
  const csv = await downloadFile(page, 'Planilha CSV')
  expect(csv.text.split('\r\n')).toContain('Transações;0')
})
