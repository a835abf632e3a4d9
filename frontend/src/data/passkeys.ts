import { useQuery } from '@tanstack/react-query'
import type { Passkey, PasskeyAnswer, PasskeyList } from '@prumo/shared/passkeys'
import { newId } from '../lib/new-id'
import { requestNewPasskey, type PasskeyCreationOptions } from '../lib/passkeys'
import { useAccount, type Account } from './account'
import { NO_POSITION } from './sync/optimistic'
import { toQueryResult, type QueryResult } from './optimistic-query'

/**
 * The passkeys of the account. Not commands of the outbox: they count only once the server has them. Adding and removing need a
 * confirmation first.
 */

const KEY = ['passkey']

/** `GET /auth/passkeys`, oldest first. */
export function usePasskeys(): QueryResult<readonly Passkey[]> {
  const account = useAccount()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const at = Date.now()
      const { passkeys } = await account.get<PasskeyList>('/auth/passkeys', {}, signal)
      return { ...NO_POSITION, at, data: passkeys }
    },
    meta: { isPersisted: true },
  })
  return toQueryResult(query, query.data?.data, query.data)
}

/**
 * `POST /auth/passkeys`, after the device has created the key.
 * @throws failures for `refusalOf`, or PasskeyError
 */
export async function addPasskey(account: Account, name: string): Promise<void> {
  const options = await account.send<PasskeyCreationOptions>({ method: 'POST', path: '/auth/passkeys/options' })
  const made = await requestNewPasskey(options)
  await account.send<PasskeyAnswer>({
    method: 'POST',
    path: '/auth/passkeys',
    body: { ...made, name },
    headers: { 'Idempotency-Key': newId() },
  })
  invalidatePasskeys(account)
}

/** `PATCH /auth/passkeys/{id}`. @throws failures for `refusalOf` */
export async function renamePasskey(account: Account, id: string, name: string): Promise<void> {
  await account.send({ method: 'PATCH', path: `/auth/passkeys/${encodeURIComponent(id)}`, body: { name } })
  invalidatePasskeys(account)
}

/** `DELETE /auth/passkeys/{id}`: it can no longer sign in. @throws failures for `refusalOf` */
export async function removePasskey(account: Account, id: string): Promise<void> {
  try {
    await account.send({ method: 'DELETE', path: `/auth/passkeys/${encodeURIComponent(id)}`, headers: { 'Idempotency-Key': newId() } })
  } finally {
    // If it was gone already, the list is stale.
    invalidatePasskeys(account)
  }
}

function invalidatePasskeys(account: Account): void {
  void account.client.invalidateQueries({ queryKey: KEY })
  void account.client.invalidateQueries({ queryKey: ['activity'] })
}
