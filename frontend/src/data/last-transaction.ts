import type { InfiniteData } from '@tanstack/react-query'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Account } from './account'
import { NO_POSITION, unappliedChanges, type PositionedAnswer } from './sync/optimistic'

/** The transaction that was entered by hand last, of those that this device holds; undefined without one. */
export function lastEntered({ client, outbox }: Account): Transaction | undefined {
  const lists = client.getQueriesData<InfiniteData<PositionedAnswer<TransactionPage>>>({ queryKey: ['transaction', 'list'] })
  const known = new Map<string, Transaction>()
  for (const [, list] of lists)
    for (const { data } of list?.pages ?? [])
      for (const row of data.transactions) if ((known.get(row.id)?.version ?? 0) <= row.version) known.set(row.id, row)
  for (const { id, after } of unappliedChanges<Transaction>(outbox.queueOf('transaction'), NO_POSITION)) {
    if (after) known.set(id, after)
    else known.delete(id)
  }
  const byHand = [...known.values()].filter(({ importId, recurrenceId }) => importId === null && recurrenceId === null)
  return byHand.reduce<Transaction | undefined>((last, each) => (last && last.createdAt >= each.createdAt ? last : each), undefined)
}
