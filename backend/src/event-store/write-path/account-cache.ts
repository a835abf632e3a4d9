import { LRUCache } from 'lru-cache'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Head } from '../stream/commit.js'
import type { LoadedEntity } from '../stream/read-stream.js'

const MAX_ACCOUNTS = 10_000
const MAX_ENTITIES = 50_000

/** An entity's state with its version. */
export interface FoldedEntity {
  state: unknown
  version: number
}

/** A cached entity: folded, or as it was read along with another. */
type CachedEntity = { folded: FoldedEntity } | { loaded: LoadedEntity }

/** The last state of an account seen by this process. */
export interface CachedAccount {
  readonly key: DataKey
  /** The end of its log; the cached entities are as of this event. */
  head: Head
  /** The state of its guard. */
  guarded: unknown
}

/**
 * A cache of the accounts that this process writes to, each as of one event of its log, identified by number and hash. It may
 * be stale but is safe: a decision based on it is committed only if the log still ends at that event, and results of other
 * heads are not merged into it.
 */
export class AccountCache {
  readonly #accounts = new LRUCache<string, CachedAccount>({ max: MAX_ACCOUNTS })
  readonly #entities = new LRUCache<string, { account: CachedAccount; entity: CachedEntity }>({ max: MAX_ENTITIES })

  /** The account as last seen. */
  account(accountId: string): Readonly<CachedAccount> | undefined {
    return this.#accounts.get(accountId)
  }

  /**
   * An entity as of the account's head. @param name unique within the account @param fold applied to one that was not folded yet
   */
  entity(accountId: string, name: string, fold: (loaded: LoadedEntity) => FoldedEntity): FoldedEntity | undefined {
    const cached = this.#entities.get(`${accountId} ${name}`)
    if (!cached || cached.account !== this.#accounts.get(accountId)) return undefined
    if ('loaded' in cached.entity) cached.entity = { folded: fold(cached.entity.loaded) }
    return cached.entity.folded
  }

  /**
   * Stores the results of an append, and other entities that were read at the head it was decided on. If that head is not the
   * cached one, the account's other entries are invalidated.
   * @param present the account after the append
   */
  update(
    accountId: string,
    decidedOn: Head,
    present: CachedAccount,
    entities: readonly { name: string; folded: FoldedEntity }[],
    others: ReadonlyMap<string, LoadedEntity>,
  ): void {
    let account = this.#accounts.get(accountId)
    if (account?.head.seq === decidedOn.seq && account.head.hash.equals(decidedOn.hash)) {
      account.head = present.head
      account.guarded = present.guarded
    } else {
      // Entries refer to their account object, so those of the previous one are no longer found.
      account = { ...present }
      this.#accounts.set(accountId, account)
      for (const [name, loaded] of others) this.#entities.set(`${accountId} ${name}`, { account, entity: { loaded } })
    }
    for (const { name, folded } of entities) this.#entities.set(`${accountId} ${name}`, { account, entity: { folded } })
  }

  /** Invalidates a stale account. */
  invalidate(accountId: string): void {
    this.#accounts.delete(accountId)
  }
}
