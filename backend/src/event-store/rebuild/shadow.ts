import { randomBytes } from 'node:crypto'
import { DatabaseError, type PoolClient } from 'pg'
import { DataKey, UnopenedKey } from '../../platform/crypto/account-keys.js'
import { distributeTable, isDistributed } from '../../platform/database/distribute.js'
import { findKeys } from '../keys/stored-keys.js'
import type { UnhashedRow } from '../stream/event.js'
import { UnreadableEvent } from '../stream/event-codec.js'
import { EVENT_FIELDS } from '../stream/read-stream.js'
import type { RunTransaction } from './rebuild-lock.js'
import { applyEvent, isAffectedBy, type Projection } from '../projection/projection.js'
import { TableRows } from '../projection/table.js'
import { createTable, writesOf } from '../projection/table-sql.js'
import type { LogReading } from '../log-reading.js'

/** Events read, folded and written per transaction. */
const PAGE = 10_000
const ACCOUNTS_A_RANGE = 200

type FoundKeys = Awaited<ReturnType<typeof findKeys>>

/**
 * A read model being rebuilt in a shadow table. It tracks its position in each account's log, and advances in steps that commit
 * rows and progress together. An unreadable account is set aside. Table names are random, so that concurrent rebuilds do not
 * collide.
 */
export class Shadow {
  readonly #table: string
  /** Unreadable accounts with the reason. */
  readonly setAsideAccounts = new Map<string, string>()
  readonly #progress: string

  constructor(
    private readonly reading: LogReading,
    readonly projection: Projection,
  ) {
    this.#table = `${projection.table.name}_shadow_${randomBytes(4).toString('hex')}`
    this.#progress = `${this.#table}_progress`
  }

  get tables(): string[] {
    return [this.#table, this.#progress]
  }

  /** Creates the empty tables. Indexes are created after filling, which is faster. */
  async create(on: PoolClient): Promise<void> {
    await on.query(createTable(this.projection.table, this.#table))
    await on.query(`create table ${this.#progress} (account_id uuid primary key, seq bigint not null)`)
    if (await isDistributed(on)) for (const table of this.tables) await distributeTable(on, table)
  }

  /** The accounts with events beyond the shadow's progress. Scans all heads. */
  async findLaggingAccounts(on: PoolClient): Promise<string[]> {
    const { rows } = await on.query<{ account_id: string }>(
      `select h.account_id from account_heads h left join ${this.#progress} p on p.account_id = h.account_id where h.seq > coalesce(p.seq, 0)`,
    )
    return rows.map((row) => row.account_id).filter((account) => !this.setAsideAccounts.has(account))
  }

  async createIndexes(on: PoolClient): Promise<void> {
    for (const index of this.projection.table.indexes ?? []) await on.query(`create index on ${this.#table} ${index}`)
    await on.query(`analyze ${this.#table}`)
  }

  /** Catches these accounts up with the committed log. @param done called with the number of events of each page */
  async catchUp(transact: RunTransaction, accounts: readonly string[], done: (events: number) => void = () => undefined): Promise<void> {
    for (let at = 0; at < accounts.length; at += ACCOUNTS_A_RANGE) {
      await this.#catchUpRange(transact, accounts.slice(at, at + ACCOUNTS_A_RANGE), done)
    }
  }

  async #catchUpRange(transact: RunTransaction, accounts: readonly string[], done: (events: number) => void): Promise<void> {
    try {
      const keys = await transact((client) => this.#keysOf(client, accounts))
      for (const group of await transact((client) => this.#groupsOf(client, accounts))) {
        for (let events = PAGE; events >= PAGE;) {
          events = await transact((client) => this.#catchUpPage(client, group, keys))
          done(events)
        }
      }
    } catch (error) {
      if (!isInvalidValue(error)) throw error
      // A value of one account fits no column: catch up one by one, and set that account aside.
      const [only = ''] = accounts
      if (accounts.length === 1) this.setAsideAccounts.set(only, 'its rows do not fit into the table')
      else for (const account of accounts) await this.#catchUpRange(transact, [account], done)
    }
  }

  /** Catches up within the caller's transaction. */
  async catchUpWithin(client: PoolClient, accounts: readonly string[]): Promise<void> {
    const keys = await this.#keysOf(client, accounts)
    for (const group of await this.#groupsOf(client, accounts)) {
      // A page that is not full was the last; waiting for an empty one would never end on a busy log.
      while ((await this.#catchUpPage(client, group, keys)) >= PAGE);
    }
  }

  /**
   * Replaces the table in use, in a transaction that holds its lock. Rows of accounts set aside are copied from the old table
   * if it has the same version: they may be the last readable ones.
   * @param inUse version of the table in use, if there is one
   */
  async replaceTable(client: PoolClient, inUse: number | undefined): Promise<void> {
    const { name, version, columns } = this.projection.table
    await client.query(`drop table ${this.#progress}`)
    const aside = [...this.setAsideAccounts.keys()]
    if (aside.length > 0) await client.query(`delete from ${this.#table} where account_id = any($1)`, [aside])
    if (aside.length > 0 && inUse === version) {
      const names = Object.keys(columns).join(', ')
      await client.query(`insert into ${this.#table} (${names}) select ${names} from ${name} where account_id = any($1)`, [aside])
    }
    await client.query(`drop table if exists ${name}`)
    await client.query(`alter table ${this.#table} rename to ${name}`)
    await client.query(`alter index ${this.#table}_pkey rename to ${name}_pkey`)
    await client.query('insert into read_models values ($1, $2) on conflict (name) do update set version = excluded.version', [
      name,
      version,
    ])
  }

  /** The accounts' keys. Accounts that are not erased and lack a valid key are set aside. */
  async #keysOf(on: PoolClient, accounts: readonly string[]): Promise<FoundKeys> {
    const keys = await findKeys(on, this.reading.keys, accounts)
    for (const [account, key] of keys) {
      if (key instanceof Error) this.setAsideAccounts.set(account, key instanceof UnopenedKey ? 'its key does not open' : 'it has no key')
    }
    return keys
  }

  /** Groups accounts into pages by their number of pending events; an account with more is a group of its own. */
  async #groupsOf(on: PoolClient, accounts: readonly string[]): Promise<string[][]> {
    const { rows } = await on.query<{ account: string; events: number }>(
      `select h.account_id as account, h.seq - coalesce(p.seq, 0) as events
       from account_heads h left join ${this.#progress} p on p.account_id = h.account_id where h.account_id = any($1::uuid[])`,
      [accounts],
    )
    const sizes = new Map(rows.map(({ account, events }) => [account, events]))
    const groups: string[][] = []
    let room = 0
    for (const account of accounts) {
      const size = sizes.get(account) ?? 0
      const group = size > room ? undefined : groups.at(-1)
      if (group) group.push(account)
      else groups.push([account])
      room = (group ? room : PAGE) - size
    }
    return groups
  }

  /** Catches a group up by one page. @returns the number of events read */
  async #catchUpPage(client: PoolClient, group: readonly string[], keys: FoundKeys): Promise<number> {
    const accounts = group.filter((account) => !this.setAsideAccounts.has(account))
    const { rows: known } = await client.query<{ account: string; seq: number }>(
      `select account_id as account, seq from ${this.#progress} where account_id = any($1::uuid[])`,
      [accounts],
    )
    const before = new Map(known.map(({ account, seq }) => [account, seq]))
    const seqs = accounts.map((account) => before.get(account) ?? 0)
    const { rows } = await client.query<UnhashedRow>(
      accounts.length === 1
        ? {
            text: `select ${EVENT_FIELDS} from events e where e.account_id = $1 and e.seq > $2 order by e.seq limit ${PAGE}`,
            values: [accounts[0], seqs[0]],
          }
        : {
            text: `
              select ${EVENT_FIELDS} from unnest($1::uuid[], $2::bigint[]) as a(account_id, seq)
              join events e on e.account_id = a.account_id and e.seq > a.seq order by e.account_id, e.seq`,
            values: [accounts, seqs],
          },
    )
    const changed = this.#fold(rows, keys)
    if (!changed) return this.#catchUpPage(client, group, keys)
    const reached = new Map(rows.map((row) => [row.accountId, row.seq]))
    for (const { text, values } of writesOf(changed, this.#table)) await client.query(text, [...values])
    await client.query(
      `insert into ${this.#progress} select * from unnest($1::uuid[], $2::bigint[])
       on conflict (account_id) do update set seq = excluded.seq`,
      [[...reached.keys()], [...reached.values()]],
    )
    return rows.length
  }

  /** The table's changes by the events; null when an account turned out unreadable and was set aside. */
  #fold(rows: readonly UnhashedRow[], keys: FoundKeys): TableRows | null {
    const changed = new TableRows(this.projection.table)
    for (const row of rows) {
      const key = keys.get(row.accountId)
      // An erased account has no rows, regardless of earlier events.
      if (key === null) changed.clear(row.accountId)
      if (!(key instanceof DataKey) || !isAffectedBy(this.projection, row.type)) continue
      try {
        applyEvent(this.projection, this.reading.codec.decode(row, key), changed)
      } catch (error) {
        this.setAsideAccounts.set(row.accountId, this.#unreadableReason(row, key, error))
        return null
      }
    }
    return changed
  }

  /** Why a row could not be applied. Rethrows when the row is valid: then the program is at fault, not the account. */
  #unreadableReason(row: UnhashedRow, key: DataKey, error: unknown): string {
    if (error instanceof UnreadableEvent) return `event ${row.seq} cannot be read`
    if (this.reading.codec.matchesSchema(this.reading.codec.decode(row, key))) throw error
    return `event ${row.seq} is not of the shape of ${row.type}`
  }
}

/** Whether a value fits no column or violates a constraint: SQLSTATE classes 22 and 23, and out-of-range numbers. */
function isInvalidValue(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))
}
