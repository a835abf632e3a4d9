import { useQuery } from '@tanstack/react-query'
import type { PasswordChange, ProfileChanges, UserAnswer } from '@prumo/shared/identity'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { newId } from '../lib/new-id'
import { refreshUser } from '../lib/session'
import { useAccount, type Account } from './account'

/** The profile and the password. Not commands of the outbox: they change only once the server has them. */

/** Refreshes the profile from the server, for every screen that shows it. Meanwhile the stored one is shown. */
export function useProfileRefresh(isEnabled = true): void {
  const account = useAccount()
  useQuery({
    enabled: isEnabled,
    queryKey: ['account', 'profile'],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { user } = await account.get<UserAnswer>('/auth/verify', {}, signal)
      refreshUser(user)
      return user
    },
  })
}

/**
 * `PUT /auth/profile`.
 * @param changes what differs from the present profile; without any, no request is sent
 * @throws failures for `refusalOf`
 */
export async function saveProfile(account: Account, changes: ProfileChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const { user } = await account.send<UserAnswer>({
    method: 'PUT',
    path: '/auth/profile',
    body: changes,
    headers: { 'Idempotency-Key': newId() },
  })
  refreshUser(user)
  void account.client.invalidateQueries({ queryKey: ['activity'] })
}

/**
 * `POST /auth/terms`: accepts the terms in force.
 * @throws failures for `refusalOf`
 */
export async function acceptTerms(account: Account): Promise<void> {
  const { user } = await account.send<UserAnswer>({
    method: 'POST',
    path: '/auth/terms',
    body: { version: TERMS_VERSION },
    headers: { 'Idempotency-Key': newId() },
  })
  refreshUser(user)
  void account.client.invalidateQueries({ queryKey: ['activity'] })
}

/**
 * `PUT /auth/password`: ends every other session of the person.
 * @throws failures for `refusalOf`, such as a wrong current password
 */
export async function changePassword(account: Account, change: PasswordChange): Promise<void> {
  await account.send({ method: 'PUT', path: '/auth/password', body: change })
}
