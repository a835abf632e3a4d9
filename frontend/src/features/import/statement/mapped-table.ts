import type { ColumnChoice } from './column-choice'
import { isHeader, wordScore } from './column-words'
import { directionOf } from './directions'
import { foreignCurrencyIn } from './currencies'
import { detectColumns, type NamedTable } from './detect-columns'
import { readTable, type ReadingContext } from './read-table'
import { proofOfBalances } from './running-balances'
import { plainText, type Mapping, type Statement } from './statement'
import type { TableRow } from './table'
import type { TableForm } from './table-form'
import { creditOrDebit, decimalSignOf, signedCentavos } from './written-amounts'
import { dateReadingOf, writtenDate } from './written-dates'

/** A table in an unknown format, whose columns the person names once. */
export type UnknownTable = NamedTable

/** The header and the first entry are searched in this many first rows. */
const LOOKED_AT = 60
const FEWEST_COLUMNS = 3

/** Interprets rows as a table; null when no header names dates and amounts and no row has both. */
export function unknownTable(rows: readonly TableRow[]): UnknownTable | null {
  const first = rows.slice(0, LOOKED_AT)
  const named = first.findIndex(({ cells }) => cells.filter(Boolean).length >= FEWEST_COLUMNS && isHeader(cells))
  const entry = first.findIndex((row) => row.cells.length >= FEWEST_COLUMNS && isEntry(row))
  if (named >= 0 && rows.length > named + 1) return tableOf(rows, named)
  if (entry < 0) return null
  let begins = entry
  // A row with a date or an amount belongs to the table, even if it cannot be read.
  while (begins > 0 && isRow(rows[begins - 1] as TableRow)) begins--
  const isNamed = (rows[begins - 1]?.cells.length ?? 0) >= FEWEST_COLUMNS
  return isNamed ? tableOf(rows, begins - 1) : tableOf(rows, -1, begins)
}

function isRow({ cells }: TableRow): boolean {
  return cells.length >= FEWEST_COLUMNS && cells.some((cell) => writtenDate(cell) !== null || isAmount(cell))
}

/** @param header the index of the header; -1 for none @param begins the first row, where there is no header */
function tableOf(rows: readonly TableRow[], header: number, begins = header + 1): UnknownTable {
  const body = rows.slice(begins)
  const names = header < 0 ? [] : (rows[header]?.cells ?? [])
  const width = Math.max(names.length, ...body.slice(0, LOOKED_AT).map(({ cells }) => cells.findLastIndex(Boolean) + 1))
  const filled = Array.from({ length: width }, (_, index) => names[index] || `Coluna ${index + 1}`)
  return {
    names: filled.map((name, index) => (filled.indexOf(name) === index ? name : `${name} (${index + 1})`)),
    rows: body,
    above: rows.slice(0, header < 0 ? begins : header),
  }
}

function isEntry({ cells }: TableRow): boolean {
  const { form } = dateReadingOf(cells, { today: '2026-01-01' })
  return cells.some((cell) => writtenDate(cell, form) !== null) && cells.some((cell) => isAmount(cell))
}

function isAmount(cell: string): boolean {
  return writtenDate(cell) === null && (signedCentavos(cell, ',') ?? signedCentavos(cell, '.')) !== null
}

/** The currency of a table without amounts in reais, from its names or most cells of a column; null for other tables. */
export function foreignCurrencyOf(table: UnknownTable): string | null {
  if (likelyChoice(table)) return null
  const named = table.names.flatMap((name) => foreignCurrencyIn(name) ?? [])[0]
  if (named) return named
  const some = table.rows.slice(0, LOOKED_AT)
  for (const index of table.names.keys()) {
    const found = some.flatMap(({ cells }) => foreignCurrencyIn(cells[index] ?? '') ?? [])
    if (found[0] && found.length * 2 > some.length) return found[0]
  }
  return null
}

/** The name under which a choice is remembered: the header. */
export function choiceKey({ names }: Pick<UnknownTable, 'names'>): string {
  return names.map(plainText).join('|')
}

/** The detected columns; null without dates or amounts. */
export function likelyChoice(table: UnknownTable): ColumnChoice | null {
  return detectColumns(table)
}

/** Whether rows contain a header and no entries. */
export function isEmptyTable(rows: readonly TableRow[]): boolean {
  const last = rows.at(-1)
  return last !== undefined && last.cells.filter(Boolean).length >= FEWEST_COLUMNS && isHeader(last.cells)
}

/** Reads a table by its named columns. */
export function readMapped(table: UnknownTable, choice: ColumnChoice, context: ReadingContext): Statement {
  const { names, rows, above } = table
  const { date, balance } = choice
  const proof = balance === undefined ? null : proofOfBalances(balancedRows(table, choice))
  const currency = names.find((name) => wordScore(name, 'currency') > 0)
  const form: TableForm = {
    bank: null,
    columns: headerNames(names),
    decimals: isPortuguese(names) ? ',' : 'either',
    ...(choice.card !== undefined && { card: choice.card }),
    ...(proof?.balances && { balances: proof.balances }),
    read: (cell) => ({
      date: cell(date),
      description: descriptionIn(cell, choice),
      amount: amountIn(cell, choice),
      ...(balance !== undefined && { balance: cell(balance) }),
      ...(choice.direction !== undefined && { direction: cell(choice.direction) }),
      ...(choice.instalment !== undefined && { instalment: cell(choice.instalment) }),
      currency: `${currency === undefined ? '' : cell(currency)} ${typeof choice.amount === 'string' ? choice.amount : ''}`,
    }),
  }
  // A repeated header ends the statement. The rows above it name the account.
  const header = { line: 0, text: '', cells: names }
  const { dates, ...statement } = readTable(form, { names, rows: [...above, header, ...rows], header: above.length }, context, choice)
  const mapping: Mapping = {
    balances: proof === null ? 'absent' : proof.balances === null ? 'disagree' : 'agree',
    isOrderOpen: dates.isOrderOpen && !isBrazilian(table, choice),
    takenYear: dates.isYearOpen ? dates.form.year : null,
  }
  return { ...statement, mapping }
}

/** Whether the dates have an ambiguity that the choice leaves open: their order or their year. */
export function needsAnswer({ mapping }: Pick<Statement, 'mapping'>, { order, year }: ColumnChoice): boolean {
  return (mapping?.isOrderOpen === true && order === undefined) || (mapping?.takenYear != null && year === undefined)
}

const PORTUGUESE = /\b(data|descricao|historico|valor|saldo|lancamento|credito|debito|entrada|saida|dia|quando)\b/

function isPortuguese(names: readonly string[]): boolean {
  return names.some((name) => PORTUGUESE.test(plainText(name.replaceAll(/[_.]/g, ' '))))
}

/** Whether names or amounts are in Brazilian format, in which the day always comes first. */
function isBrazilian({ names, rows }: UnknownTable, choice: ColumnChoice): boolean {
  return isPortuguese(names) || decimalSignOf(rows.map((row) => amountIn((name) => row.cells[names.indexOf(name)] ?? '', choice))) === ','
}

/** The names that identify a repeated header. */
function headerNames(names: readonly string[]): string[] {
  const own = names.filter((name) => !/^Coluna \d+$/.test(name))
  return (own.length < FEWEST_COLUMNS ? names : own).map(plainText)
}

function descriptionIn(cell: (name: string) => string, { description, detail }: ColumnChoice): string {
  const [first, second] = [cell(description), detail === undefined ? '' : cell(detail)]
  return second === '' || plainText(first).includes(plainText(second)) ? first : [first, second].filter(Boolean).join(' ')
}

function amountIn(cell: (name: string) => string, { amount }: ColumnChoice): string {
  return typeof amount === 'string' ? cell(amount) : creditOrDebit(cell(amount.credit), cell(amount.debit))
}

function balancedRows({ names, rows }: UnknownTable, choice: ColumnChoice) {
  const { date, balance = '', direction } = choice
  const cells = rows.map((row) => (name: string) => row.cells[names.indexOf(name)] ?? '')
  const written = cells.map((cell) => amountIn(cell, choice))
  const decimals = decimalSignOf([...written, ...cells.map((cell) => cell(balance))])
  return cells.map((cell, row) => {
    const moved = signedCentavos(written[row] ?? '', decimals)
    const sign = direction === undefined ? null : directionOf(cell(direction))
    return {
      date: cell(date),
      moved: moved === null || sign === null ? moved : Math.abs(moved) * sign,
      balance: signedCentavos(cell(balance), decimals),
    }
  })
}
