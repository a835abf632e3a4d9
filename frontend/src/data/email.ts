import type { Account } from './account'

/** The e-mail address for signing in. Not a command of the outbox: a mailed link completes the change. */

/**
 * `PUT /auth/email`: mails a link to the new address and a notice to the present one.
 * @throws failures for `refusalOf`; `needsConfirmation` identifies those that need a confirmation first
 */
export async function requestEmailChange(account: Account, email: string): Promise<void> {
  await account.send({ method: 'PUT', path: '/auth/email', body: { email } })
}

/**
 * `POST /auth/verify-email`: mails a new link to the present address and invalidates the former one.
 * @throws failures for `refusalOf`
 */
export async function requestVerification(account: Account): Promise<void> {
  await account.send({ method: 'POST', path: '/auth/verify-email' })
}
