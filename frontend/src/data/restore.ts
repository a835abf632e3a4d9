import { useQuery } from '@tanstack/react-query'
import type { Restore, RestoreAnswer } from '@prumo/shared/restore'
import { ApiError } from '../lib/api'
import { read, remove, storageKeys, write } from '../lib/device-storage'
import { newId } from '../lib/new-id'
import { useAccount, type Account } from './account'

/**
 * A copy of an account on its way back. No command of the outbox: it needs the server, and counts once that has it. Which one it
 * is stays noted on the device until its person has seen what became of it, so that a reload goes on telling.
 */

const KEY = ['restore'] as const

/** The largest file takes its time on a telephone queue. */
const SEND_TIMEOUT_MS = 120_000
/** How often it is asked how far it came, where the stream of changes does not tell. */
const POLL_MS = 1000

/**
 * `POST /data/restore`. The same file again is the same restore, wherever it failed.
 * @param file what the file says, as it says it @throws what `refusalOf` puts into words
 */
export async function beginRestore(account: Account, file: unknown): Promise<void> {
  const { restore } = await account.send<RestoreAnswer>({
    method: 'POST',
    path: '/data/restore',
    body: file,
    isFile: true,
    headers: { 'Idempotency-Key': newId() },
    timeoutMs: SEND_TIMEOUT_MS,
  })
  write('local', storageKeys.restore, restore.id)
  account.client.setQueryData(KEY, restore)
}

/** The restore that this device began, and forgets once its person has seen the end of it; null for none. */
export function useRestore(): { restore: Restore | null; forget: () => void } {
  const account = useAccount()
  const { data = null } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRestore(account, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  return {
    restore: data,
    forget() {
      remove('local', storageKeys.restore)
      account.client.setQueryData(KEY, null)
    },
  }
}

async function fetchRestore(account: Account, signal: AbortSignal): Promise<Restore | null> {
  const id = read('local', storageKeys.restore)
  if (id === null) return null
  try {
    const { restore } = await account.get<RestoreAnswer>(`/data/restore/${encodeURIComponent(id)}`, {}, signal)
    const wasRunning = account.client.getQueryData<Restore | null>(KEY)?.state === 'running'
    // Everything that was read before is another by now, whether the stream of changes said so or not.
    if (wasRunning && restore.state !== 'running')
      void account.client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
    return restore
  } catch (failure) {
    // A reset took it away, or the days did in which it is kept.
    if (!(failure instanceof ApiError) || failure.status !== 404) throw failure
    remove('local', storageKeys.restore)
    return null
  }
}
