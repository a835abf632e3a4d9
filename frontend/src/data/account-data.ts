import { useQuery } from '@tanstack/react-query'
import type { AccountExport } from '@prumo/shared/account-data'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import type { GoalList } from '@prumo/shared/goals'
import type { TaskList } from '@prumo/shared/tasks'
import type { SummaryAnswer, TransactionPage } from '@prumo/shared/transactions'
import { ApiError, EXPORT_MS } from '../lib/api'
import { useAccount, type Account } from './account'
import { emptyAccount } from './account-commands'
import { isResetPending, isLapsedReset, needsDecision, isUndelivered } from './sync/queue'
import { NO_POSITION } from './sync/optimistic'
import { toQueryResult, type QueryResult } from './optimistic-query'
import { useWholeQueue } from './sync-status'

/**
 * What a person does with all of an account at once: it needs the server, which alone has everything, and it ends what
 * waits.
 */

/**
 * `GET /data/export`: all that the account has but what was deleted, as the file that it becomes: amounts in reais.
 * @throws what `refusalOf` puts into words
 */
export function exportAccount(account: Account): Promise<AccountExport> {
  return account.send({ method: 'GET', path: '/data/export', headers: account.minPositionHeader(), isFile: true, timeoutMs: EXPORT_MS })
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
export function useContents(): QueryResult<AccountContents> {
  const account = useAccount()
  const query = useQuery({
    queryKey: ['account', 'contents'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => ({
      ...NO_POSITION,
      at: Date.now(),
      data: await countContents(account, signal),
    }),
    meta: { isOfAll: true },
  })
  return toQueryResult(query, query.data?.data, query.data)
}

async function countContents(account: Account, signal: AbortSignal): Promise<AccountContents> {
  // The summary counts what is settled alone.
  const unsettled = (status: string) => account.get<TransactionPage>('/transactions', { status, limit: MOST_COUNTED }, signal)
  const [{ summary }, pending, missed, { goals }, { tasks }, { emergencyFund }] = await Promise.all([
    account.get<SummaryAnswer>('/transactions/summary', {}, signal),
    unsettled('pending'),
    unsettled('not_received'),
    account.get<GoalList>('/goals', {}, signal),
    account.get<TaskList>('/tasks', {}, signal),
    account.get<{ emergencyFund: EmergencyFund | null }>('/emergency-fund', {}, signal),
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
 * `POST /data/reset`: the account is empty, here too, but for who the person is and what they pay for. Resolves once it is
 * known to be: it is repeated under its key until then, after a reload too, and what was in queue waits for that.
 * @throws what `refusalOf` puts into words
 */
export async function resetAccount({ id, outbox }: Pick<Account, 'id' | 'outbox'>): Promise<void> {
  const begun = outbox.state().queue.find(isResetPending)
  if (begun) await outbox.retry(begun.command.id)
  // This one takes its place at the end of the queue: all that was enqueued since goes too.
  for (const { command } of outbox.state().queue.filter(isLapsedReset)) await outbox.discard(command.id)
  const { id: wish } = begun?.command ?? (await outbox.enqueue(emptyAccount(id)))
  const item = await outbox.settled(wish)
  if (item?.status.is !== 'refused') return
  const { status, code, text, fields } = item.status.reason
  // Where the server failed it may have happened all the same: that stays to be decided.
  if (!isUndelivered(item)) await outbox.discard(wish)
  throw new ApiError(status, code, text, fields)
}

/** Whether the account is being emptied, and for so long that it has to be said. */
export function useResetPending(): { isEmptying: boolean; isLate: boolean } {
  const item = useWholeQueue().find((each) => isResetPending(each) && !needsDecision(each))
  return { isEmptying: item !== undefined, isLate: (item?.attempts ?? 0) > 0 }
}

/**
 * `DELETE /auth/account`: nothing is left of it, and its session is over. What this device has of it goes when the person
 * leaves, which is next.
 * @throws what `refusalOf` puts into words, a wrong password among it
 */
export async function eraseAccount(account: Account, password: string): Promise<void> {
  await account.outbox.withEmptyQueue(() => account.send({ method: 'DELETE', path: '/auth/account', body: { password } }))
}
