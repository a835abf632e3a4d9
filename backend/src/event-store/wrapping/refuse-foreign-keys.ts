import { InvalidSettings } from '../../platform/config/invalid-settings.js'
import { MASTER_KEY_ID_BYTES, UnopenedKey, UNNAMED_BYTES, type AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'

const FOREIGN = {
  text: `
    select count(*) as accounts from account_keys
    where length(wrapped_key) <> ${UNNAMED_BYTES} and substring(wrapped_key from 1 for ${MASTER_KEY_ID_BYTES}) <> all($1::bytea[])`,
}

const SOME_UNNAMED = {
  text: `
    select account_id as "accountId", wrapped_key as wrapped from account_keys
    where length(wrapped_key) = ${UNNAMED_BYTES} order by account_id limit 20`,
}

/**
 * A program with another master key would fail at every account, and open new ones that nobody else can read.
 * @throws InvalidSettings when accounts' keys were wrapped by a master key that is not given
 */
export async function refuseForeignKeys(database: Database, keys: AccountKeys): Promise<void> {
  const [foreign] = await database.rows<{ accounts: number }>(FOREIGN, [keys.acceptedIds])
  if (foreign && foreign.accounts > 0) throw refusal(`${foreign.accounts} ${foreign.accounts === 1 ? 'conta tem' : 'contas têm'}`)
  const unnamed = await database.rows<{ accountId: string; wrapped: Buffer }>(SOME_UNNAMED)
  if (unnamed.length > 0 && !unnamed.some(({ accountId, wrapped }) => opens(keys, accountId, wrapped))) throw refusal('as contas têm')
}

function opens(keys: AccountKeys, accountId: string, wrapped: Buffer): boolean {
  try {
    keys.unwrap(accountId, wrapped)
    return true
  } catch (error) {
    if (error instanceof UnopenedKey) return false
    throw error
  }
}

function refusal(who: string): InvalidSettings {
  const problem = `${who} os dados protegidos por outra chave mestra`
  return new InvalidSettings([`MASTER_KEY: ${problem}. Use a chave deste banco, ou informe a anterior em MASTER_KEY_PREVIOUS e rode ops rotate-master-key.`])
}
