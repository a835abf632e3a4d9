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

/** Export, reset and erasure of a whole account. They need the server, which alone has all data, and end the queued commands. */

/**
 * `GET /data/export`: everything in the account except deleted entities, as the content of the file: amounts in reais.
 * @throws failures for `refusalOf`
 */
export function exportAccount(account: Account): Promise<AccountExport> {
  return account.send({ method: 'GET', path: '/data/export', headers: account.minPositionHeader(), isFile: true, timeoutMs: EXPORT_MS })
}

/** How many entities the account has. */
export interface AccountContents {
  transactions: number
  /** There are more transactions than were counted. */
  hasMore: boolean
  goals: number
  tasks: number
  hasFund: boolean
}

const MOST_COUNTED = 500

/** The counts of each kind on the server, without this device's unsent commands. */
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
  // The summary counts only settled transactions.
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
 * `POST /data/reset`: empties the account, also on this device, except for the profile and the subscription. Resolves once the
 * server has confirmed it. Until then the reset is repeated under its key, after a reload too, and the other commands wait.
 * @throws failures for `refusalOf`
 */
export async function resetAccount({ id, outbox }: Pick<Account, 'id' | 'outbox'>): Promise<void> {
  const pending = outbox.state().queue.find(isResetPending)
  if (pending) await outbox.retry(pending.command.id)
  // The new reset goes to the end of the queue, so that it covers what was enqueued since.
  for (const { command } of outbox.state().queue.filter(isLapsedReset)) await outbox.discard(command.id)
  const { id: resetId } = pending?.command ?? (await outbox.enqueue(emptyAccount(id)))
  const item = await outbox.settled(resetId)
  if (item?.status.is !== 'refused') return
  const { status, code, text, fields } = item.status.reason
  // After a server error the reset may have happened, so the command stays.
  if (!isUndelivered(item)) await outbox.discard(resetId)
  throw new ApiError(status, code, text, fields)
}

/** Whether the account is being emptied, and whether an attempt has failed so far. */
export function useResetPending(): { isEmptying: boolean; isLate: boolean } {
  const item = useWholeQueue().find((each) => isResetPending(each) && !needsDecision(each))
  return { isEmptying: item !== undefined, isLate: (item?.attempts ?? 0) > 0 }
}

/**
 * `DELETE /auth/account`: deletes the account and ends its session. The caller signs out next, which erases this device's data.
 * @throws failures for `refusalOf`, such as a wrong password
 */
export async function eraseAccount(account: Account, password: string): Promise<void> {
  await account.outbox.withEmptyQueue(() => account.send({ method: 'DELETE', path: '/auth/account', body: { password } }))
}
