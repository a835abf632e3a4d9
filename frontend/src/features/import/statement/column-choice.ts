import type { DayOrder } from './written-dates'

/** The names of a table's columns by role. Amounts are in one signed column, or in one each for credits and debits. */
export interface ColumnChoice {
  date: string
  description: string
  /** A second text column, appended to the description. */
  detail?: string
  amount: string | { credit: string; debit: string }
  /** The column of directions: `D` and `C`. */
  direction?: string
  /** The column of balances after each row. */
  balance?: string
  instalment?: string
  /** Set for a card's statement; true when purchases are positive. */
  card?: boolean
  /** The order of day and month, where the dates are ambiguous. */
  order?: DayOrder
  /** The year of the latest date, where dates have no year. */
  year?: number
}
