import type { DataKey } from '../../platform/crypto/account-keys.js'
import { LastUsed } from '../../platform/last-used.js'
import type { Head } from '../log/append.js'

const MAX_ACCOUNTS = 10_000
const MAX_ENTITIES = 64

/** An entity's state with the version it has. */
export interface Folded {
  state: unknown
  version: number
}

interface RememberedAccount {
  head: Head
  key: DataKey
  entities: LastUsed<string, Folded>
}

/**
 * What this process last saw of the accounts it writes to. It may be outdated and that does no harm: what is
 * decided from it counts only when the append finds the account's head where this memory has it.
 */
export class AccountMemory {
  readonly #accounts = new LastUsed<string, RememberedAccount>(MAX_ACCOUNTS)

  /** The account as last seen, or null. */
  recall(accountId: string): Readonly<RememberedAccount> | null {
    return this.#accounts.get(accountId) ?? null
  }

  /** Notes what an append led to; the account's other entities are as they were. */
  note(accountId: string, head: Head, key: DataKey, entity: string, folded: Folded): void {
    const account = this.#accounts.get(accountId) ?? { head, key, entities: new LastUsed<string, Folded>(MAX_ENTITIES) }
    account.head = head
    account.entities.set(entity, folded)
    this.#accounts.set(accountId, account)
  }

  /** Drops what turned out outdated. */
  forget(accountId: string): void {
    this.#accounts.delete(accountId)
  }
}
