import type { Pool, PoolClient } from 'pg'
import { keyUnlessErased } from '../keys/stored-keys.js'
import type { LogReading } from '../log-reading.js'
import { readLog, type Stretch } from '../stream/read-stream.js'
import { applyTo, concerns, type Projection } from './projection.js'
import { TableRows } from './table-rows.js'

/** Every read model of one account, or the chosen ones, as its log makes it, up to a moment, a position, or the end; empty for one that was erased. */
export async function replayAccount(
  on: Pool | PoolClient,
  reading: Pick<LogReading, 'keys' | 'codec' | 'readModels'>,
  accountId: string,
  stretch: Stretch = {},
  projections: readonly Projection[] = reading.readModels.projections,
): Promise<TableRows[]> {
  const key = await keyUnlessErased(on, reading.keys, accountId)
  const tables = projections.map((projection) => ({ projection, rows: new TableRows(projection.table) }))
  if (!key) return tables.map(({ rows }) => rows)
  for await (const page of readLog(on, accountId, stretch)) {
    for (const row of page) {
      if (!projections.some((projection) => concerns(projection, row.type))) continue
      const event = reading.codec.decode(row, key)
      for (const { projection, rows } of tables) applyTo(projection, event, rows)
    }
  }
  return tables.map(({ rows }) => rows)
}
