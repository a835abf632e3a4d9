import { LRUCache } from 'lru-cache'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Head } from '../stream/append.js'

const MAX_ACCOUNTS = 10_000
const MAX_ENTITIES = 50_000

/** An entity's state with the version it has. */
export interface Folded {
  state: unknown
  version: number
}

/** An account as this process last saw it. */
export interface CachedAccount {
  readonly key: DataKey
  /** The end of its log; whatever is kept of its entities is as of this event. */
  head: Head
}

/**
 * What this process last saw of the accounts it writes to, each as of one event of its log, told by number and hash.
 * It may be outdated and cannot be wrong: what is decided from it counts only when the append finds the log ending at
 * that very event, and what was decided on another is not added to it.
 */
export class AccountCache {
  readonly #accounts = new LRUCache<string, CachedAccount>({ max: MAX_ACCOUNTS })
  readonly #entities = new LRUCache<string, { account: CachedAccount; folded: Folded }>({ max: MAX_ENTITIES })

  /** The account as last seen. */
  account(accountId: string): Readonly<CachedAccount> | undefined {
    return this.#accounts.get(accountId)
  }

  /** One of its entities as of the account's head. @param name unique within the account */
  entity(accountId: string, name: string): Folded | undefined {
    const cached = this.#entities.get(`${accountId} ${name}`)
    return cached?.account === this.#accounts.get(accountId) ? cached?.folded : undefined
  }

  /** Keeps what an append led to. Where it was decided on another head than the cached one, all else of the account goes. */
  keep(accountId: string, decidedOn: Head, head: Head, key: DataKey, name: string, folded: Folded): void {
    let account = this.#accounts.get(accountId)
    if (account?.head.seq === decidedOn.seq && account.head.hash.equals(decidedOn.hash)) {
      account.head = head
    } else {
      // Entities name the account they are of: those of the one before are found no more.
      account = { key, head }
      this.#accounts.set(accountId, account)
    }
    this.#entities.set(`${accountId} ${name}`, { account, folded })
  }

  /** Drops what turned out outdated. */
  forget(accountId: string): void {
    this.#accounts.delete(accountId)
  }
}
