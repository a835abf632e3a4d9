import { CuttableConnection } from '../../cuttable-connection.js'
import { expectCached, reais, record } from '../../ledger.js'
import { signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { part } from './reports-page.js'

test(
  'the cached report is shown offline, and queued commands are mentioned but not included',
  { tag: ['@phone', '@long'] },
  async ({ page, app, request }) => {
    const way = await CuttableConnection.to(app.url)
    try {
      await signInNewPersonAt(way.url, { page, request })
      await record(page, { description: 'Bolo', amount: 100 })
      await page.goto(`${way.url}/dashboard/reports`)
      await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('100,00')}`)
      await expectCached(page, 'transaction report', '"income":100')
      await page.goto(`${way.url}/dashboard/transactions?nova=1`)
      const sheet = page.getByRole('dialog', { name: 'Nova Transação' })
      await expect(sheet.getByLabel('Valor')).toBeFocused()
      way.isCut = true
      await sheet.getByLabel('Valor').fill('50')
      await sheet.getByLabel('Descrição').fill('Venda')
      await sheet.getByRole('button', { name: 'Salvar', exact: true }).click()
      await expect(page.getByText('Aguardando envio').first()).toBeVisible()
      await page.goto(`${way.url}/dashboard/reports`)
      await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('100,00')}`)
      await expect(part(page, 'O que isso diz')).toContainText('1 lançamento aguarda envio e ainda não está neste relatório.')
      way.isCut = false
      await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('150,00')}`, { timeout: 30_000 })
      await expect(part(page, 'O que isso diz')).not.toContainText('aguarda envio')
    } finally {
      await way.close()
    }
  },
)
