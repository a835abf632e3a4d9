import { plainText } from './statement'
import type { TableRow } from './table'
import type { DecimalSign } from './written-amounts'

/** The values of a row, as written. */
export interface WrittenRow {
  date: string
  amount: string
  description: string
  identifier?: string
  /** The balance after the row. */
  balance?: string
  /** Income or expense, if a separate cell has it. */
  direction?: string
  /** As written by the bank: `5/12`, `3 de 10`, `Parcela 2/6`. */
  instalment?: string
  currency?: string
  category?: string
  /** The account or card of the row. */
  account?: string
  /** True for an entry that has not happened yet. */
  isPlanned?: boolean
  /** Set for a row that is no entry: a balance, or a row to skip. */
  kind?: 'balance' | 'none'
}

/** The values above a table; balances in centavos. */
export interface Preamble {
  branch?: string | null
  accountNumber?: string | null
  opening?: number | null
  closing?: number | null
}

/** The table format of one bank. */
export interface TableForm {
  bank: string | null
  /** The column names that identify the header, without case and accents. */
  columns: readonly string[]
  /** Words above the header that identify the bank, if others use the same column names. */
  above?: RegExp
  /** The decimal separator for files that do not show it. */
  decimals: DecimalSign
  /** True for a card's statement with positive expenses. */
  card?: boolean
  /** Whether the balance beside an entry is the one after it or the one at the end of its day. */
  balances?: 'running' | 'daily'
  /** Whether the last balance of the column is the bank's closing balance. */
  closesByColumn?: boolean
  /** @param cell returns the cell of a column, empty without one */
  read(cell: (column: string) => string): WrittenRow
  preamble?(rows: readonly TableRow[]): Preamble
}

/** The normalised names of a header. */
export function columnNames(cells: readonly string[]): string[] {
  return cells.map(plainText)
}

/** Whether a row names every column of a format. Cheap for rows of data. */
export function namesColumns({ columns }: TableForm, cells: readonly string[]): boolean {
  return columns.every((column) => cells.some((cell) => isNamed(cell, column)))
}

function isNamed(cell: string, column: string): boolean {
  const first = cell.charAt(0)
  // Plain text keeps an ASCII letter or digit; comparing it first avoids computing the plain text.
  if (/[\da-z]/i.test(first) && first.toLowerCase() !== column.charAt(0)) return false
  return plainText(cell) === column
}

/** Whether a header has this format. @param above the rows above it */
export function hasForm(form: TableForm, names: readonly string[], above: readonly TableRow[]): boolean {
  if (!form.columns.every((column) => names.includes(column))) return false
  return form.above === undefined || above.some(({ text }) => form.above?.test(plainText(text)))
}
