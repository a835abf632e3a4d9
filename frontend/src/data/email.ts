import type { Account } from './account'

/** The address that the person comes in with. No command of the outbox: it changes by a link that is mailed. */

/**
 * `PUT /auth/email`: a link is mailed to the new address, and the present one is told.
 * @throws what `refusalOf` puts into words; `asksToConfirm` says whether the person has to show first that it is them
 */
export async function requestEmailChange(account: Account, email: string): Promise<void> {
  await account.send({ method: 'PUT', path: '/auth/email', body: { email } })
}

/**
 * `POST /auth/verify-email`: the link for the present address is mailed once more, and the one before is void.
 * @throws what `refusalOf` puts into words
 */
export async function requestVerification(account: Account): Promise<void> {
  await account.send({ method: 'POST', path: '/auth/verify-email' })
}
