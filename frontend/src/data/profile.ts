import { useQuery } from '@tanstack/react-query'
import type { PasswordChange, ProfileChanges, UserAnswer } from '@prumo/shared/identity'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { newId } from '../lib/new-id'
import { refreshUser } from '../lib/session'
import { useAccount, type Account } from './account'

/**
 * Who the person is, and the password they come in with. Neither is a command of the outbox: what stands on every screen
 * and lets someone in changes once the server has it, never before.
 */

/**
 * Asks the server who the person is, where that is wanted; every screen that names them hears of it. What this device knows is
 * shown meanwhile.
 */
export function useProfileRefresh(isWanted = true): void {
  const account = useAccount()
  useQuery({
    enabled: isWanted,
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
 * @param changes what differs from what was seen; where nothing does, nothing is asked of the server
 * @throws what `refusalOf` puts into words
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
 * `POST /auth/terms`: the terms in force are accepted.
 * @throws what `refusalOf` puts into words
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
 * `PUT /auth/password`: every other session of the person ends.
 * @throws what `refusalOf` puts into words, a wrong current password among it
 */
export async function changePassword(account: Account, change: PasswordChange): Promise<void> {
  await account.send({ method: 'PUT', path: '/auth/password', body: change })
}
