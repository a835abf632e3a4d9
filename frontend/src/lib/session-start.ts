import type { User } from '@prumo/shared/identity'
import { get, submit } from './api'
import { endSession, followOtherTabs, refreshUser, session } from './session'

/** A stored token without its user is verified on the server; failure forgets it. */
export async function startSession(): Promise<void> {
  followOtherTabs()
  if (session().status !== 'verifying') return
  try {
    const { user } = await get<{ user: User }>('/auth/verify')
    refreshUser(user)
  } catch {
    endSession('expired')
  }
}

/** The device forgets at once; the server is told, and a lost connection does not keep anyone signed in. */
export async function signOut(): Promise<void> {
  const told = submit('/auth/logout', undefined, { anonymous: false }).catch(() => undefined)
  endSession('signed-out')
  await told
}
