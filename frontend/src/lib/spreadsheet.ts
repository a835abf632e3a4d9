import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'

/** The content of a cell: a text, possibly written by other people, or a value for calculations. */
export type SpreadsheetCell =
  | null
  | string
  /** A count. */
  | number
  | { date: CalendarDate }
  | { month: CalendarMonth }
  | SpreadsheetAmount
  /** From 0 to 1. */
  | { share: number }

/** Money in centavos. `formula`, in English (`SUM(F2:F9)`), makes the spreadsheet calculate it. */
export interface SpreadsheetAmount {
  centavos: number
  formula?: string
}

/** A worksheet. */
export interface Worksheet {
  /** The name on the tab: at most 31 characters, none of `\ / ? * : [ ]`. */
  name: string
  columns: readonly WorksheetColumn[]
  rows: readonly (readonly SpreadsheetCell[])[]
  /** Rows of sums, set apart below the others. */
  sums?: readonly (readonly SpreadsheetCell[])[]
}

export interface WorksheetColumn {
  header: string
  /** In characters. */
  width: number
  /** Aligns the column and its header to the right. */
  isNumber?: boolean
}

/** The letter of a column, counted from 0; at most 26 columns. */
export function columnName(index: number): string {
  return String.fromCharCode(65 + index)
}

/** The cells of a column in a formula, without the header: `F2:F9`. */
export function rowsOfColumn(index: number, count: number): string {
  const name = columnName(index)
  return `${name}2:${name}${count + 1}`
}
