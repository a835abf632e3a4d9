import type { Pool, PoolClient } from 'pg'
import { UnopenedKey, type AccountKeys, type DataKey } from '../../platform/crypto/account-keys.js'
import { ACCOUNT_ERASED } from '../stream/event.js'

/** The account's data key. Throws when there is none: the account does not exist, or was erased. */
export async function dataKeyOf(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey> {
  const { rows } = await on.query<{ wrapped_key: Buffer }>('select wrapped_key from account_keys where account_id = $1', [accountId])
  if (!rows[0]) throw new Error(`Account ${accountId} has no key`)
  return keys.unwrap(accountId, rows[0].wrapped_key)
}

const KEYS_OR_ENDS = {
  name: 'keys-or-ends',
  text: `
    select a.id as "accountId", k.wrapped_key as wrapped, case when k.account_id is null then (
      select e.type from events e where e.account_id = a.id order by e.seq desc limit 1) = '${ACCOUNT_ERASED}' end as erased
    from unnest($1::uuid[]) as a(id) left join account_keys k on k.account_id = a.id`,
}

/**
 * The data keys of accounts, by account: null for one that was erased, an error where there is none for another reason.
 * It is an UnopenedKey where there is one that does not open.
 */
export async function findKeys(
  on: Pool | PoolClient,
  keys: AccountKeys,
  accountIds: readonly string[],
): Promise<Map<string, DataKey | null | Error>> {
  const { rows } = await on.query<{ accountId: string; wrapped: Buffer | null; erased: boolean | null }>({
    ...KEYS_OR_ENDS,
    values: [accountIds],
  })
  const found = new Map<string, DataKey | null | Error>()
  for (const { accountId, wrapped, erased } of rows) {
    try {
      if (wrapped) found.set(accountId, keys.unwrap(accountId, wrapped))
      else found.set(accountId, erased ? null : new Error(`Account ${accountId} has no key`))
    } catch (error) {
      if (!(error instanceof UnopenedKey)) throw error
      found.set(accountId, error)
    }
  }
  return found
}

/** The same where each is expected to be there or erased. Throws the first error. */
export async function keysUnlessErased(
  on: Pool | PoolClient,
  keys: AccountKeys,
  accountIds: readonly string[],
): Promise<Map<string, DataKey | null>> {
  const found = await findKeys(on, keys, accountIds)
  for (const key of found.values()) if (key instanceof Error) throw key
  return found as Map<string, DataKey | null>
}

/** The account's data key; null for an account that was erased. Throws when there is none although it was not. */
export async function keyUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey | null> {
  // Not looked up by the id: whoever asks may spell it in capitals, Postgres does not.
  const [key = null] = (await keysUnlessErased(on, keys, [accountId])).values()
  return key
}
