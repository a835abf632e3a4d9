import { monthOf } from '@prumo/shared/calendar'
import { isPrefetched } from '../lib/prefetched-answers'
import { today } from '../lib/dates'
import type { Account } from './account'
import { queryOptions, type QueryDefinition } from './optimistic-query'
import { latestSettledQuery, monthsQuery } from './months'

/** Answers are there well before the code that wants them, or the screen says itself that it waits. */
const PREFETCH_TIMEOUT_MS = 1000

/**
 * Has the account know what the overview begins with before it is drawn, where that was asked for ahead of the app: what
 * the page shows of it already (app/early-month-result.ts) does not go again, and nothing is drawn twice.
 */
export async function consumePrefetched(account: Account): Promise<void> {
  if (!isPrefetched('/transactions/summary/months')) return
  const now = monthOf(today())
  const taking = Promise.all([prefetchQuery(account, monthsQuery(null, now)), prefetchQuery(account, latestSettledQuery(now))])
  await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, PREFETCH_TIMEOUT_MS))])
}

/** What the device kept stands at once. */
async function prefetchQuery<T>(account: Account, read: QueryDefinition<T>): Promise<void> {
  const query = queryOptions(account, read)
  if (account.client.getQueryData(query.queryKey) === undefined) await account.client.prefetchQuery(query)
}
