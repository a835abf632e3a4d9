import type { QueryClient } from '@tanstack/react-query'
import type { Summary, Transaction } from '@prumo/shared/transactions'
import { withoutTransaction, withTransaction, type CachedList } from './cached-lists'
import { adjusted } from './cached-summary'
import { transactionKeys, type SummaryQuery, type TransactionQuery } from './transaction-query'

/** A transaction before and after a command; null where there is none. */
export interface Change {
  before: Transaction | null
  after: Transaction | null
}

/** Puts a change into everything the browser holds. */
export function applyChange(client: QueryClient, { before, after }: Change): void {
  for (const [key, list] of client.getQueriesData<CachedList>({ queryKey: transactionKeys.lists })) {
    if (!list) continue
    client.setQueryData(key, after ? withTransaction(list, key[2] as TransactionQuery, after) : withoutTransaction(list, before?.id ?? ''))
  }
  for (const [key, summary] of client.getQueriesData<Summary>({ queryKey: transactionKeys.summaries })) {
    if (summary) client.setQueryData(key, adjusted(summary, key[2] as SummaryQuery, before, after))
  }
  if (after) client.setQueryData(transactionKeys.one(after.id), after)
  else if (before) client.removeQueries({ queryKey: transactionKeys.one(before.id) })
}

/** A transaction among everything the browser holds, in its newest version. */
export function findCached(client: QueryClient, id: string): Transaction | undefined {
  return client
    .getQueriesData<CachedList>({ queryKey: transactionKeys.lists })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.transactions.filter((transaction) => transaction.id === id))
    .reduce<Transaction | undefined>((newest, found) => (newest && newest.version >= found.version ? newest : found), undefined)
}
