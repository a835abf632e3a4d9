import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { callApi, day, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { accept, answerWallet, choose, openImport, expectReview } from './statements.js'

interface Recorded {
  transactions: { description: string; amount: number; type: string; date: string }[]
}

const folder = fileURLToPath(new URL('../../../frontend/src/features/import/statement/fixtures/', import.meta.url))
const fixture = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: readFileSync(`${folder}${name}`) })

/** What is recorded, in centavos with the sign, by day. */
async function recorded(page: Page): Promise<string[]> {
  const { transactions } = await callApi<Recorded>(page, 'GET', '/transactions?limit=500')
  return transactions.map(({ date, amount, type }) => `${date} ${Math.round(amount * 100) * (type === 'income' ? 1 : -1)}`).toSorted()
}

test.beforeEach(signInNewPerson)

async function expectRecorded(page: Page, ...rows: string[]): Promise<void> {
  await expect.poll(() => recorded(page)).toEqual(rows.toSorted())
}

test('OFX statements as banks write them are recorded to the centavo @desktop', async ({ page }) => {
  await openImport(page)
  await choose(page, fixture('01-itau-saldos.ofx'), fixture('41-banrisul-agendado.ofx'))

  // Balances are no entries, and close the statement.
  await expectReview(page)
  await expect(page.getByText('Fecha com o saldo do banco.')).toBeVisible()
  await expect(page.getByText('Saldos e totais, 3 linhas')).toBeVisible()
  await accept(page, '4 transações')

  await answerWallet(page)
  // What the bank only plans stays out.
  await expect(page.getByText(/^Lançamento futuro/)).toBeVisible()
  await accept(page, '2 transações')
  await expectRecorded(
    page,
    '2026-09-03 -8000',
    '2026-09-03 40000',
    '2026-09-02 -3550',
    '2026-09-02 1200',
    '2026-08-26 -244462',
    '2026-09-28 41782',
  )
})

test('tables as banks write them are recorded to the centavo @desktop', async ({ page }) => {
  await openImport(page)
  await choose(page, fixture('10-fatura-xp.csv'), fixture('43-credito-debito-saldo.csv'))

  // The purchases of a bill go out, and one touch turns them round and back.
  await expectReview(page)
  await expect(page.getByText(/^Esta é uma fatura de cartão/)).toBeVisible()
  await page.getByRole('button', { name: 'Inverter entradas e saídas' }).click()
  await page.getByRole('button', { name: 'Inverter entradas e saídas' }).click()
  await accept(page, '3 transações')

  // The columns of an unknown table are found, and proven by its balances.
  await expect(page.getByText('Cada saldo é o anterior mais o valor: as colunas estão certas.')).toBeVisible()
  await page.getByRole('button', { name: 'Conferir 3 linhas' }).click()
  await answerWallet(page)
  await accept(page, '3 transações')
  await expectRecorded(
    page,
    '2026-09-01 -800',
    '2026-08-19 -19000',
    '2026-09-12 7980',
    '2026-09-01 100000',
    '2026-09-02 -1250',
    '2026-09-03 -10000',
  )
})

test('a file that is no statement in reais is named as what it is @desktop', async ({ page }) => {
  await openImport(page)
  const dollars = 'Date,Description,Amount (USD)\n09/13/2026,Coffee,-4.50\n'
  await choose(page, fixture('35-sem-lancamentos.ofx'), { name: 'usd.csv', mimeType: 'text/csv', buffer: Buffer.from(dollars) })
  await expect(page.getByText(/não tem lançamentos/)).toBeVisible()
  await expect(page.getByText(/está em dólar \(USD\)/)).toBeVisible()
})

test('a bill that is paid with interest is confirmed with what was paid @desktop', async ({ page }) => {
  const bill = { description: 'Luz Enel', amount: 100, type: 'expense', transactionDate: day(-3), isScheduled: true }
  await callApi(page, 'POST', '/transactions', bill)
  await openImport(page)
  const rows = `Data Lançamento;Histórico;Descrição;Valor;Saldo\n${formatDate(day(-2))};Pagamento;ENEL SP;-104,50;895,50\n`
  await choose(page, { name: 'inter.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(page.getByText('Isto paga Luz Enel?')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Importar Pagamento: ENEL SP/ }).check()
  await accept(page, '1 transação')
  await expect
    .poll(async () => (await callApi<Recorded>(page, 'GET', '/transactions')).transactions)
    .toMatchObject([{ description: 'Luz Enel', amount: 104.5, isReceived: true, date: day(-2) }])
})
