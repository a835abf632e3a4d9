import type { SessionAnswer } from '@prumo/shared/identity'
import { storageKeys, write } from '../../../lib/device-storage'
import { beginSession } from '../../../lib/session'
import { TokenMissing } from './registration-refusal'

/**
 * What follows a created account: the session begins, the moment is kept for the welcome, and the answer says
 * where to go next.
 */
export function afterRegistration({ token, user }: SessionAnswer): string {
  if (!token) throw new TokenMissing()
  beginSession(token, user, false)
  write('session', storageKeys.registeredAt, new Date().toISOString())
  return '/dashboard'
}
