import type { Pool, PoolClient } from 'pg'
import type { AccountKeys, DataKey } from '../../platform/crypto/account-keys.js'
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
    select a.account_id, k.wrapped_key,
      (select e.type from events e where e.account_id = a.account_id order by e.seq desc limit 1) = '${ACCOUNT_ERASED}' as erased
    from unnest($1::uuid[]) as a(account_id) left join account_keys k on k.account_id = a.account_id`,
}

/** The data keys of accounts, by account; null for one that was erased. Throws when there is none although it was not. */
export async function keysUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountIds: readonly string[]): Promise<Map<string, DataKey | null>> {
  const { rows } = await on.query<{ account_id: string; wrapped_key: Buffer | null; erased: boolean | null }>({ ...KEYS_OR_ENDS, values: [accountIds] })
  return new Map(
    rows.map(({ account_id: accountId, wrapped_key: wrapped, erased }) => {
      if (wrapped) return [accountId, keys.unwrap(accountId, wrapped)]
      if (erased) return [accountId, null]
      throw new Error(`Account ${accountId} has no key`)
    }),
  )
}

/** The account's data key; null for an account that was erased. Throws when there is none although it was not. */
export async function keyUnlessErased(on: Pool | PoolClient, keys: AccountKeys, accountId: string): Promise<DataKey | null> {
  // Not looked up by the id: whoever asks may spell it in capitals, Postgres does not.
  const [key = null] = (await keysUnlessErased(on, keys, [accountId])).values()
  return key
}
