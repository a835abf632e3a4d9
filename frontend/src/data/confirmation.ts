import { ApiError } from '../lib/api'
import { requestPasskey, type PasskeyRequestOptions } from '../lib/passkeys'
import type { Account } from './account'

/** What changes how someone comes in asks them to show again that it is them: it covers this session for 5 minutes. */

/** Whether a call was refused because that has to come first. */
export function needsConfirmation(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'CONFIRMATION_REQUIRED'
}

/**
 * `POST /auth/confirm` with the password.
 * @throws what `refusalOf` puts into words, a wrong password among it
 */
export async function confirmByPassword(account: Account, password: string): Promise<void> {
  await account.send({ method: 'POST', path: '/auth/confirm', body: { password } })
}

/**
 * The same with a passkey of the account.
 * @throws what `refusalOf` puts into words, or PasskeyError
 */
export async function confirmByPasskey(account: Account): Promise<void> {
  const options = await account.send<PasskeyRequestOptions>({ method: 'POST', path: '/auth/confirm/options' })
  await account.send({ method: 'POST', path: '/auth/confirm', body: await requestPasskey(options) })
}
