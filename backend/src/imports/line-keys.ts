import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'

/**
 * The keys of lines as they are kept: fingerprints under the account's key, which tell nobody else what a statement says.
 * Throws NOT_FOUND for an account that was erased.
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
