import { monthOf } from '@prumo/shared/calendar'
import { isPrefetched } from '../lib/prefetched-answers'
import { today } from '../lib/dates'
import type { Account } from './account'
import { queryOptions, type QueryDefinition } from './optimistic-query'
import { latestSettledQuery, monthsQuery } from './months'
import { walletsQuery } from './wallets'

/** Prefetched answers usually arrive well before this code; otherwise the screen shows that it is loading. */
const PREFETCH_TIMEOUT_MS = 1000

/**
 * Puts prefetched answers of the overview into the cache before it renders, so that the figure that the page already shows
 * (app/early-balance.ts) stays, and nothing renders twice.
 */
export async function consumePrefetched(account: Account): Promise<void> {
  if (!isPrefetched('/transactions/summary/months')) return
  const now = monthOf(today())
  const taking = Promise.all([
    prefetchQuery(account, walletsQuery),
    prefetchQuery(account, monthsQuery(null, now)),
    prefetchQuery(account, latestSettledQuery(now)),
  ])
  await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, PREFETCH_TIMEOUT_MS))])
}

/** An answer from the device's store makes the fetch unnecessary. */
async function prefetchQuery<T>(account: Account, read: QueryDefinition<T>): Promise<void> {
  const query = queryOptions(account, read)
  if (account.client.getQueryData(query.queryKey) === undefined) await account.client.prefetchQuery(query)
}
