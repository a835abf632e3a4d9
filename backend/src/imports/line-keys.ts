import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'

/**
 * The stored keys of lines: fingerprints under the account's key, from which the statement cannot be read. Throws
 * NOT_FOUND for an erased account.
 */
export async function fingerprintsOf(
  database: RowReader,
  keys: AccountKeys,
  accountId: string,
  lines: readonly { key: string }[],
): Promise<string[]> {
  const key = await loadAccountKey(database, keys, accountId)
  return mapYielding(lines, (line) => key.fingerprint(`import-line\n${line.key}`).toString('base64url'))
}
