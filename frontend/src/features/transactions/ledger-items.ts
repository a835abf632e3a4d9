import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** A line of the list: what is expected and how much of it there is, a day, or one of its transactions. */
export type LedgerItem =
  | { kind: 'expected-head'; count: number }
  | { kind: 'expected'; transaction: Transaction }
  | { kind: 'day'; date: CalendarDate }
  | { kind: 'transaction'; transaction: Transaction }

/** Whether its day is still to come and nobody has confirmed it: it is in no sum. What is ahead and settled already is. */
export function isExpected(transaction: Transaction, now: CalendarDate): boolean {
  return transaction.date > now && stateOf(transaction) === 'pending'
}

interface Parts {
  /** The next one first. */
  expected: readonly Transaction[]
  /** The newest first. */
  counted: readonly Transaction[]
}

/** What is only expected, apart from the rest of a list that comes newest first. */
export function parted(transactions: readonly Transaction[], now: CalendarDate): Parts {
  const expected = transactions.filter((transaction) => isExpected(transaction, now))
  if (expected.length === 0) return { expected, counted: transactions }
  return { expected: expected.toReversed(), counted: transactions.filter((transaction) => !isExpected(transaction, now)) }
}

/** The lines of a list: above everything else the next so many that are expected. */
export function ledgerItems({ expected, counted }: Parts, most: number, byDay: boolean): LedgerItem[] {
  return [
    ...(expected.length > 0 ? [{ kind: 'expected-head', count: expected.length } as const] : []),
    ...expected.slice(0, most).map((transaction) => ({ kind: 'expected', transaction }) as const),
    ...(byDay ? dayItems(counted) : counted.map((transaction) => ({ kind: 'transaction', transaction }) as const)),
  ]
}

/** Puts each day before its transactions, which come newest first. */
export function dayItems(transactions: readonly Transaction[]): Extract<LedgerItem, { kind: 'day' | 'transaction' }>[] {
  return transactions.flatMap((transaction, index) =>
    transaction.date === transactions[index - 1]?.date
      ? [{ kind: 'transaction', transaction }]
      : [{ kind: 'day', date: transaction.date } as const, { kind: 'transaction', transaction }],
  )
}
