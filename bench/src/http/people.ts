import { SessionTokens } from '@prumo/backend/access/session-tokens'
import { Sessions, type NewSession } from '@prumo/backend/access/sessions'
import type { Settings } from '@prumo/backend/platform/config/settings'
import { openProduct } from '../append/prumo.js'
import { openAccounts, type MixAccount } from '../mix/accounts.js'

/** A signed-in person. */
export interface BenchPerson {
  account: MixAccount
  token: string
}

/** The measurement takes longer than the minutes for which a new account needs no subscription. */
export const LONG_GRACE = { REGISTRATION_GRACE_SECONDS: '86400' }

/** Opens accounts with a session each, as a registration does, but without hashing a password. */
export async function signIn(url: string, secret: string, count: number): Promise<BenchPerson[]> {
  const { database, writePath } = await openProduct(url)
  const settings = { jwtSecrets: [secret], registrationGraceSeconds: 0 } as unknown as Settings
  const sessions = new Sessions(new SessionTokens(settings), database, settings)
  const tokens = new Map<string, string>()
  const sessionOf = (accountId: string): NewSession => {
    const session = sessions.make(accountId, true)
    tokens.set(accountId, session.token)
    return session
  }
  const accounts = await openAccounts(writePath, count, sessionOf)
  await database.close()
  return accounts.map((account) => ({ account, token: tokens.get(account.id) as string }))
}
