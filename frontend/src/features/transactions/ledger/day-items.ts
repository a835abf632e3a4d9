import type { CalendarDate } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'

/** A line of the list by days: the day, or one of its transactions. */
export type DayItem = { kind: 'day'; date: CalendarDate } | { kind: 'transaction'; transaction: Transaction }

/** Puts each day before its transactions, which come newest first. */
export function dayItems(transactions: readonly Transaction[]): DayItem[] {
  return transactions.flatMap((transaction, index): DayItem[] =>
    transaction.date === transactions[index - 1]?.date
      ? [{ kind: 'transaction', transaction }]
      : [{ kind: 'day', date: transaction.date }, { kind: 'transaction', transaction }],
  )
}
