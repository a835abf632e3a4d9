import type { DayOrder } from './written-dates'

/** Which column of a table is which, by their names. Amounts are in one column with their sign, or in one each. */
export interface ColumnChoice {
  date: string
  description: string
  /** A second text, which goes on with the description. */
  detail?: string
  amount: string | { credit: string; debit: string }
  /** Whether an amount came in or went out: `D` and `C`. */
  direction?: string
  /** What there was after each row. */
  balance?: string
  instalment?: string
  /** Set for a card's statement; true where a positive amount is a purchase. */
  card?: boolean
  /** Which of day and month comes first, where the days leave it open. */
  order?: DayOrder
  /** Of the latest day, where days have no year. */
  year?: number
}
