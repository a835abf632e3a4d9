import type { CalendarDate } from './calendar.js'
import { stateOf, type TransactionFlags, type TransactionType } from './transaction-rules.js'

/**
 * What a transaction adds to which sum of which wallet and day: the one place that says so. Totals, summaries, months, balances,
 * the bills of cards and the forecast are sums of these. Amounts in centavos.
 */

const NO_SUMS = {
  /** Settled income and expenses, and how many. */
  income: 0,
  incomeCount: 0,
  expense: 0,
  expenseCount: 0,
  /** Income and expenses that wait for their day or their answer. */
  pendingIncome: 0,
  pendingExpense: 0,
  pendingCount: 0,
  /** Settled income less expenses that were in no plan: neither scheduled nor of a recurrence. */
  unplanned: 0,
  /** Transfers that arrived at this wallet and that left it; they are no income and no expense. */
  transferIn: 0,
  transferOut: 0,
  /** Settled transfers, counted once, on the day on which they leave. */
  transferCount: 0,
  pendingTransferIn: 0,
  pendingTransferOut: 0,
}
export type DaySums = typeof NO_SUMS
export const sumNames = Object.keys(NO_SUMS) as (keyof DaySums)[]

export function noSums(): DaySums {
  return { ...NO_SUMS }
}

/** The destination of a transfer, and the day on which it arrives. */
export interface TransferDestination {
  walletId: string | null
  date: CalendarDate
}

/** A transaction as it counts. `to` is set for a transfer alone. */
export interface CountedTransaction extends TransactionFlags {
  type: TransactionType
  amount: number
  date: CalendarDate
  /** Null for the wallet that the account had from the beginning. */
  walletId: string | null
  to: TransferDestination | null
  recurrenceId: string | null
}

interface WalletDay {
  walletId: string | null
  date: CalendarDate
  sums: Partial<DaySums>
}

/** What a transaction adds; nothing if it was not received. A transfer adds to both of its wallets, each on its own day. */
export function sumsOf(transaction: CountedTransaction): WalletDay[] {
  const { type, amount, date, walletId, to } = transaction
  const state = stateOf(transaction)
  if (state === 'not_received') return []
  const isSettled = state === 'settled'
  if (type === 'transfer') {
    const left = { walletId, date, sums: isSettled ? { transferOut: amount, transferCount: 1 } : { pendingTransferOut: amount } }
    const sums = isSettled ? { transferIn: amount } : { pendingTransferIn: amount }
    const arrived = to && { walletId: to.walletId, date: to.date, sums }
    return arrived ? [left, arrived] : [left]
  }
  const name = type === 'income' ? 'Income' : 'Expense'
  if (!isSettled) return [{ walletId, date, sums: { [`pending${name}`]: amount, pendingCount: 1 } }]
  const isUnplanned = !transaction.isScheduled && transaction.recurrenceId === null
  const signed = type === 'income' ? amount : -amount
  return [{ walletId, date, sums: { [type]: amount, [`${type}Count`]: 1, unplanned: isUnplanned ? signed : 0 } }]
}

/** What a day changes in the balance of its wallet. */
export function netOf({ income = 0, expense = 0, transferIn = 0, transferOut = 0 }: Partial<DaySums>): number {
  return income - expense + transferIn - transferOut
}
