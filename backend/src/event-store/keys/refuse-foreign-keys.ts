import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import { MASTER_KEY_ID_BYTES, UnopenedKey, UNNAMED_BYTES, type AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'

const AT_EACH_END = 20

// Sample both ends, because a rotation proceeds from one to the other; a full scan would slow down every start.
const SAMPLE = {
  text: `
    (select account_id as "accountId", wrapped_key as wrapped from account_keys order by account_id limit ${AT_EACH_END})
    union (select account_id, wrapped_key from account_keys order by account_id desc limit ${AT_EACH_END})`,
}

interface SampledKey {
  accountId: string
  wrapped: Buffer
}

/**
 * Refuses to start with the wrong master key, which would fail for every account and wrap new accounts under a key that other
 * processes lack. Detected by a sample: no key of it belongs to a given master key, or two keys name the same unknown one. A
 * single key that names an unknown one is damaged; verification reports it, and it does not prevent the start.
 * @throws InvalidSettings when account keys were wrapped by a master key that is not given
 */
export async function refuseForeignKeys(database: Database, keys: AccountKeys): Promise<void> {
  const sample = await database.rows<SampledKey>(SAMPLE)
  const foreign = sample.filter((each) => !isOurs(keys, each))
  if (foreign.length === 0) return
  const named = foreign.filter(({ wrapped }) => wrapped.length !== UNNAMED_BYTES).map(({ wrapped }) => idOf(wrapped).toString('hex'))
  if (foreign.length < sample.length && new Set(named).size === named.length) return
  throw new InvalidSettings([
    'MASTER_KEY: há contas com os dados protegidos por outra chave mestra. ' +
      'Use a chave deste banco, ou informe a anterior em MASTER_KEY_PREVIOUS e rode ops rotate-master-key.',
  ])
}

function idOf(wrapped: Buffer): Buffer {
  return wrapped.subarray(0, MASTER_KEY_ID_BYTES)
}

/** Whether a given master key wrapped it, by its id alone where it has one: it may still be damaged. */
function isOurs(keys: AccountKeys, { accountId, wrapped }: SampledKey): boolean {
  if (wrapped.length !== UNNAMED_BYTES) return keys.acceptedIds.some((id) => id.equals(idOf(wrapped)))
  try {
    keys.unwrap(accountId, wrapped)
    return true
  } catch (error) {
    if (error instanceof UnopenedKey) return false
    throw error
  }
}
