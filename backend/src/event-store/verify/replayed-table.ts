import { escapeIdentifier, type PoolClient } from 'pg'
import type { Recorded } from '../stream/event.js'
import { applyTo, type Projection } from '../projection/projection.js'
import type { Row, Table } from '../projection/table.js'
import { TableRows } from '../projection/table-rows.js'
import { createTable, selectAccount, spelling, writesOf } from '../projection/table-sql.js'
import { rowsOf } from './cursor.js'
import { Difference } from './difference.js'

/** The most rows that are held in memory. What is more goes to a temporary table, which few accounts ever need. */
const MOST_HELD = 10_000
const PAGE = 2_000

/**
 * One read model of one account as its log makes it, to be compared with the stored one. Its memory is bounded,
 * whatever the account's size: it works within a transaction, in which it makes a temporary table where it has to.
 */
export class ReplayedTable {
  #rows: TableRows
  #spilled = false
  readonly #table: Table
  readonly #temporary: string

  constructor(
    private readonly client: PoolClient,
    private readonly projection: Projection,
    private readonly mostHeld = MOST_HELD,
  ) {
    this.#table = projection.table
    this.#rows = new TableRows(this.#table)
    this.#temporary = `${this.#table.name}_replayed`
  }

  apply(event: Recorded): void {
    applyTo(this.projection, event, this.#rows)
  }

  /** To be called now and then, between events. */
  async settle(): Promise<void> {
    if (this.#rows.size > this.mostHeld) await this.#spill()
  }

  /** Throws Difference for the first row that is not what the log says. */
  async compare(accountId: string): Promise<void> {
    if (!this.#spilled) return this.#compareHeld(accountId)
    await this.#spill()
    await this.#compareSpilled(accountId)
  }

  async #spill(): Promise<void> {
    if (!this.#spilled) await this.client.query(createTable(this.#table, this.#temporary, 'temporary table'))
    this.#spilled = true
    for (const { text, values } of writesOf(this.#rows, spelling(this.#table, this.#temporary, ''))) await this.client.query(text, [...values])
    this.#rows = new TableRows(this.#table)
  }

  async #compareHeld(accountId: string): Promise<void> {
    const expected = new Map(this.#rows.rows().map((row) => [this.#nameOf(row), row]))
    for await (const row of rowsOf<Row>(this.client, 'stored', `declare stored no scroll cursor for ${selectAccount(this.#table)}`, accountId, PAGE)) {
      const name = this.#nameOf(row)
      this.#check(name, expected.get(name) ?? null, row)
      expected.delete(name)
    }
    for (const [name, row] of expected) this.#check(name, row, null)
  }

  async #compareSpilled(accountId: string): Promise<void> {
    const keys = this.#table.key.map(escapeIdentifier)
    const same = keys.map((column) => `r.${column} = s.${column}`).join(' and ')
    const differs = Object.keys(this.#table.columns).map((column) => `r.${escapeIdentifier(column)} is distinct from s.${escapeIdentifier(column)}`)
    const { rows } = await this.client.query<{ replayed: Row | null; stored: Row | null }>(
      `select to_jsonb(r) as replayed, to_jsonb(s) as stored
       from ${this.#temporary} r full join (select * from ${this.#table.name} where account_id = $1) s on ${same}
       where ${differs.join(' or ')}
       order by ${keys.map((column) => `coalesce(r.${column}, s.${column})`).join(', ')} limit 1`,
      [accountId],
    )
    const [first] = rows
    if (first) this.#check(this.#nameOf((first.replayed ?? first.stored) as Row), first.replayed, first.stored)
  }

  #check(name: string, replayed: Row | null, stored: Row | null): void {
    const { columns, name: table } = this.#table
    if (!replayed) throw new Difference(`${table}: the row ${name} is not in the log`)
    if (!stored) throw new Difference(`${table}: the row ${name} is missing`)
    const column = Object.keys(columns).find((each) => replayed[each] !== stored[each])
    if (column) throw new Difference(`${table}: ${column} of the row ${name} is not what the log says`)
  }

  /** Names a row by its key without the account, such as an entity's id. */
  #nameOf(row: Row): string {
    return JSON.stringify(this.#table.key.slice(1).map((column) => row[column]))
  }
}
