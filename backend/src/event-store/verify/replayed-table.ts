import type { PoolClient } from 'pg'
import { valuesSql, rowParameters } from '../../platform/database/values-sql.js'
import type { RecordedEvent } from '../stream/event.js'
import { applyEvent, type Projection } from '../projection/projection.js'
import { shapeOf, type Table, TableRows } from '../projection/table.js'
import { createTable, writesOf } from '../projection/table-sql.js'
import { LogDifference } from './log-difference.js'

/** Maximum rows in memory; further ones spill to a temporary table, which few accounts need. */
const MOST_HELD = 5_000

/**
 * One read model of one account, replayed from its log to be compared with the stored one. Memory is bounded: rows spill to a
 * temporary table of the surrounding transaction.
 */
export class ReplayedTable {
  #rows: TableRows
  #spilled = false
  readonly #table: Table
  readonly #temporary: string

  constructor(
    private readonly client: PoolClient,
    private readonly projection: Projection,
  ) {
    this.#table = projection.table
    this.#rows = new TableRows(this.#table)
    this.#temporary = `${this.#table.name}_replayed`
  }

  async apply(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) applyEvent(this.projection, event, this.#rows)
    if (this.#rows.size > MOST_HELD) await this.#spill()
  }

  /** Throws LogDifference for the first row that differs from the log. */
  async compare(accountId: string): Promise<void> {
    if (this.#spilled) await this.#spill()
    const { name: table, key } = this.#table
    const { columns } = shapeOf(this.#table)
    const held = this.#rows.rows().map((row) => columns.map(([column]) => row[column]))
    const values = this.#spilled ? [accountId] : [...rowParameters(columns, held), accountId]
    const replayed = this.#spilled ? `${this.#temporary} as r` : valuesSql(columns, 'r', held.length === 1 ? 'row' : 'rows')
    const differs = columns.map(([column]) => `when r.${column} is distinct from s.${column} then '${column}'`)
    const keyOfEither = key.map((column) => `coalesce(r.${column}, s.${column})`)
    const { rows } = await this.client.query<{ name: unknown[]; missing: boolean; surplus: boolean; column: string }>(
      `select * from (
         select jsonb_build_array(${keyOfEither.slice(1).join(', ')}) as name, s.account_id is null as missing, r.account_id is null as surplus,
           case ${differs.join(' ')} end as column
         from ${replayed} full join (select * from ${table} where account_id = $${values.length}) s on ${key.map((column) => `r.${column} = s.${column}`).join(' and ')}
         order by ${keyOfEither.join(', ')}
       ) as rows where "column" is not null limit 1`,
      values,
    )
    const [first] = rows
    if (!first) return
    const name = JSON.stringify(first.name)
    if (first.surplus) throw new LogDifference(`${table}: the row ${name} is not in the log`)
    if (first.missing) throw new LogDifference(`${table}: the row ${name} is missing`)
    throw new LogDifference(`${table}: ${first.column} of the row ${name} is not what the log says`)
  }

  async #spill(): Promise<void> {
    if (!this.#spilled) await this.client.query(createTable(this.#table, this.#temporary, 'temporary table'))
    this.#spilled = true
    for (const { text, values } of writesOf(this.#rows, this.#temporary)) await this.client.query(text, [...values])
    this.#rows = new TableRows(this.#table)
  }
}
