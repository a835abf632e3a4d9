import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.js'
import { replayAccount, type LogReading } from '../proving/replay.js'
import type { Table } from './table.js'
import { createTable, writeStatements } from './table-sql.js'

/** Any number that no other program takes on the same database. */
const READ_MODEL_LOCK = 7_786_661_002

/**
 * Makes the tables of the read models that are missing or of another version, and fills them from the log.
 * Only one process does it at a time; the others wait and then find nothing to do.
 * @returns the names of the tables made
 */
export async function ensureTables(database: Database, reading: LogReading): Promise<string[]> {
  return database.transaction(async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [READ_MODEL_LOCK])
    await client.query('create table if not exists read_models (name text primary key, version integer not null)')
    const { rows } = await client.query<{ name: string; version: number }>('select name, version from read_models')
    const present = new Map(rows.map(({ name, version }) => [name, version]))
    const outdated = reading.readModels.projections.map(({ table }) => table).filter((table) => present.get(table.name) !== table.version)
    for (const table of outdated) await makeTable(client, table)
    if (outdated.length > 0) await fill(client, reading, new Set(outdated.map((table) => table.name)))
    return outdated.map((table) => table.name)
  })
}

async function makeTable(client: PoolClient, table: Table): Promise<void> {
  await client.query(`drop table if exists ${table.name}`)
  for (const statement of createTable(table)) await client.query(statement)
  await client.query('insert into read_models values ($1, $2) on conflict (name) do update set version = excluded.version', [table.name, table.version])
}

async function fill(client: PoolClient, reading: LogReading, names: ReadonlySet<string>): Promise<void> {
  // Nobody may append to a log that was read while its rows are not written yet.
  await client.query('lock table account_heads in share row exclusive mode')
  const { rows } = await client.query<{ account_id: string }>('select account_id from account_heads order by account_id')
  for (const { account_id: accountId } of rows) {
    for (const replayed of await replayAccount(client, reading, accountId)) {
      if (!names.has(replayed.table.name)) continue
      for (const { text, values } of writeStatements(replayed, replayed.table.name, '')) await client.query(text, [...values])
    }
  }
}
