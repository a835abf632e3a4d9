import { accountKey } from '../event-store/keys/stored-keys.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { Rows } from '../platform/database/connection-pool.js'
import { inTurns } from '../platform/in-turns.js'

/**
 * The keys of lines as they are kept: fingerprints under the account's key, which tell nobody else what a statement says.
 * Throws NOT_FOUND for an account that was erased.
 */
export async function fingerprintsOf(
  database: Rows,
  keys: AccountKeys,
  accountId: string,
  lines: readonly { key: string }[],
): Promise<string[]> {
  const key = await accountKey(database, keys, accountId)
  return inTurns(lines, (line) => key.fingerprint(`import-line\n${line.key}`).toString('base64url'))
}
