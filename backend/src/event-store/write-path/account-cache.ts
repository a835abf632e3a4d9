import { LRUCache } from 'lru-cache'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Head } from '../stream/commit.js'
import type { LoadedRow } from '../stream/read-stream.js'

const MAX_ACCOUNTS = 10_000
const MAX_ENTITIES = 50_000

/** An entity's state with the version it has. */
export interface FoldedEntity {
  state: unknown
  version: number
}

/** An entity as it was decided on, or as its events were read beside those of another. */
type CachedEntity = { folded: FoldedEntity } | { rows: readonly LoadedRow[] }

/** An account as this process last saw it. */
export interface CachedAccount {
  readonly key: DataKey
  /** The end of its log; whatever is kept of its entities is as of this event. */
  head: Head
}

/**
 * What this process last saw of the accounts it writes to, each as of one event of its log, known by number and hash.
 * It may be outdated and cannot be wrong: what is decided from it counts only when the append finds the log ending at
 * that very event, and what was decided on another is not added to it.
 */
export class AccountCache {
  readonly #accounts = new LRUCache<string, CachedAccount>({ max: MAX_ACCOUNTS })
  readonly #entities = new LRUCache<string, { account: CachedAccount; entity: CachedEntity }>({ max: MAX_ENTITIES })

  /** The account as last seen. */
  account(accountId: string): Readonly<CachedAccount> | undefined {
    return this.#accounts.get(accountId)
  }

  /**
   * One of its entities as of the account's head. @param name unique within the account @param fold for events that
   * were only read so far
   */
  entity(accountId: string, name: string, fold: (rows: readonly LoadedRow[]) => FoldedEntity): FoldedEntity | undefined {
    const cached = this.#entities.get(`${accountId} ${name}`)
    if (!cached || cached.account !== this.#accounts.get(accountId)) return undefined
    if ('rows' in cached.entity) cached.entity = { folded: fold(cached.entity.rows) }
    return cached.entity.folded
  }

  /**
   * Keeps what an append led to, all of it, and of other entities what was read at the head it was decided on. Where that is another
   * than the cached one, all else of the account goes.
   */
  update(
    accountId: string,
    decidedOn: Head,
    head: Head,
    key: DataKey,
    entities: readonly { name: string; folded: FoldedEntity }[],
    others: ReadonlyMap<string, readonly LoadedRow[]>,
  ): void {
    let account = this.#accounts.get(accountId)
    if (account?.head.seq === decidedOn.seq && account.head.hash.equals(decidedOn.hash)) {
      account.head = head
    } else {
      // Entities name the account they are of: those of the one before are found no more.
      account = { key, head }
      this.#accounts.set(accountId, account)
      for (const [name, rows] of others) this.#entities.set(`${accountId} ${name}`, { account, entity: { rows } })
    }
    for (const { name, folded } of entities) this.#entities.set(`${accountId} ${name}`, { account, entity: { folded } })
  }

  /** Drops what turned out outdated. */
  invalidate(accountId: string): void {
    this.#accounts.delete(accountId)
  }
}
