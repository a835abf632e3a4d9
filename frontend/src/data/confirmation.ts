import { ApiError } from '../lib/api'
import { requestPasskey, type PasskeyRequestOptions } from '../lib/passkeys'
import type { Account } from './account'

/** Changes of sign-in data require a fresh confirmation of identity, which is valid for this session for 5 minutes. */

/** Whether a call was refused for lack of a confirmation. */
export function needsConfirmation(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'CONFIRMATION_REQUIRED'
}

/**
 * `POST /auth/confirm` with the password.
 * @throws failures for `refusalOf`, such as a wrong password
 */
export async function confirmByPassword(account: Account, password: string): Promise<void> {
  await account.send({ method: 'POST', path: '/auth/confirm', body: { password } })
}

/**
 * `POST /auth/confirm` with a passkey of the account.
 * @throws failures for `refusalOf`, or PasskeyError
 */
export async function confirmByPasskey(account: Account): Promise<void> {
  const options = await account.send<PasskeyRequestOptions>({ method: 'POST', path: '/auth/confirm/options' })
  await account.send({ method: 'POST', path: '/auth/confirm', body: await requestPasskey(options) })
}
