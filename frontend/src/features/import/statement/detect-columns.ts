import { isBillPayment } from '@prumo/shared/bill-payments'
import { hasPositivePurchases } from './card-signs'
import type { ColumnChoice } from './column-choice'
import { wordScore, type WordRole } from './column-words'
import { directionOf } from './directions'
import { parseInstalment } from '@prumo/shared/instalments'
import { proofOfBalances } from './running-balances'
import { plainText } from './statement'
import type { TableRow } from './table'
import { creditOrDebit, decimalSignOf, signedCentavos } from './written-amounts'
import { dateReadingOf, serialDate, writtenDate } from './written-dates'

/** A table with column names. */
export interface NamedTable {
  names: readonly string[]
  rows: readonly TableRow[]
  /** The rows above the header. */
  above: readonly TableRow[]
}

/** The number of rows that are examined. */
const LOOKED_AT = 200

/** A column with its cells. */
interface Column {
  name: string
  index: number
  cells: readonly string[]
  /** Its amounts in centavos; null for other cells. */
  amounts: readonly (number | null)[]
  /** Shares of the non-empty cells, from 0 to 1. */
  days: number
  money: number
  words: number
}

/**
 * Detects the columns of a table: by their names, then by their values, and by balances, each of which is the previous one plus the
 * amount. Null without dates or amounts.
 */
export function detectColumns({ names, rows, above }: NamedTable): ColumnChoice | null {
  const some = rows.slice(0, LOOKED_AT)
  const columns = names.map((name, index) => columnOf(name, index, some))
  const date = best(columns, ({ name, days }) => (days < 0.4 ? 0 : days + wordScore(name, 'date')))
  if (!date) return null
  const others = columns.filter((column) => column !== date)
  const direction = best(others, (column) => directionScore(column))
  const money = others.filter((column) => column !== direction && (column.money >= 0.5 || isEmptyOfPair(column)))
  const amounts = amountsOf(money, date, direction)
  if (!amounts) return null
  const { amount, balance, used } = amounts
  const left = others.filter((column) => !used.includes(column) && column !== direction && column !== balance)
  const instalment = best(left, ({ name, cells }) =>
    cells.some((cell) => parseInstalment(cell) !== '') ? wordScore(name, 'instalment') : 0,
  )
  const [description, detail] = textsOf(left.filter((column) => column !== instalment))
  if (!description) return null
  const choice: ColumnChoice = {
    date: date.name,
    description: description.name,
    ...(detail && { detail: detail.name }),
    amount,
    ...(direction && typeof amount === 'string' && { direction: direction.name }),
    ...(balance && { balance: balance.name }),
    ...(instalment && { instalment: instalment.name }),
  }
  return isBill({ names, rows: some, above }, choice) ? { ...choice, card: hasPositivePurchases(entriesOf(names, some, choice)) } : choice
}

function columnOf(name: string, index: number, rows: readonly TableRow[]): Column {
  const cells = rows.map((row) => row.cells[index] ?? '')
  const filled = cells.filter((cell) => cell !== '')
  const decimals = decimalSignOf(filled)
  const isSerial = wordScore(name, 'date') > 0 && filled.every((cell) => serialDate(cell) !== null)
  const form = dateReadingOf(filled, { today: '2026-01-01' }).form
  const share = (fits: (cell: string) => boolean) => (filled.length === 0 ? 0 : filled.filter(fits).length / filled.length)
  const isDay = (cell: string) => (isSerial ? serialDate(cell) !== null : writtenDate(cell, { ...form, isSerial: false }) !== null)
  const amounts = cells.map((cell) => (cell === '' || isDay(cell) ? null : signedCentavos(cell, decimals)))
  return {
    name,
    index,
    cells,
    amounts,
    days: share(isDay),
    money: filled.length === 0 ? 0 : amounts.filter((each) => each !== null).length / filled.length,
    words: share((cell) => /\p{L}{2}/u.test(cell) && !isDay(cell) && signedCentavos(cell, decimals) === null),
  }
}

function best(columns: readonly Column[], score: (column: Column) => number): Column | undefined {
  const scores = columns.map(score)
  const most = Math.max(...scores, 0)
  return most > 0 ? columns[scores.indexOf(most)] : undefined
}

/** Scores a column of directions: `D` and `C`, or longer words under a matching name. */
function directionScore({ name, cells }: Column): number {
  const filled = cells.filter((cell) => cell !== '')
  const known = filled.filter((cell) => directionOf(cell) !== null).length
  // A dash alone stands for an empty cell.
  if (known < filled.length * 0.8 || filled.every((cell) => cell === '-')) return 0
  return 1 + wordScore(name, 'direction')
}

/** Whether a column may be the empty one of credits and debits: a period can have no entry on one side. Only the name identifies it. */
function isEmptyOfPair({ name, cells }: Column): boolean {
  return cells.filter(Boolean).length <= 1 && wordScore(name, 'credit') + wordScore(name, 'debit') > 0
}

interface FoundAmounts {
  amount: ColumnChoice['amount']
  balance: Column | undefined
  used: readonly Column[]
}

/** The amount columns: by name, else by the balances, else the column with centavos in most cells. */
function amountsOf(money: readonly Column[], date: Column, direction: Column | undefined): FoundAmounts | null {
  const named = (role: WordRole) => best(money, (column) => wordScore(column.name, role))
  const [credit, debit] = [named('credit'), named('debit')]
  const balance = named('balance')
  const isPair = credit !== undefined && debit !== undefined && credit !== debit
  const single = best(
    money.filter((column) => column !== balance),
    (column) => wordScore(column.name, 'amount'),
  )
  if (isPair && (!single || single === credit || single === debit || !hasSigns(single, direction))) {
    const used = [credit, debit]
    return { amount: { credit: credit.name, debit: debit.name }, balance: balance ?? provenBalance(money, used, date, direction), used }
  }
  if (single) return { amount: single.name, balance: balance ?? provenBalance(money, [single], date, direction), used: [single] }
  return provenAmounts(money, date, direction) ?? plainAmounts(money, balance)
}

function hasSigns({ amounts }: Column, direction: Column | undefined): boolean {
  return direction !== undefined || amounts.some((centavos) => centavos !== null && centavos < 0)
}

/** The net amounts of one signed column, or of a pair of credits and debits. */
function netAmounts(columns: readonly Column[], direction: Column | undefined): (number | null)[] {
  const [first, second] = columns
  if (!first) return []
  if (second)
    return first.amounts.map((credit, row) => {
      const debit = second.amounts[row]
      return credit === null && debit == null ? null : Math.abs(credit ?? 0) - Math.abs(debit ?? 0)
    })
  if (!direction) return [...first.amounts]
  return first.amounts.map((centavos, row) =>
    centavos === null ? null : Math.abs(centavos) * (directionOf(direction.cells[row] ?? '') ?? 1),
  )
}

function proofFor(columns: readonly Column[], balance: Column, date: Column, direction: Column | undefined) {
  const moved = netAmounts(columns, direction)
  return proofOfBalances(moved.map((each, row) => ({ date: date.cells[row] ?? '', moved: each, balance: balance.amounts[row] ?? null })))
}

function provenBalance(money: readonly Column[], used: readonly Column[], date: Column, direction: Column | undefined): Column | undefined {
  return best(
    money.filter((column) => !used.includes(column)),
    (column) => proofFor(used, column, date, direction).count,
  )
}

/** The column or pair of columns that a balance column confirms. */
function provenAmounts(money: readonly Column[], date: Column, direction: Column | undefined): FoundAmounts | null {
  let [found, most] = [null as FoundAmounts | null, 0]
  const sets = money.flatMap((one) => [[one], ...money.filter((other) => other !== one).map((other) => [one, other])])
  for (const used of sets) {
    for (const balance of money) {
      if (used.includes(balance)) continue
      const { count } = proofFor(used, balance, date, direction)
      if (count <= most) continue
      const [first, second] = used as [Column, Column?]
      most = count
      found = { amount: second ? { credit: first.name, debit: second.name } : first.name, balance, used }
    }
  }
  return found
}

/** The column with centavos in most cells, because document numbers are whole. Balances are excluded. */
function plainAmounts(money: readonly Column[], balance: Column | undefined): FoundAmounts | null {
  const single = best(
    money.filter((column) => column !== balance && wordScore(column.name, 'balance') === 0),
    ({ cells, name }) => (namesForeign(name) ? 0 : cells.filter((cell) => /[.,]\d{2}\b/.test(cell)).length),
  )
  return single ? { amount: single.name, balance, used: [single] } : null
}

function namesForeign(name: string): boolean {
  return /us\$|\b(usd|eur|dolar|cotacao)\b/.test(plainText(name))
}

/** The text column and its continuation: by name, else the longest texts. */
function textsOf(columns: readonly Column[]): (Column | undefined)[] {
  const texts = columns.filter(({ words }) => words > 0.3)
  const named = texts.filter(({ name }) => wordScore(name, 'description') > 0)
  const first = best(named, ({ name }) => wordScore(name, 'description'))
  if (!first) return [best(texts, ({ cells }) => cells.reduce((sum, cell) => sum + (/\p{L}/u.test(cell) ? cell.length : 0), 0))]
  const second = best(
    named.filter((column) => column !== first),
    ({ name }) => wordScore(name, 'description'),
  )
  // In the order of the file.
  return second && second.index < first.index ? [second, first] : [first, second]
}

const BILL_WORDS = /\b(fatura|parcelas?|portador|final do cartao|nome no cartao|cartao de credito|estabelecimento|invoice)\b/

/** Whether a table is the bill of a card: by words of its header, of the rows above it, or of its rows. */
function isBill({ names, rows, above }: NamedTable, choice: ColumnChoice): boolean {
  if (typeof choice.amount !== 'string' || choice.balance !== undefined || choice.direction !== undefined) return false
  const entries = entriesOf(names, rows, choice)
  const saysBill = [...names, ...above.map(({ text }) => text)].some((text) => BILL_WORDS.test(plainText(text)))
  return saysBill || entries.some(({ description }) => isBillPayment(description) && !/^pag(amen)?to\s*$/i.test(description))
}

function entriesOf(names: readonly string[], rows: readonly TableRow[], { description, amount }: ColumnChoice) {
  const at = (name: string) => names.indexOf(name)
  const cells = rows.map((row) => (name: string) => row.cells[at(name)] ?? '')
  const written = cells.map((cell) => (typeof amount === 'string' ? cell(amount) : creditOrDebit(cell(amount.credit), cell(amount.debit))))
  const decimals = decimalSignOf(written)
  return cells.flatMap((cell, row) => {
    const centavos = signedCentavos(written[row] ?? '', decimals)
    return centavos === null ? [] : [{ description: cell(description), centavos }]
  })
}
