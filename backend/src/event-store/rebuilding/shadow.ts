import type { Pool, PoolClient } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'
import type { EventRow } from '../log/event.js'
import { EVENT_FIELDS } from '../log/read-log.js'
import { applyTo, type Projection } from '../projecting/projection.js'
import { TableRows } from '../projecting/table-rows.js'
import { createIndexes, createTable, spelling, writeStatements } from '../projecting/table-sql.js'
import type { LogReading } from '../proving/replay.js'

/** Events read, folded and written at a time. */
const PAGE = 10_000

/** How far the log has come beyond a shadow. */
export interface Backlog {
  accounts: string[]
  events: number
}

/**
 * A read model being made again beside the one in use. It knows how far into each account's log it has come,
 * and moves on in steps that each commit rows and progress together.
 */
export class Shadow {
  readonly table: string
  readonly #progress: string

  constructor(
    private readonly reading: LogReading,
    private readonly projection: Projection,
  ) {
    this.table = `${projection.table.name}_shadow`
    this.#progress = `${this.table}_progress`
  }

  /** Begins anew, whatever an earlier attempt left. Indexes come later, because filling is faster without. */
  async create(on: PoolClient): Promise<void> {
    await this.drop(on)
    await on.query(createTable(this.projection.table, this.table))
    await on.query(`create table ${this.#progress} (account_id uuid primary key, seq bigint not null)`)
  }

  async createIndexes(on: PoolClient): Promise<void> {
    for (const statement of createIndexes(this.projection.table, this.table)) await on.query(statement)
  }

  async drop(on: PoolClient): Promise<void> {
    await on.query(`drop table if exists ${this.table}, ${this.#progress}`)
  }

  async dropProgress(on: PoolClient): Promise<void> {
    await on.query(`drop table ${this.#progress}`)
  }

  /** What has been appended and is not in the shadow yet. */
  async backlog(on: Pool | PoolClient): Promise<Backlog> {
    const { rows } = await on.query<{ account_id: string; behind: number }>(
      `select h.account_id, h.seq - coalesce(p.seq, 0) as behind from account_heads h
       left join ${this.#progress} p on p.account_id = h.account_id
       where h.seq > coalesce(p.seq, 0) order by h.account_id`,
    )
    return { accounts: rows.map((row) => row.account_id), events: rows.reduce((all, row) => all + row.behind, 0) }
  }

  /** Brings these accounts up to what is committed, page by page. @param done told after each page, with its events */
  async follow(database: Database, accounts: readonly string[], done: (events: number) => void): Promise<void> {
    const keys = await this.#keysOf(database.pool, accounts)
    for (let events = PAGE; events === PAGE; ) {
      events = await database.transaction((client) => this.#followPage(client, accounts, keys))
      done(events)
    }
  }

  /** The same within a transaction of the caller's. */
  async followWithin(client: PoolClient, accounts: readonly string[]): Promise<void> {
    const keys = await this.#keysOf(client, accounts)
    // A page that is not full was all there was; whoever waits for an empty one never catches a busy log.
    while ((await this.#followPage(client, accounts, keys)) === PAGE);
  }

  async #keysOf(on: Pool | PoolClient, accounts: readonly string[]): Promise<Map<string, DataKey>> {
    const { rows } = await on.query<{ account_id: string; wrapped_key: Buffer }>(
      'select account_id, wrapped_key from account_keys where account_id = any($1)',
      [accounts],
    )
    return new Map(rows.map((row) => [row.account_id, this.reading.keys.unwrap(row.account_id, row.wrapped_key)]))
  }

  async #followPage(client: PoolClient, accounts: readonly string[], keys: ReadonlyMap<string, DataKey>): Promise<number> {
    const { rows } = await client.query<Omit<EventRow, 'hash'>>(
      `select ${EVENT_FIELDS}
       from unnest($1::uuid[]) as a(account_id)
       left join ${this.#progress} p on p.account_id = a.account_id
       cross join lateral (
         select * from events e where e.account_id = a.account_id and e.seq > coalesce(p.seq, 0) order by e.seq limit ${PAGE}
       ) e limit ${PAGE}`,
      [accounts],
    )
    const changed = new TableRows(this.projection.table)
    const reached = new Map<string, number>()
    for (const row of rows) {
      reached.set(row.accountId, row.seq)
      const key = keys.get(row.accountId)
      // An account without a key was erased: its read models are empty.
      if (key && this.projection.on[row.type]) applyTo(this.projection, this.reading.codec.decode(row, key), changed)
    }
    for (const { text, values } of writeStatements(changed, spelling(this.projection.table, this.table, ''))) await client.query(text, [...values])
    await client.query(
      `insert into ${this.#progress} select * from unnest($1::uuid[], $2::bigint[])
       on conflict (account_id) do update set seq = excluded.seq`,
      [[...reached.keys()], [...reached.values()]],
    )
    return rows.length
  }
}
