import { useQuery } from '@tanstack/react-query'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Grant, GrantList } from '@prumo/shared/guests'
import { ApiError } from '../lib/api'
import { newId } from '../lib/new-id'
import { useAccount, type Account } from './account'
import { NO_POSITION } from './sync/optimistic'
import { toQueryResult, type QueryResult } from './optimistic-query'

/** Who may look into the account. Not commands of the outbox: they count only once the server has them. */

const KEY = ['guest']

/** `GET /access`, newest first. */
export function useGrants(): QueryResult<readonly Grant[]> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { grants } = await account.get<GrantList>('/access', {}, signal)
      return { ...NO_POSITION, at, data: grants }
    },
    staleTime: 0,
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/** Whom to invite; `until` is the last day. */
export interface InvitationDetails {
  name: string
  email: string
  until: CalendarDate
}

/**
 * `POST /access`: mails the link to the guest.
 * @throws failures for `refusalOf`; `needsConfirmation` identifies those that need a confirmation first
 */
export async function inviteGuest(account: Account, details: InvitationDetails): Promise<void> {
  await account.send({ method: 'POST', path: '/access', body: { id: newId(), ...details }, headers: { 'Idempotency-Key': newId() } })
  invalidateGrants(account)
}

/** `DELETE /access/{id}`: ends an access at once; succeeds if it had ended already. @throws failures for `refusalOf` */
export async function endAccess(account: Account, id: string): Promise<void> {
  try {
    await account.send({ method: 'DELETE', path: `/access/${encodeURIComponent(id)}`, headers: { 'Idempotency-Key': newId() } })
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure
  } finally {
    invalidateGrants(account)
  }
}

function invalidateGrants(account: Account): void {
  void account.client.invalidateQueries({ queryKey: KEY })
  void account.client.invalidateQueries({ queryKey: ['activity'] })
}
