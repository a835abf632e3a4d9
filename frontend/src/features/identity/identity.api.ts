import type { Registration, SessionAnswer } from '@prumo/shared/identity'
import { submit } from '../../lib/api'
import type { PasskeyRequestOptions, PasskeySignature } from '../../lib/passkeys'

/** The calls that come before there is a session. */

export function logIn(email: string, password: string, rememberMe: boolean): Promise<SessionAnswer> {
  return submit<SessionAnswer>('/auth/login', { email, password, rememberMe })
}

/** What a device is asked to sign, by whoever comes; good once, for five minutes. */
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

/** Answers the same for any address. */
export function requestReset(email: string): Promise<void> {
  return submit<void>('/auth/forgot-password', { email })
}

export function resetPassword(token: string, password: string): Promise<void> {
  return submit<void>('/auth/reset-password', { token, password })
}

/** By the token of a mailed link; whoever brings it need not be signed in. */
export function confirmEmail(token: string): Promise<void> {
  return submit<void>('/auth/confirm-email', { token })
}
