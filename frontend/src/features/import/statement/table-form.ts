import { plainText } from './statement'
import type { TableRow } from './table'
import type { DecimalSign } from './written-values'

/** What a row says, as it is written. */
export interface WrittenRow {
  date: string
  amount: string
  description: string
  identifier?: string
  /** What there was after it. */
  balance?: string
  /** Set for a row that is no entry: a balance says what there was, anything else is passed over. */
  kind?: 'balance' | 'none'
}

/** What stands above a table; balances in centavos. */
export interface Preamble {
  accountNumber?: string | null
  opening?: number | null
  closing?: number | null
}

/** The form in which one bank writes its tables. */
export interface TableForm {
  bank: string | null
  /** Names of columns by which its header is known, without case and accents. */
  columns: readonly string[]
  decimals: DecimalSign
  /** True for a card's statement, whose positive amounts are expenses. */
  card?: true
  /** @param cell the cell of the row in the column of that name, empty where there is none */
  read(cell: (column: string) => string): WrittenRow
  preamble?(rows: readonly TableRow[]): Preamble
}

/** The names of a header's columns, as they are compared. */
export function columnNames(cells: readonly string[]): string[] {
  return cells.map(plainText)
}

/** Whether a header is of this form. */
export function hasForm(form: TableForm, names: readonly string[]): boolean {
  return form.columns.every((column) => names.includes(column))
}
