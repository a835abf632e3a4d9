import { useQuery } from '@tanstack/react-query'
import type { OpenSession, SessionListAnswer } from '@prumo/shared/identity'
import { ApiError } from '../lib/api'
import { useAccount, type Account } from './account'
import { NOTHING_YET } from './shown'
import { readingOf, type Reading } from './reads'

/** Where the account is open. It changes by what other devices do, so it is asked for and never kept. */

const KEY = ['devices']

/** `GET /auth/sessions`: this device first. */
export function useDevices(): Reading<OpenSession[]> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { sessions } = await account.ask<SessionListAnswer>('/auth/sessions', {}, signal)
      return { ...NOTHING_YET, at, data: sessions }
    },
    staleTime: 0,
    meta: { isFrame: true },
  })
  return readingOf(query, query.data?.data, query.data)
}

/**
 * `DELETE /auth/sessions/{id}`; one that is gone already is as it should be.
 * @throws what `refusalOf` puts into words
 */
export async function disconnect(account: Account, id: string): Promise<void> {
  await end(account, `/auth/sessions/${encodeURIComponent(id)}`)
}

/**
 * `DELETE /auth/sessions`: every device but this one.
 * @throws what `refusalOf` puts into words
 */
export async function disconnectOthers(account: Account): Promise<void> {
  await end(account, '/auth/sessions')
}

async function end(account: Account, path: string): Promise<void> {
  try {
    await account.tell({ method: 'DELETE', path })
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure
  } finally {
    await account.client.invalidateQueries({ queryKey: KEY })
  }
}
