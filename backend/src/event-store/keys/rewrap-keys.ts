import { MASTER_KEY_ID_BYTES, UnopenedKey, type AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'

const AT_ONCE = 500

/** Progress of a rotation: rewrapped keys, and how many there were to rewrap. */
export interface RewrapProgress {
  rewrapped: number
  of: number
}

export interface RewrapResult {
  rewrapped: number
  /** Accounts whose key no given master key unwraps; these stay as they are. */
  unopened: string[]
}

const BY_ANOTHER = `substring(wrapped_key from 1 for ${MASTER_KEY_ID_BYTES}) <> $1`

const COUNT = { text: `select count(*) as of from account_keys where ${BY_ANOTHER}` }

const NEXT = {
  text: `
    select account_id as "accountId", wrapped_key as wrapped from account_keys
    where ${BY_ANOTHER} and account_id > $2 order by account_id limit ${AT_ONCE}`,
}

// Compare-and-set: a key that was destroyed or rewrapped meanwhile is left alone.
const REPLACE = {
  text: `
    update account_keys k set wrapped_key = n.wrapped
    from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as n(account_id, was, wrapped)
    where k.account_id = n.account_id and k.wrapped_key = n.was returning 1`,
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Rewraps every account's key under the current master key, in batches, while the program runs. The data keys themselves do not
 * change, so sealed data stays valid. Resumable: a later run continues after an interruption.
 */
export async function rewrapKeys(
  database: Database,
  keys: AccountKeys,
  onProgress: (progress: RewrapProgress) => void = () => undefined,
): Promise<RewrapResult> {
  const [{ of } = { of: 0 }] = await database.rows<{ of: number }>(COUNT, [keys.presentId])
  const unopened = new Set<string>()
  let rewrapped = 0
  // A process with the old master key may open accounts behind this walk, so repeat until a pass finds nothing.
  for (let before = -1; before < rewrapped;) {
    before = rewrapped
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const found: WrappedKeyRow[] = await database.rows<WrappedKeyRow>(NEXT, [keys.presentId, after])
      rewrapped += await replace(database, keys, found, unopened)
      onProgress({ rewrapped, of })
      after = found.at(-1)?.accountId
    }
  }
  return { rewrapped, unopened: [...unopened] }
}

interface WrappedKeyRow {
  accountId: string
  wrapped: Buffer
}

async function replace(database: Database, keys: AccountKeys, found: readonly WrappedKeyRow[], unopened: Set<string>): Promise<number> {
  const rewrappedKeys: { accountId: string; was: Buffer; wrapped: Buffer }[] = []
  for (const { accountId, wrapped: was } of found) {
    try {
      rewrappedKeys.push({ accountId, was, wrapped: keys.rewrap(accountId, was) })
    } catch (error) {
      if (!(error instanceof UnopenedKey)) throw error
      unopened.add(accountId)
    }
  }
  const columns = [
    rewrappedKeys.map((each) => each.accountId),
    rewrappedKeys.map((each) => each.was),
    rewrappedKeys.map((each) => each.wrapped),
  ]
  return (await database.rows(REPLACE, columns)).length
}
