import { useQuery } from '@tanstack/react-query'
import type { AccountExport } from '@prumo/shared/account-data'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { GoalList } from '@prumo/shared/goals'
import type { TaskList } from '@prumo/shared/tasks'
import type { SummaryAnswer, TransactionPage } from '@prumo/shared/transactions'
import { useAccount, type Account } from './account'
import { NOTHING_YET } from './fresh'
import { readingOf, type Reading } from './reads'

/**
 * What a person does with all of an account at once. None of it is a command of the outbox: it needs the server, which
 * alone has everything, and it ends what waits.
 */

/** A year's file of a busy shop takes its time on a telephone line. */
const EXPORT_MS = 120_000

/**
 * `GET /data/export`: all that the account has but what was deleted.
 * @throws what `refusalOf` puts into words
 */
export function exportAccount(account: Account): Promise<AccountExport> {
  return account.tell<AccountExport>({ method: 'GET', path: '/data/export', timeoutMs: EXPORT_MS })
}

/** How much there is in an account. */
export interface AccountContents {
  transactions: number
  /** There are more transactions than were counted. */
  hasMore: boolean
  goals: number
  tasks: number
  hasFund: boolean
}

const MOST_COUNTED = 500

/** How much of each kind the account has: what waits on this device is not in it. */
export function useContents(): Reading<AccountContents> {
  const account = useAccount()
  const query = useQuery({
    queryKey: ['account', 'contents'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({ ...NOTHING_YET, at: Date.now(), data: await countedIn(account, signal) }),
    meta: { isOfAll: true },
  })
  return readingOf(query, query.data?.data, query.data)
}

async function countedIn(account: Account, signal: AbortSignal): Promise<AccountContents> {
  // The summary counts what is settled alone.
  const unsettled = (status: string) => account.ask<TransactionPage>('/transactions', { status, limit: MOST_COUNTED }, signal)
  const [{ summary }, pending, missed, { goals }, { tasks }, { emergencyFund }] = await Promise.all([
    account.ask<SummaryAnswer>('/transactions/summary', {}, signal),
    unsettled('pending'),
    unsettled('not_received'),
    account.ask<GoalList>('/goals', {}, signal),
    account.ask<TaskList>('/tasks', {}, signal),
    account.ask<{ emergencyFund: EmergencyFund | null }>('/emergency-fund', {}, signal),
  ])
  return {
    transactions: summary.count + pending.transactions.length + missed.transactions.length,
    hasMore: pending.nextCursor !== null || missed.nextCursor !== null,
    goals: goals.length,
    tasks: tasks.length,
    hasFund: emergencyFund !== null,
  }
}

/**
 * `POST /data/reset`: the account is empty, here too, but for who the person is and what they pay for.
 * @param key the same for each attempt of one wish, so that it is done once
 * @throws what `refusalOf` puts into words
 */
export async function resetAccount(account: Account, key: string): Promise<void> {
  await account.outbox.without(() => account.tell({ method: 'POST', path: '/data/reset', body: { confirm: true }, headers: { 'Idempotency-Key': key } }))
  await account.forget()
}

/**
 * `DELETE /auth/account`: nothing is left of it, and its session is over. What this device has of it goes when the person
 * leaves, which is next.
 * @throws what `refusalOf` puts into words, a wrong password among it
 */
export async function eraseAccount(account: Account, password: string): Promise<void> {
  await account.outbox.without(() => account.tell({ method: 'DELETE', path: '/auth/account', body: { password } }))
}

