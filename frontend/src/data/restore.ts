import { useQuery } from '@tanstack/react-query'
import type { Restore, RestoreAnswer } from '@prumo/shared/restore'
import { ApiError } from '../lib/api'
import { read, remove, storageKeys, write } from '../lib/device-storage'
import { newId } from '../lib/new-id'
import { useAccount, type Account } from './account'

/**
 * Restores an account from a copy. Not a command of the outbox: it needs the server. The restore's id is stored on the device until
 * its person has seen the result, so that a reload keeps showing the progress.
 */

export const RESTORE_KEY = ['restore'] as const

/** The largest file takes long over a mobile connection. */
const SEND_TIMEOUT_MS = 120_000
/** The interval of polling the progress, if the stream of changes is silent. */
const POLL_MS = 1000

/**
 * `POST /data/restore`. Sending the same file again continues the same restore.
 * @param file the parsed content, unchanged
 * @throws failures for `refusalOf`
 */
export async function beginRestore(account: Account, file: unknown): Promise<Restore> {
  const { restore } = await account.send<RestoreAnswer>({
    method: 'POST',
    path: '/data/restore',
    body: file,
    isFile: true,
    headers: { 'Idempotency-Key': newId() },
    timeoutMs: SEND_TIMEOUT_MS,
  })
  write('local', storageKeys.restore, restore.id)
  account.client.setQueryData(RESTORE_KEY, restore)
  return restore
}

/** The restore that this device started, until its person has dismissed the result; null for none. */
export function useRestore(): { restore: Restore | null; forget: () => void } {
  const account = useAccount()
  const { data = null } = useQuery({
    queryKey: RESTORE_KEY,
    queryFn: ({ signal }) => fetchRestore(account, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  return {
    restore: data,
    forget() {
      remove('local', storageKeys.restore)
      account.client.setQueryData(RESTORE_KEY, null)
      account.client.removeQueries({ queryKey: [...RESTORE_KEY, 'attachments'] })
    },
  }
}

async function fetchRestore(account: Account, signal: AbortSignal): Promise<Restore | null> {
  const id = read('local', storageKeys.restore)
  if (id === null) return null
  try {
    const { restore } = await account.get<RestoreAnswer>(`/data/restore/${encodeURIComponent(id)}`, {}, signal)
    const wasRunning = account.client.getQueryData<Restore | null>(RESTORE_KEY)?.state === 'running'
    // Everything read before is stale, whether the stream of changes said so or not.
    if (wasRunning && restore.state !== 'running')
      void account.client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== RESTORE_KEY[0] })
    return restore
  } catch (failure) {
    // A reset removed it, or its retention ended.
    if (!(failure instanceof ApiError) || failure.status !== 404) throw failure
    remove('local', storageKeys.restore)
    return null
  }
}
