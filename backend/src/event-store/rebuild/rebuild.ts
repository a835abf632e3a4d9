import { escapeIdentifier, type PoolClient } from 'pg'
import type { LockPatience } from '../../platform/database/lock-attempts.js'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import type { Database } from '../../platform/database/database.js'
import { presentEpoch } from '../stream/epoch.js'
import type { LogReading } from '../log-reading.js'
import { noteVerification } from '../verify/verifications.js'
import { withRebuildLock, type RunTransaction } from './rebuild-lock.js'
import { cutOver, findOldestTransaction, type EpochChange } from './cut-over.js'
import type { Projection } from '../projection/projection.js'
import { Shadow } from './shadow.js'

const DISCARD_TIMEOUT_MS = 1_000

/** Progress of a rebuild. */
export interface RebuildProgress {
  table: string
  /** Events read so far, and the total at the start. */
  events: number
  of: number
}

export interface RebuildResult {
  /** Total events read. */
  events: number
  /** Unreadable accounts with the reason; they do not stop the rebuild of others. */
  setAsideAccounts: ReadonlyMap<string, string>
}

export interface EnsureResult extends Pick<RebuildResult, 'setAsideAccounts'> {
  /** Names of the created tables. */
  made: readonly string[]
}

/** Options of a rebuild. An interrupted one leaves unfinished tables, which the next one drops. */
type RebuildOptions = LockPatience & { onProgress?: (progress: RebuildProgress) => void }

/**
 * Rebuilds read models from the log while readers and writers continue: each is filled in a shadow table, which replaces the
 * one in use under a short lock. Waits for another rebuild. Throws TableInUse.
 */
export async function rebuild(
  database: Database,
  reading: LogReading,
  projections: readonly Projection[],
  watching: RebuildOptions = {},
): Promise<RebuildResult> {
  return withRebuildLock(database, async (transact) => {
    const epoch = await presentEpoch(database)
    if (epoch > reading.epoch) throw outdatedProgram()
    await discardLeftovers(database, reading)
    let events = 0
    const shadows = projections.map((projection) => new Shadow(reading, projection))
    for (const shadow of shadows) events += await build(database, transact, [shadow], { from: epoch, to: epoch, removed: [] }, watching)
    return { events, setAsideAccounts: collectSetAsideAccounts(shadows) }
  })
}

/**
 * Upgrades the database to the program's epoch: builds missing or outdated read models, then in a single transaction swaps them
 * in, drops those that the program no longer has, and shuts out programs of earlier epochs. Does nothing when the database is
 * already in that epoch. Throws StartupError in a later epoch, and TableInUse.
 */
export async function ensureReadModels(database: Database, reading: LogReading, watching: RebuildOptions = {}): Promise<EnsureResult> {
  const nothing = { made: [], setAsideAccounts: new Map() }
  if (!(await findNeededChange(database, reading))) return nothing
  return withRebuildLock(database, async (transact) => {
    // Another process of the same release may have done it meanwhile.
    const needed = await findNeededChange(database, reading)
    if (!needed) return nothing
    await discardLeftovers(database, reading)
    const shadows = needed.missing.map((projection) => new Shadow(reading, projection))
    await build(database, transact, shadows, needed, watching)
    return { made: shadows.map(({ projection }) => projection.table.name), setAsideAccounts: collectSetAsideAccounts(shadows) }
  })
}

/**
 * The change to the program's epoch with the read models to build; null when there is none. Throws StartupError when the
 * database is in a later epoch, or has other tables in the same one.
 */
async function findNeededChange(
  database: Database,
  { epoch: to, readModels: { projections } }: LogReading,
): Promise<(EpochChange & { missing: Projection[] }) | null> {
  const from = await presentEpoch(database)
  if (from > to) throw outdatedProgram()
  const rows = await database.rows<{ name: string; version: number }>({ text: 'select name, version from read_models' })
  const versions = new Map(rows.map(({ name, version }) => [name, version]))
  const missing = projections.filter(({ table }) => versions.get(table.name) !== table.version)
  const removed = [...versions.keys()].filter((name) => !projections.some(({ table }) => table.name === name))
  if (from < to) return { from, to, missing, removed }
  const names = [...missing.map(({ table }) => table.name), ...removed]
  if (names.length === 0) return null
  throw new StartupError(
    `As tabelas de leitura deste banco (${names.join(', ')}) não são as deste programa, embora a época seja a mesma (${from}). ` +
      'Quem mudou uma tabela precisa aumentar `epoch` em backend/src/capabilities.ts.',
  )
}

function collectSetAsideAccounts(shadows: readonly Shadow[]): Map<string, string> {
  return new Map(shadows.flatMap((shadow) => [...shadow.setAsideAccounts]))
}

function outdatedProgram(): StartupError {
  return new StartupError(
    'Este banco já está em uso por uma versão mais nova do Prumo. Inicie a versão mais nova: esta não inicia e não alterou nada.',
  )
}

/** Builds the shadows and swaps them in, or drops them on failure. @returns the number of events read */
async function build(
  database: Database,
  transact: RunTransaction,
  shadows: readonly Shadow[],
  change: EpochChange,
  watching: RebuildOptions,
): Promise<number> {
  try {
    const since = await transact(findOldestTransaction)
    let events = 0
    for (const shadow of shadows) events += await fill(transact, shadow, watching)
    await cutOver(transact, shadows, since, change, watching)
    // So that metrics report these accounts, and the daily check revisits them.
    for (const { projection, setAsideAccounts } of shadows) {
      for (const [accountId, why] of setAsideAccounts) {
        await noteVerification(database, {
          accountId,
          seq: 0,
          hash: '',
          problem: `It was set aside when ${projection.table.name} was made: ${why}`,
        })
      }
    }
    return events
  } catch (error) {
    await discard(
      database,
      shadows.flatMap(({ tables }) => tables),
    )
    throw error
  }
}

async function fill(transact: RunTransaction, shadow: Shadow, { onProgress }: RebuildOptions): Promise<number> {
  await transact((client) => shadow.create(client))
  const { rows: heads } = await transact((client) =>
    client.query<{ account: string; seq: number }>('select account_id as account, seq from account_heads order by 1'),
  )
  const of = heads.reduce((all, { seq }) => all + seq, 0)
  let events = 0
  const done = (read: number) => {
    events += read
    onProgress?.({ table: shadow.projection.table.name, events, of })
  }
  await shadow.catchUp(
    transact,
    heads.map(({ account }) => account),
    done,
  )
  await transact((client) => shadow.createIndexes(client))
  return events
}

/** Drops tables. One that a backup still reads is left to the next rebuild. */
async function discard(database: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const drop = async (client: PoolClient) => {
      await client.query(`set local lock_timeout = ${DISCARD_TIMEOUT_MS}`)
      await client.query(`drop table if exists ${escapeIdentifier(table)}`)
    }
    // Report the failure that led here, not this one.
    await database.transaction(drop).catch(() => undefined)
  }
}

const LEFTOVERS = {
  text: `
    select distinct c.relname as name from pg_class c
    join (select name from read_models union select unnest($1::text[])) m on starts_with(c.relname, m.name || '_shadow')
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
}

/** Drops the tables of interrupted rebuilds. Call under the rebuild lock. */
async function discardLeftovers(database: Database, { readModels }: LogReading): Promise<void> {
  const left = await database.rows<{ name: string }>(LEFTOVERS, [readModels.projections.map(({ table }) => table.name)])
  await discard(
    database,
    left.map(({ name }) => name),
  )
}
