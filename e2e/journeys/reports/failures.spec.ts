import { expectAccessible } from '../../accessibility.js'
import { CuttableConnection } from '../../cuttable-connection.js'
import { expectCached, reais, record } from '../../ledger.js'
import { signInNewPerson, signInNewPersonAt } from '../../people.js'
import { expect, test } from '../../test.js'
import { openReports, part } from './reports-page.js'

test(
  'a failed load keeps the frame and can be retried; a failed refresh keeps what is shown',
  { tag: '@long' },
  async ({ page, request }) => {
    const refusal = { status: 400, json: { error: 'x', code: 'VALIDATION' } }
    // Only the button may load it again.
    await page.route('**/api/live', (route) => route.abort())
    await page.route('**/api/reports*', (route) => route.fulfill(refusal))
    await signInNewPerson({ page, request })
    await record(page, { description: 'Bolo', amount: 10 })
    await openReports(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar o relatório.' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/reports*')
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('10,00')}`)

    await page.route('**/api/reports*', (route) => route.fulfill(refusal))
    await page.reload()
    await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('10,00')}`)
    await expect(page.getByText(/^Não conseguimos atualizar\./)).toBeVisible()
  },
)

test('a chart whose code does not load is replaced by its table', { tag: '@long' }, async ({ page, request }) => {
  await page.route('**/assets/accumulated-chart-*.js', (route) => route.abort())
  await signInNewPerson({ page, request })
  await record(page, { description: 'Bolo', amount: 10 })
  await openReports(page)
  await expect(part(page, 'Saldo acumulado').getByRole('table')).toBeVisible()
  await expect(part(page, 'Saldo acumulado').getByRole('button')).toHaveCount(0)
})

test(
  'the cached report is shown offline, and queued commands are mentioned but not included',
  { tag: '@long' },
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
      await expect(part(page, 'O que isso diz')).toContainText('1 lançamento aguarda envio e ainda não está nestas contas.')
      way.isCut = false
      await expect(part(page, 'Quanto')).toContainText(`Sobrou ${reais('150,00')}`, { timeout: 30_000 })
      await expect(part(page, 'O que isso diz')).not.toContainText('aguarda envio')
    } finally {
      await way.close()
    }
  },
)
