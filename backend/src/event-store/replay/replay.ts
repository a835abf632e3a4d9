import type { Pool, PoolClient } from 'pg'
import { findKeyUnlessErased } from '../keys/stored-keys.js'
import type { LogReading } from '../log-reading.js'
import { readLog, type LogRange } from '../stream/read-stream.js'
import { AccountRows } from '../projection/account-rows.js'
import type { TableRows } from '../projection/table.js'

/** Replays every read model of one account up to a moment, a position, or the end; empty for an erased account. */
export async function replayAccount(
  on: Pool | PoolClient,
  reading: Pick<LogReading, 'keys' | 'codec' | 'readModels'>,
  accountId: string,
  stretch: LogRange = {},
): Promise<TableRows[]> {
  const key = await findKeyUnlessErased(on, reading.keys, accountId)
  const rows = new AccountRows(reading.readModels.projections)
  if (!key) return rows.tables
  for await (const page of readLog(on, accountId, stretch)) {
    for (const row of page) rows.applyRow(row, reading.codec, key)
  }
  return rows.tables
}
