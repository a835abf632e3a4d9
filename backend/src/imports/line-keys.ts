import { Rejected } from '@prumo/shared/rejections'
import type { AccountKeys, DataKey } from '../platform/crypto/account-keys.js'
import type { Rows } from '../platform/database/connection-pool.js'
import { inTurns } from '../platform/in-turns.js'

const WRAPPED_KEY = { name: 'wrapped-key-of-account', text: 'select wrapped_key as wrapped from account_keys where account_id = $1' }

/** The key of an account. Throws NOT_FOUND for one that was erased. */
export async function accountKey(database: Rows, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const [found] = await database.rows<{ wrapped: Buffer }>(WRAPPED_KEY, [accountId])
  if (!found) throw new Rejected('NOT_FOUND')
  return keys.unwrap(accountId, found.wrapped)
}

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
