import { DatabaseError, type PoolClient } from 'pg'
import type { Database } from '../../platform/database/database.js'
import type { Projection } from '../projecting/projection.js'
import type { LogReading } from '../proving/replay.js'
import { Shadow } from './shadow.js'

/** Any number that no other program takes on the same database. */
const REBUILD_LOCK = 7_786_661_002
/** Ranges of accounts filled at a time. */
const AT_ONCE = 2
const ACCOUNTS_A_RANGE = 200
/** Ranges for each that is filled at a time, at least: accounts differ in size, and none is to be left with most of the work. */
const RANGES_EACH = 8
/** So few events are applied while the table is locked that nobody notices. */
const CLOSE_ENOUGH = 200
const ROUNDS = 20
const LOCK_TIMEOUT_MS = 250
const LOCK_ATTEMPTS = 100

/** Told while a rebuild moves on. */
export interface RebuildProgress {
  table: string
  /** Events read so far, and how many there were to read when the rebuild began. */
  events: number
  of: number
}

/**
 * Makes read models again from the log while readers and writers go on: each is filled beside the one in use,
 * and takes its place in a moment under lock. Waits for another rebuild. @returns events read in all
 */
export async function rebuild(
  database: Database,
  reading: LogReading,
  projections: readonly Projection[],
  onProgress: (progress: RebuildProgress) => void = () => undefined,
): Promise<number> {
  return alone(database, async (client) => {
    let events = 0
    for (const projection of projections) events += await rebuildOne(database, client, reading, projection, onProgress)
    return events
  })
}

/**
 * Makes the read models that are missing or of another version than the program's.
 * @returns the names of the tables made
 */
export async function ensureReadModels(database: Database, reading: LogReading): Promise<string[]> {
  return alone(database, async (client) => {
    const { rows } = await client.query<{ name: string; version: number }>('select name, version from read_models')
    const present = new Map(rows.map(({ name, version }) => [name, version]))
    const outdated = reading.readModels.projections.filter(({ table }) => present.get(table.name) !== table.version)
    for (const projection of outdated) await rebuildOne(database, client, reading, projection, () => undefined)
    return outdated.map(({ table }) => table.name)
  })
}

/**
 * Runs the work while this process alone makes read models. The lock is a transaction's, held open on a connection of
 * its own: one of a session would stay behind in a transaction pooler. It reads nothing, so it holds up no vacuum.
 */
async function alone<T>(database: Database, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return database.transaction(async (lock) => {
    await lock.query('set local idle_in_transaction_session_timeout = 0')
    await lock.query('select pg_advisory_xact_lock($1)', [REBUILD_LOCK])
    const client = await database.pool.connect()
    try {
      await client.query('create table if not exists read_models (name text primary key, version integer not null)')
      return await work(client)
    } finally {
      client.release()
    }
  })
}

async function rebuildOne(
  database: Database,
  client: PoolClient,
  reading: LogReading,
  projection: Projection,
  onProgress: (progress: RebuildProgress) => void,
): Promise<number> {
  const shadow = new Shadow(reading, projection)
  await shadow.create(client)
  let events = 0
  let backlog = await shadow.backlog(client)
  const of = backlog.events
  const done = (read: number) => onProgress({ table: projection.table.name, events: (events += read), of })
  await fill(database, shadow, backlog.accounts, done)
  await shadow.createIndexes(client)
  await client.query(`analyze ${shadow.table}`)
  for (let round = 0; round < ROUNDS; round++) {
    backlog = await shadow.backlog(client)
    if (backlog.events <= CLOSE_ENOUGH) break
    await fill(database, shadow, backlog.accounts, done)
  }
  await takePlace(client, shadow, projection)
  return events
}

/** Follows ranges of accounts, a few at a time. */
async function fill(database: Database, shadow: Shadow, accounts: readonly string[], done: (events: number) => void): Promise<void> {
  const ranges: (readonly string[])[] = []
  const size = Math.min(ACCOUNTS_A_RANGE, Math.ceil(accounts.length / (AT_ONCE * RANGES_EACH)))
  for (let at = 0; at < accounts.length; at += size) ranges.push(accounts.slice(at, at + size))
  const work = async () => {
    for (let range = ranges.shift(); range; range = ranges.shift()) await shadow.follow(database, range, done)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Applies what is still missing and changes the names, under a lock that is given up rather than waited for long. */
async function takePlace(client: PoolClient, shadow: Shadow, { table }: Projection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      const { rows } = await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [table.name])
      if (rows[0]?.present) await client.query(`lock table ${table.name} in access exclusive mode`)
      // Whoever was writing to the table has committed now, so what is committed is all there is.
      await shadow.followWithin(client, (await shadow.backlog(client)).accounts)
      await shadow.dropProgress(client)
      if (rows[0]?.present) await client.query(`drop table ${table.name}`)
      await client.query(`alter table ${shadow.table} rename to ${table.name}`)
      await client.query(`alter index ${shadow.table}_pkey rename to ${table.name}_pkey`)
      await client.query('insert into read_models values ($1, $2) on conflict (name) do update set version = excluded.version', [table.name, table.version])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof DatabaseError) || !['55P03', '40P01'].includes(error.code ?? '') || attempt === LOCK_ATTEMPTS) throw error
    }
  }
}
