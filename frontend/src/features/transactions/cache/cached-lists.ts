import type { InfiniteData } from '@tanstack/react-query'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { isListed, type TransactionQuery } from './transaction-query'

/** What the browser holds of a list: the pages read so far. */
export type CachedList = InfiniteData<TransactionPage, string | null>

/** The list with a transaction as it is now: moved to its place, added, or left out where it no longer belongs. */
export function withTransaction(list: CachedList, query: TransactionQuery, transaction: Transaction): CachedList {
  const others = withoutTransaction(list, transaction.id)
  if (!isListed(transaction, query)) return others
  const at = others.pages.findIndex((page) => page.transactions.some((other) => comesBefore(transaction, other)))
  if (at >= 0) return replacePage(others, at, insert(others.pages[at]!, transaction))
  const last = others.pages.length - 1
  // After everything read so far it has a place only where nothing more is to be read.
  if (others.pages[last]?.nextCursor !== null) return others
  return replacePage(others, last, { ...others.pages[last], transactions: [...others.pages[last].transactions, transaction] })
}

export function withoutTransaction(list: CachedList, id: string): CachedList {
  const at = list.pages.findIndex((page) => page.transactions.some((transaction) => transaction.id === id))
  if (at < 0) return list
  const page = list.pages[at]!
  return replacePage(list, at, { ...page, transactions: page.transactions.filter((transaction) => transaction.id !== id) })
}

/** Newest date first, then newest created. */
function comesBefore(one: Transaction, other: Transaction): boolean {
  return one.date === other.date ? one.createdAt > other.createdAt : one.date > other.date
}

function insert(page: TransactionPage, transaction: Transaction): TransactionPage {
  const at = page.transactions.findIndex((other) => comesBefore(transaction, other))
  return { ...page, transactions: page.transactions.toSpliced(at, 0, transaction) }
}

function replacePage(list: CachedList, at: number, page: TransactionPage): CachedList {
  return { ...list, pages: list.pages.with(at, page) }
}
