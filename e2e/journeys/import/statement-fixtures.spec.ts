import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { callApi, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { accept, answerWallet, choose, expectReview, openImport, walletQuestion } from './statements.js'

/** Every fixture of the statement readers, taken through the screens of the import. */

interface FixtureRow {
  date: string
  /** Negative for expenses. */
  centavos: number
  /** Words of the bank's text. */
  description: string
}

interface FixtureExpectation {
  file: string
  /** Recorded when the review is accepted unchanged. */
  rows: FixtureRow[]
  notUnderstood: string[]
  closing: { date: string; centavos: number } | null
  opening?: { date: string; centavos: number }
  /** The columns that a person names if the screen asks. */
  asksColumns?: { date: string; description: string; amount: string }
  /** Shown, and not recorded. */
  unticked?: FixtureRow[]
  /** The file has no entries. */
  refused?: boolean
  /** The file that is imported first. */
  after?: string
}

interface ImportedTransactions {
  transactions: { description: string; statementText: string | null; amount: number; type: string; date: string; isReceived: boolean }[]
}

const folder = fileURLToPath(new URL('../../../frontend/src/features/import/statement/fixtures/', import.meta.url))
const suffix = '.expected.json'
const expectations = readdirSync(folder)
  .filter((name) => name.endsWith(suffix))
  .map((name) => expectationOf(name.slice(0, -suffix.length)))

function expectationOf(file: string): FixtureExpectation {
  const expected = JSON.parse(readFileSync(`${folder}${file}${suffix}`, 'utf8')) as FixtureExpectation
  if (file !== '16-primeira-linha-ruim-2.csv') return expected
  // The variant in which the amount with a trailing minus is read instead of listed.
  const readRow = { date: '2026-09-01', centavos: -2_050, description: 'Padaria' }
  return { ...expected, rows: [readRow, ...expected.rows], notUnderstood: [] }
}

for (const expected of expectations)
  test(`${expected.file} is recorded as its expectation states`, { tag: ['@long', '@desktop'] }, async ({ page }) => {
    await signInNewPerson({ page, request: page.request })
    const recorded: FixtureRow[] = []
    if (expected.after !== undefined) recorded.push(...(await importFixture(page, expectationOf(expected.after))))
    recorded.push(...(await importFixture(page, expected)))
    await expectRecorded(page, recorded, expected.closing)
  })

/** Imports a fixture and checks what the screens show. @returns the rows that are recorded */
async function importFixture(page: Page, expected: FixtureExpectation): Promise<FixtureRow[]> {
  const { rows } = expected
  await openImport(page)
  await choose(page, { name: expected.file, mimeType: 'application/octet-stream', buffer: readFileSync(`${folder}${expected.file}`) })
  if (expected.refused) {
    await expect(page.getByText(`${expected.file} é um extrato, mas não tem lançamentos.`)).toBeVisible()
    return []
  }
  await nameColumnsIfAsked(page, expected)
  // The second file may be of another account.
  if (expected.after !== undefined) await answerWalletIfAsked(page)
  await expectReview(page)
  // The button names a count only once the lines are compared with the account.
  const button = `${rows.length} ${rows.length === 1 ? 'transação' : 'transações'}`
  await expect(page.getByRole('button', { name: `Importar ${button}`, exact: true })).toBeEnabled()
  await expectBalances(page, expected)
  await expectUnticked(page, expected.unticked ?? [])
  const unread = page.getByRole('listitem').getByRole('code')
  await expect(unread).toHaveCount(expected.notUnderstood.length)
  for (const text of expected.notUnderstood) await expect(unread.filter({ hasText: text })).toBeVisible()
  await accept(page, button)
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  return rows
}

async function answerWalletIfAsked(page: Page): Promise<void> {
  await expect(walletQuestion(page).or(page.getByRole('region', { name: 'O extrato' }))).toBeVisible()
  if (await walletQuestion(page).isVisible()) await answerWallet(page)
}

/** Names the columns like a person, or keeps the detected ones if the expectation names none. */
async function nameColumnsIfAsked(page: Page, { asksColumns }: FixtureExpectation): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  await expect(title.filter({ hasText: /^(Qual coluna é qual\?|Conferir extrato)$/ })).toBeAttached()
  if ((await title.textContent()) !== 'Qual coluna é qual?') return
  if (asksColumns) {
    const { date, description, amount } = asksColumns
    await nameColumn(page, { column: date, role: 'Data' })
    await nameColumn(page, { column: description, role: 'Descrição' })
    await nameColumn(page, { column: amount, role: 'Valor', field: 'Coluna do valor' })
  }
  await page.getByRole('button', { name: /^Conferir \d+ linhas?$/ }).click()
}

/** Chooses the role of a column above the table, or on a narrow screen the column in the field of the role. */
async function nameColumn(page: Page, { column, role, field = role }: { column: string; role: string; field?: string }): Promise<void> {
  const aboveTable = page.getByLabel(`O que é a coluna ${column}`, { exact: true })
  const inFields = page.getByLabel(field, { exact: true })
  await expect(aboveTable.or(inFields)).toBeVisible()
  if (await aboveTable.isVisible()) await aboveTable.selectOption(role)
  else await inFields.selectOption(column)
}

/** Expects the balances that the bank states, and no claim about a balance without them. */
async function expectBalances(page: Page, { closing, opening }: FixtureExpectation): Promise<void> {
  const proof = page.getByRole('region', { name: 'O extrato' })
  if (closing === null) {
    await expect(proof).toBeVisible()
    await expect(proof).not.toContainText(/saldo do banco|diz o banco|O banco diz/)
    return
  }
  const stated = `O banco diz ${reaisOf(closing.centavos)} em ${formatDate(closing.date).slice(0, 5)}.`
  await expect(proof.getByText(stated).or(proof.getByText(balanceRow(closing)))).toBeVisible()
  if (!opening) return
  await expect(proof.getByText(balanceRow(opening))).toBeVisible()
  await expect(proof.getByText('Fecha com o saldo do banco.')).toBeVisible()
}

async function expectUnticked(page: Page, unticked: readonly FixtureRow[]): Promise<void> {
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^Importar /, checked: false }) })
  await expect(rows).toHaveCount(unticked.length)
  for (const { date, centavos, description } of unticked) {
    const amount = `${centavos > 0 ? 'Receita' : 'Despesa'} de ${reaisOf(Math.abs(centavos))}`
    await expect(
      rows
        .filter({ hasText: formatDate(date) })
        .filter({ hasText: amount })
        .filter({ hasText: description }),
    ).toBeVisible()
  }
}

/** Expects exactly these transactions in the account, and the stated balance. */
async function expectRecorded(page: Page, rows: readonly FixtureRow[], closing: FixtureExpectation['closing']): Promise<void> {
  const moneyOf = (some: readonly FixtureRow[]) => some.map(({ date, centavos }) => `${date} ${centavos}`).toSorted()
  await expect.poll(async () => moneyOf(await recordedRows(page))).toEqual(moneyOf(rows))
  const recorded = await recordedRows(page)
  for (const { date, centavos, description } of rows) {
    const texts = recorded.filter((row) => row.date === date && row.centavos === centavos).map((row) => row.description)
    expect(texts.join('\n')).toContain(description)
  }
  const { balance } = await callApi<{ balance: { amount: number; date: string } | null }>(page, 'GET', '/balance')
  expect(balance && { date: balance.date, centavos: Math.round(balance.amount * 100) }).toEqual(closing)
}

async function recordedRows(page: Page): Promise<FixtureRow[]> {
  const { transactions } = await callApi<ImportedTransactions>(page, 'GET', '/transactions?limit=500')
  expect(transactions.filter(({ isReceived }) => !isReceived)).toEqual([])
  return transactions.map(({ date, amount, type, description, statementText }) => ({
    date,
    centavos: Math.round(amount * 100) * (type === 'income' ? 1 : -1),
    description: statementText ?? description,
  }))
}

/** `R$ 1.320,00`, `-R$ 417,94` */
function reaisOf(centavos: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(centavos / 100)
}

/** A row of the proof: `em 1º de setembro R$ 1.023,50`, with the year if it is over. */
function balanceRow({ date, centavos }: { date: string; centavos: number }): RegExp {
  const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }).format(new Date(date))
  const dayOfMonth = date.endsWith('-01') ? '1º' : Number(date.slice(8))
  const amount = reaisOf(centavos).replaceAll(/[$.]/g, String.raw`\$&`)
  return new RegExp(`^em ${dayOfMonth} de ${month}( de ${date.slice(0, 4)})? ${amount}$`)
}
