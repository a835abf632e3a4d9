import { plainText } from './statement'
import type { TableRow } from './table'
import type { DecimalSign } from './written-amounts'

/** What a row says, as it is written. */
export interface WrittenRow {
  date: string
  amount: string
  description: string
  identifier?: string
  /** What there was after it. */
  balance?: string
  /** Whether the amount came in or went out, where that is in a cell of its own. */
  direction?: string
  /** As the bank writes it: `5/12`, `3 de 10`, `Parcela 2/6`. */
  instalment?: string
  currency?: string
  category?: string
  /** The account or card that the row names. */
  account?: string
  /** True for what did not happen yet. */
  isPlanned?: boolean
  /** Set for a row that is no entry: a balance says what there was, anything else is passed over. */
  kind?: 'balance' | 'none'
}

/** What is written above a table; balances in centavos. */
export interface Preamble {
  branch?: string | null
  accountNumber?: string | null
  opening?: number | null
  closing?: number | null
}

/** The form in which one bank writes its tables. */
export interface TableForm {
  bank: string | null
  /** Names of columns by which its header is known, without case and accents. */
  columns: readonly string[]
  /** Words above the header by which it is known, where other banks use the same names of columns. */
  above?: RegExp
  /** Which sign separates the centavos, where a file does not show it. */
  decimals: DecimalSign
  /** True for a card's statement, whose positive amounts are expenses. */
  card?: boolean
  /** What a balance beside an entry is: what there was after it, or at the end of its day. */
  balances?: 'running' | 'daily'
  /** Whether the last balance of the column is what the bank says there is. */
  closesByColumn?: boolean
  /** @param cell the cell of the row in the column of that name, empty where there is none */
  read(cell: (column: string) => string): WrittenRow
  preamble?(rows: readonly TableRow[]): Preamble
}

/** The names of a header's columns, as they are compared. */
export function columnNames(cells: readonly string[]): string[] {
  return cells.map(plainText)
}

/** Whether a header is of this form. @param above the rows above it */
export function hasForm(form: TableForm, names: readonly string[], above: readonly TableRow[]): boolean {
  if (!form.columns.every((column) => names.includes(column))) return false
  return form.above === undefined || above.some(({ text }) => form.above?.test(plainText(text)))
}
