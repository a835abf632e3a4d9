import type { PoolClient } from 'pg'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import type { Database } from '../../platform/database/database.js'
import { presentEpoch } from '../stream/epoch.js'
import type { LogReading } from '../log-reading.js'
import { noteSetAside } from '../verifications.js'
import { attemptTo, cutOver, type Patience } from './cut-over.js'
import type { Projection } from './projection.js'
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
const DISCARD_TIMEOUT_MS = 1_000

/** Told while a rebuild moves on. */
export interface RebuildProgress {
  table: string
  /** Events read so far, and how many there were to read when the rebuild began. */
  events: number
  of: number
}

export interface Rebuilt {
  /** Events read in all. */
  events: number
  /** The accounts that could not be read, and why; whatever is wrong with them holds up no other. */
  setAside: ReadonlyMap<string, string>
}

export interface Ensured {
  /** The names of the tables made. */
  made: readonly string[]
  setAside: Rebuilt['setAside']
}
const NOTHING_TO_DO: Ensured = { made: [], setAside: new Map() }

type Watching = Patience & { onProgress?: (progress: RebuildProgress) => void }

/**
 * Makes read models again from the log while readers and writers go on: each is filled beside the one in use,
 * and takes its place in a moment under lock. Waits for another rebuild. Throws TableInUse.
 */
export async function rebuild(database: Database, reading: LogReading, projections: readonly Projection[], watching: Watching = {}): Promise<Rebuilt> {
  return alone(database, async (client) => {
    if ((await presentEpoch(database)) > reading.epoch) throw outdatedProgram()
    let events = 0
    const shadows = projections.map((projection) => new Shadow(reading, projection))
    for (const shadow of shadows) {
      events += await building(database, client, [shadow], watching, () => cutOver(database, client, [shadow], watching))
    }
    return { events, setAside: setAsideBy(shadows) }
  })
}

/**
 * Brings the database into the program's epoch: makes the read models that are missing or of another version, and in
 * one moment puts them in place, takes away those that the program no longer has, and holds back every program of
 * before. Nothing happens where the database is in that epoch already.
 * Throws StartupError in a later epoch, TableInUse.
 */
export async function ensureReadModels(database: Database, reading: LogReading, watching: Watching = {}): Promise<Ensured> {
  if (await isPresent(database, reading)) return NOTHING_TO_DO
  return alone(database, async (client) => {
    // Another process of the same release may have come first.
    if (await isPresent(database, reading)) return NOTHING_TO_DO
    const present = await presentVersions(database)
    const { projections } = reading.readModels
    const shadows = projections.filter(({ table }) => present.get(table.name) !== table.version).map((projection) => new Shadow(reading, projection))
    const removed = [...present.keys()].filter((name) => !projections.some(({ table }) => table.name === name))
    await building(database, client, shadows, watching, () => cutOver(database, client, shadows, watching, { epoch: reading.epoch, removed }))
    return { made: shadows.map(({ projection }) => projection.table.name), setAside: setAsideBy(shadows) }
  })
}

/** Whether the database is in the program's epoch. Throws StartupError when it is beyond, or says other tables of the same epoch. */
async function isPresent(database: Database, { epoch, readModels }: LogReading): Promise<boolean> {
  const present = await presentEpoch(database)
  if (present > epoch) throw outdatedProgram()
  if (present < epoch) return false
  const versions = await presentVersions(database)
  const { projections } = readModels
  const other = projections.filter(({ table }) => versions.get(table.name) !== table.version).map(({ table }) => table.name)
  if (other.length === 0 && versions.size === projections.length) return true
  const names = [...other, ...[...versions.keys()].filter((name) => !projections.some(({ table }) => table.name === name))]
  throw new StartupError(
    `As tabelas de leitura deste banco (${names.join(', ')}) não são as deste programa, embora a época seja a mesma (${epoch}). ` +
      'Quem mudou uma tabela precisa aumentar `epoch` em backend/src/capabilities.ts.',
  )
}

function setAsideBy(shadows: readonly Shadow[]): Map<string, string> {
  return new Map(shadows.flatMap((shadow) => [...shadow.setAside]))
}

function outdatedProgram(): StartupError {
  return new StartupError('Este banco já está em uso por uma versão mais nova do Prumo. Inicie a versão mais nova: esta não inicia e não alterou nada.')
}

async function presentVersions(database: Database): Promise<Map<string, number>> {
  const rows = await database.rows<{ name: string; version: number }>({ text: 'select name, version from read_models' })
  return new Map(rows.map(({ name, version }) => [name, version]))
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
      return await work(client)
    } finally {
      client.release()
    }
  })
}

/** Fills the shadows and puts them in place; where that fails, they are taken away. @returns events read */
async function building(database: Database, client: PoolClient, shadows: readonly Shadow[], watching: Watching, inPlace: () => Promise<void>): Promise<number> {
  try {
    let events = 0
    for (const shadow of shadows) events += await build(database, client, shadow, watching)
    await inPlace()
    for (const shadow of shadows) await noteSetAside(database, shadow.projection.table.name, shadow.setAside)
    return events
  } catch (error) {
    for (const shadow of shadows) await discard(client, shadow)
    throw error
  }
}

async function build(database: Database, client: PoolClient, shadow: Shadow, { onProgress = () => undefined }: Watching): Promise<number> {
  await shadow.create(client)
  let events = 0
  let backlog = await shadow.backlog(client)
  const of = backlog.events
  const done = (read: number) => onProgress({ table: shadow.projection.table.name, events: (events += read), of })
  await fill(database, shadow, backlog.accounts, done)
  await shadow.createIndexes(client)
  await client.query(`analyze ${shadow.table}`)
  for (let round = 0; round < ROUNDS; round++) {
    backlog = await shadow.backlog(client)
    if (backlog.events <= CLOSE_ENOUGH) break
    await fill(database, shadow, backlog.accounts, done)
  }
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

/** What a backup that began meanwhile still reads stays behind; whoever makes the table next begins by taking it away. */
async function discard(client: PoolClient, shadow: Shadow): Promise<void> {
  // The failure that led here is the one to tell of.
  await attemptTo(client, DISCARD_TIMEOUT_MS, () => shadow.drop(client)).catch(() => undefined)
}
