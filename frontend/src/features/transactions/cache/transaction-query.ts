import { monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { searchable } from '@prumo/shared/search'
import { stateOf, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** Which transactions a list shows; the names are those of the wire. */
export interface TransactionQuery {
  type?: TransactionType
  month?: CalendarMonth
  from?: CalendarDate
  to?: CalendarDate
  search?: string
  /** Exact; empty for those without one. */
  category?: string
  status?: TransactionState
  /** A short list shows this many and is read again after a change, so that it stays full. */
  limit?: number
}

/** Server state is kept under these names. */
export const transactionKeys = {
  all: ['transactions'] as const,
  lists: ['transactions', 'list'] as const,
  list: (query: TransactionQuery) => ['transactions', 'list', query] as const,
  summaries: ['transactions', 'summary'] as const,
  summary: (query: SummaryQuery) => ['transactions', 'summary', query] as const,
  one: (id: string) => ['transactions', 'one', id] as const,
}

/** What a summary adds up: a month, or all time. */
export interface SummaryQuery {
  month?: CalendarMonth
}

/** Whether a list with this query shows a transaction: the server's rule, for what it has not answered yet. */
export function isListed(transaction: Transaction, query: TransactionQuery): boolean {
  const { date } = transaction
  return (
    (!query.type || transaction.type === query.type) &&
    (!query.month || monthOf(date) === query.month) &&
    (!query.from || date >= query.from) &&
    (!query.to || date <= query.to) &&
    (query.category === undefined || (transaction.category ?? '') === query.category) &&
    (!query.status || stateOf(transaction) === query.status) &&
    (!query.search || [transaction.description, transaction.category ?? ''].some((text) => searchable(text).includes(searchable(query.search!))))
  )
}
