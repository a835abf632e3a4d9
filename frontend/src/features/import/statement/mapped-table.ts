import { plainText, type Statement } from './statement'
import { delimiterOf, readTable } from './csv'
import { tableRows, type TableRow } from './table'
import type { TableForm } from './table-form'
import { creditOrDebit, decimalSignOf, signedCentavos, writtenDate } from './written-values'

/** A table of a form that is not known: the person says once which column is which. */
export interface UnknownTable {
  /** The names of its columns, each once; "Coluna 1" where it has no header. */
  names: readonly string[]
  /** The raw rows, without what stands above them. */
  rows: readonly TableRow[]
}

/** Which column of a table is which. Amounts stand in one column with their sign, or in one each. */
export interface ColumnChoice {
  date: string
  description: string
  amount: string | { credit: string; debit: string }
}

/** A text as a table; null where it is none: fewer than three columns, or no row with a day and an amount. */
export function unknownTable(text: string): UnknownTable | null {
  const rows = tableRows(text, delimiterOf(text))
  const first = rows.findIndex(isEntry)
  const entry = rows[first]
  if (!entry || entry.cells.length < 3) return null
  const above = rows[first - 1]
  const header = above && above.cells.length >= 3 && !above.cells.some((cell) => writtenDate(cell)) ? above.cells : []
  const width = Math.max(entry.cells.length, header.length)
  const names = Array.from({ length: width }, (_, index) => header[index] || `Coluna ${index + 1}`)
  return { names: names.map((name, index) => (names.indexOf(name) === index ? name : `${name} (${index + 1})`)), rows: rows.slice(first) }
}

function isEntry({ cells }: TableRow): boolean {
  return cells.some((cell) => writtenDate(cell) !== null) && cells.some(isAmount)
}

function isAmount(cell: string): boolean {
  return writtenDate(cell) === null && (signedCentavos(cell, ',') ?? signedCentavos(cell, '.')) !== null
}

/** Under which name a choice is remembered: the header's own. */
export function choiceKey({ names }: UnknownTable): string {
  return names.map(plainText).join('|')
}

/** What the columns seem to be, to begin with; null where no column has days or none has amounts. */
export function likelyChoice({ names, rows }: UnknownTable): ColumnChoice | null {
  const some = rows.slice(0, 50)
  const cells = (index: number) => some.map((row) => row.cells[index] ?? '')
  const count = (index: number, fits: (cell: string) => boolean) => cells(index).filter(fits).length
  const best = (score: (index: number) => number) => {
    const scores = names.map((_, index) => score(index))
    const most = Math.max(...scores)
    return most > 0 ? scores.indexOf(most) : -1
  }
  const date = best((index) => count(index, (cell) => writtenDate(cell) !== null))
  // Numbers of documents are whole; amounts have centavos.
  const amount = best((index) => (index === date ? 0 : count(index, (cell) => /[.,]\d{2}$/.test(cell) && isAmount(cell))))
  const description = best((index) =>
    index === date || index === amount ? 0 : cells(index).reduce((sum, cell) => sum + (/\p{L}/u.test(cell) ? cell.length : 0), 0),
  )
  if (date < 0 || amount < 0 || description < 0) return null
  return { date: names[date] as string, amount: names[amount] as string, description: names[description] as string }
}

/** The statement of a table of which it was said what its columns are. */
export function readMapped({ names, rows }: UnknownTable, choice: ColumnChoice): Statement {
  const columnOf = (name: string) => rows.map(({ cells }) => cells[names.indexOf(name)] ?? '')
  const { amount, date, description } = choice
  const amounts = typeof amount === 'string' ? columnOf(amount) : [...columnOf(amount.credit), ...columnOf(amount.debit)]
  const form: TableForm = {
    bank: null,
    columns: names,
    decimals: decimalSignOf(amounts),
    read: (cell) => ({
      date: cell(date),
      description: cell(description),
      amount: typeof amount === 'string' ? cell(amount) : creditOrDebit(cell(amount.credit), cell(amount.debit)),
    }),
  }
  return readTable(form, names, rows, -1)
}
