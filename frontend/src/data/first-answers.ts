import { monthOf } from '@prumo/shared/calendar'
import { isPrefetched } from '../lib/prefetched-answers'
import { today } from '../lib/dates'
import type { Account } from './account'
import { queryOf, type Read } from './reads'
import { latestSettled, monthsUntil } from './months'

/** Answers are there well before the code that wants them, or the screen says itself that it waits. */
const PATIENCE_MS = 1000

/**
 * Has the account know what the overview begins with before it is drawn, where that was asked for ahead of the app: what
 * the page shows of it already (app/early-month-result.ts) does not go again, and nothing is drawn twice.
 */
export async function takeFirstAnswers(account: Account): Promise<void> {
  if (!isPrefetched('/transactions/summary/months')) return
  const now = monthOf(today())
  const taking = Promise.all([take(account, monthsUntil(null, now)), take(account, latestSettled(now))])
  await Promise.race([taking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** What the device kept stands at once. */
async function take<T>(account: Account, read: Read<T>): Promise<void> {
  const query = queryOf(account, read)
  if (account.client.getQueryData(query.queryKey) === undefined) await account.client.prefetchQuery(query)
}
