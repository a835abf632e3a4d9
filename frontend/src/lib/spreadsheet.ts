import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'

/** What a cell of a table holds: a text, which may be anyone's, or a value that a spreadsheet can count with. */
export type SpreadsheetCell =
  | null
  | string
  /** How many there are of something. */
  | number
  | { date: CalendarDate }
  | { month: CalendarMonth }
  | SpreadsheetAmount
  /** 0 to 1. */
  | { share: number }

/** Money in centavos, and the formula that makes it in English, `SUM(F2:F9)`, where a spreadsheet is to make it itself. */
export interface SpreadsheetAmount {
  centavos: number
  formula?: string
}

/** A sheet of a spreadsheet. */
export interface Worksheet {
  /** On its tab: at most 31 characters, none of `\ / ? * : [ ]`. */
  name: string
  columns: readonly WorksheetColumn[]
  rows: readonly (readonly SpreadsheetCell[])[]
  /** What the rows come to, apart below them. */
  sums?: readonly (readonly SpreadsheetCell[])[]
}

export interface WorksheetColumn {
  header: string
  /** In characters. */
  width: number
  /** Numbers and their header stand at the right. */
  isNumber?: boolean
}

/** The name of a column as formulas have it, counted from 0. There are never more than 26. */
export function columnName(index: number): string {
  return String.fromCharCode(65 + index)
}

/** The rows of a sheet in a formula, `F2:F9`: below the header. */
export function rowsOfColumn(index: number, count: number): string {
  const name = columnName(index)
  return `${name}2:${name}${count + 1}`
}
