import type { GuestAnswer, GuestEntry, Invitation } from '@prumo/shared/guests'
import type { Registration, SessionAnswer } from '@prumo/shared/identity'
import { get, submit } from '../../lib/api'
import { toSessionUser } from '../../lib/guest-user'
import type { SessionUser } from '../../lib/session'
import type { PasskeyRequestOptions, PasskeySignature } from '../../lib/passkeys'

/** The requests that need no session. */

export function logIn(email: string, password: string, rememberMe: boolean): Promise<SessionAnswer> {
  return submit<SessionAnswer>('/auth/login', { email, password, rememberMe })
}

/** The options of a passkey request for any account. Valid once, for five minutes. */
export function passkeyRequest(): Promise<PasskeyRequestOptions> {
  return submit<PasskeyRequestOptions>('/auth/login/passkey/options')
}

export function logInByPasskey(answer: PasskeySignature, rememberMe: boolean): Promise<SessionAnswer> {
  return submit<SessionAnswer>('/auth/login/passkey', { ...answer, rememberMe })
}

/** `monthlyIncome` in centavos. */
export function register(registration: Registration): Promise<SessionAnswer> {
  return submit<SessionAnswer>('/auth/register', registration)
}

/** Succeeds for any address, so that it reveals no accounts. */
export function requestReset(email: string): Promise<void> {
  return submit<void>('/auth/forgot-password', { email })
}

export function resetPassword(token: string, password: string): Promise<void> {
  return submit<void>('/auth/reset-password', { token, password })
}

/** Confirms an address by the token of a mailed link. Needs no session. */
export function confirmEmail(token: string): Promise<void> {
  return submit<void>('/auth/confirm-email', { token })
}

/** What an invitation's link leads to; changes nothing. */
export function lookAtInvitation(token: string): Promise<Invitation> {
  return submit<Invitation>('/guest/look', { token })
}

/** Uses up the link. @returns the token of the session, and the guest */
export async function enterByInvitation(token: string): Promise<{ token: string; user: SessionUser }> {
  const entry = await submit<GuestEntry>('/guest/enter', { token })
  const guest = await get<GuestAnswer>('/auth/verify', {}, undefined, entry.token)
  return { token: entry.token, user: toSessionUser(entry.token, guest) }
}

/** Succeeds for any address, so that it reveals no guests. */
export function requestGuestLink(email: string): Promise<void> {
  return submit<void>('/guest/link', { email })
}
