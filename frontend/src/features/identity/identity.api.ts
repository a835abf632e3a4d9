import type { Registration, SessionAnswer } from '@prumo/shared/identity'
import { submit } from '../../lib/api'
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
