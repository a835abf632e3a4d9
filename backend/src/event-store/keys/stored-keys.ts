import { Rejected } from '@prumo/shared/rejections'
import type { Pool, PoolClient } from 'pg'
import { UnopenedKey, type AccountKeys, type DataKey } from '../../platform/crypto/account-keys.js'
import type { Queryable, RowReader } from '../../platform/database/connection-pool.js'
import { ACCOUNT_ERASED } from '../stream/event.js'

/** The account's data key. Throws when it has none: the account does not exist or was erased. */
export async function loadDataKey(on: Queryable, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const { rows } = await on.query<{ wrapped_key: Buffer }>('select wrapped_key from account_keys where account_id = $1', [accountId])
  if (!rows[0]) throw new Error(`Account ${accountId} has no key`)
  return keys.unwrap(accountId, rows[0].wrapped_key)
}

const KEYS = {
  name: 'keys-of-accounts',
  text: 'select account_id as "accountId", wrapped_key as wrapped from account_keys where account_id = any($1::uuid[])',
}

const LAST_TYPE = { name: 'last-type', text: 'select type from events where account_id = $1 order by seq desc limit 1' }

/**
 * The data keys by account: null for an erased account, UnopenedKey for a key that does not open, another error for a missing
 * one.
 */
export async function findKeys(
  on: Pool | PoolClient,
  keys: AccountKeys,
  accountIds: readonly string[],
): Promise<Map<string, DataKey | null | Error>> {
  const { rows } = await on.query<{ accountId: string; wrapped: Buffer }>({ ...KEYS, values: [accountIds] })
  const wrapped = new Map(rows.map((row) => [row.accountId, row.wrapped]))
  const found = new Map<string, DataKey | null | Error>()
  for (const given of accountIds) {
    // Callers may pass ids in upper case; Postgres returns lower case.
    const accountId = given.toLowerCase()
    const bytes = wrapped.get(accountId)
    found.set(accountId, bytes ? openKey(keys, accountId, bytes) : await findMissingKeyReason(on, accountId))
  }
  return found
}

function openKey(keys: AccountKeys, accountId: string, wrapped: Buffer): DataKey | UnopenedKey {
  try {
    return keys.unwrap(accountId, wrapped)
  } catch (error) {
    if (!(error instanceof UnopenedKey)) throw error
    return error
  }
}

/** Null when the account was erased. */
async function findMissingKeyReason(on: Pool | PoolClient, accountId: string): Promise<Error | null> {
  const { rows } = await on.query<{ type: string }>({ ...LAST_TYPE, values: [accountId] })
  return rows[0]?.type === ACCOUNT_ERASED ? null : new Error(`Account ${accountId} has no key`)
}

/** Like `findKeys`, but throws the first error. */
export async function findKeysUnlessErased(
  on: Pool | PoolClient,
  keys: AccountKeys,
  accountIds: readonly string[],
): Promise<Map<string, DataKey | null>> {
  const found = await findKeys(on, keys, accountIds)
  for (const key of found.values()) if (key instanceof Error) throw key
  return found as Map<string, DataKey | null>
}

/** The account's data key; null for an erased account. Throws when it is missing otherwise. */
export async function findKeyUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey | null> {
  return (await findKeysUnlessErased(on, keys, [accountId])).get(accountId.toLowerCase()) ?? null
}

const WRAPPED_KEY = { name: 'wrapped-key-of-account', text: 'select wrapped_key as wrapped from account_keys where account_id = $1' }

/** The account's data key. Throws NOT_FOUND for an erased account. */
export async function loadAccountKey(database: RowReader, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const [found] = await database.rows<{ wrapped: Buffer }>(WRAPPED_KEY, [accountId])
  if (!found) throw new Rejected('NOT_FOUND')
  return keys.unwrap(accountId, found.wrapped)
}
