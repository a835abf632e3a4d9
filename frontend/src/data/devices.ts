import { useQuery } from '@tanstack/react-query'
import type { OpenSession, SessionListAnswer } from '@prumo/shared/identity'
import { ApiError } from '../lib/api'
import { useAccount, type Account } from './account'
import { NO_POSITION } from './sync/optimistic'
import { toQueryResult, type QueryResult } from './optimistic-query'

/** The open sessions of the account. Other devices change them, so they are never persisted. */

const KEY = ['devices']

/** `GET /auth/sessions`: this device first. */
export function useDevices(): QueryResult<OpenSession[]> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { sessions } = await account.get<SessionListAnswer>('/auth/sessions', {}, signal)
      return { ...NO_POSITION, at, data: sessions }
    },
    staleTime: 0,
    meta: { isFrame: true },
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/**
 * `DELETE /auth/sessions/{id}`; succeeds if it was gone already.
 * @throws failures for `refusalOf`
 */
export async function disconnect(account: Account, id: string): Promise<void> {
  await endSessions(account, `/auth/sessions/${encodeURIComponent(id)}`)
}

/**
 * `DELETE /auth/sessions`: ends every session but this one.
 * @throws failures for `refusalOf`
 */
export async function disconnectOthers(account: Account): Promise<void> {
  await endSessions(account, '/auth/sessions')
}

async function endSessions(account: Account, path: string): Promise<void> {
  try {
    await account.send({ method: 'DELETE', path })
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure
  } finally {
    await account.client.invalidateQueries({ queryKey: KEY })
  }
}
