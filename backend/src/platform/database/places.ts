import { LRUCache } from 'lru-cache'
import type { RowReader } from './connection-pool.js'

/**
 * A location of accounts' rows that one transaction can write: the whole database on plain Postgres, a group of colocated
 * shards with Citus.
 */
export interface AccountPlace {
  readonly key: string
  /** `host:port` of the node; undefined for the server that the program is connected to. */
  readonly node?: string
}

/** The server that the program is connected to; with Citus it routes to every node. */
export const COORDINATOR: AccountPlace = { key: '' }

/** A table colocated with all other tables of an account. */
const DISTRIBUTED = 'account_heads'

const IS_DISTRIBUTED = {
  text: `select to_regclass('pg_dist_partition') is not null and to_regclass('${DISTRIBUTED}') is not null as "hasCitus"`,
}

const SHARDS = {
  text: `
    select s.shardid as shard, n.nodename || ':' || n.nodeport as node
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
    where s.logicalrelid = '${DISTRIBUTED}'::regclass and n.noderole = 'primary'`,
}

const SHARD_OF = { name: 'shard-of-account', text: `select get_shard_id_for_distribution_column('${DISTRIBUTED}', $1::uuid) as shard` }

const MAX_ACCOUNTS = 100_000
/** How long a shard's node is cached. After a move, writes through the old node are slower but correct. */
const KEPT_MS = 5_000

/** Locates accounts' rows by Citus' shard metadata. */
export class Places {
  readonly #shards = new LRUCache<string, number>({ max: MAX_ACCOUNTS })
  #nodes: Promise<ReadonlyMap<number, string>> | undefined
  #until = 0

  private constructor(private readonly database: RowReader) {}

  /** Null on plain Postgres, and when no table is distributed. */
  static async find(database: RowReader): Promise<Places | null> {
    const [found] = await database.rows<{ hasCitus: boolean }>(IS_DISTRIBUTED)
    if (!found?.hasCitus) return null
    return (await database.rows(SHARDS)).length > 0 ? new Places(database) : null
  }

  async of(accountId: string): Promise<AccountPlace> {
    const shard = this.#shards.get(accountId) ?? (await this.#shardOf(accountId))
    const node = (await this.#nodesNow()).get(shard)
    return node === undefined ? COORDINATOR : { key: `${shard} ${node}`, node }
  }

  async #shardOf(accountId: string): Promise<number> {
    const [{ shard }] = (await this.database.rows<{ shard: number }>(SHARD_OF, [accountId])) as [{ shard: number }]
    this.#shards.set(accountId, shard)
    return shard
  }

  #nodesNow(): Promise<ReadonlyMap<number, string>> {
    if (this.#nodes && Date.now() < this.#until) return this.#nodes
    const asked = this.database
      .rows<{ shard: number; node: string }>(SHARDS)
      .then((rows) => new Map(rows.map(({ shard, node }) => [shard, node])))
    asked.catch(() => (this.#nodes = undefined))
    this.#until = Date.now() + KEPT_MS
    return (this.#nodes = asked)
  }
}
