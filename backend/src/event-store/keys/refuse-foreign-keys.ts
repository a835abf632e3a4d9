import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import { MASTER_KEY_ID_BYTES, UnopenedKey, UNNAMED_BYTES, type AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'

const AT_EACH_END = 20

// From both ends, because a rotation walks from one to the other; never all of them, because each start would cost more.
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
 * A program with another master key would fail at every account, and open new ones that nobody else can read. A sample
 * tells: where none of its keys is of a given master key, or where two name the same other one. A single key that names
 * an unknown one was damaged; it is that account's problem, which verification names, and no reason not to start.
 * @throws InvalidSettings when accounts' keys were wrapped by a master key that is not given
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

/** Whether a given master key wrapped it, as far as can be told: one that names it may still be damaged. */
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
