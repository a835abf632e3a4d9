import { DatabaseError, escapeIdentifier, type PoolClient } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.js'
import { StartupError } from '../../platform/data-folder/startup-error.js'
import { noteMovedHeads, stopNotingMovedHeads, takeMovedHeads } from './moved-heads.js'
import type { Shadow } from './shadow.js'

/** How long an attempt waits for its locks; whoever writes waits behind it. */
const LOCK_TIMEOUT_MS = 100
/** Longer than Postgres takes to end an autovacuum that is in somebody's way, which it does after a second. */
const VACUUM_TIMEOUT_MS = 1_200
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
const PATIENCE_MS = 300_000

/** Told after each attempt that came to nothing, because someone reads or writes one of the tables for long. */
export interface Waited {
  tables: string[]
  seconds: number
}

export interface Patience {
  onWait?: (waited: Waited) => void
  /** How long attempts are made, in milliseconds. */
  patienceMs?: number
}

/** What a new release brings about in the same moment: the tables it no longer has are gone, and the log is in its epoch. */
export interface Release {
  epoch: number
  removed: readonly string[]
}

/** Thrown when the tables could not be had for as long as there was patience; everything is as it was before. */
export class TableInUse extends StartupError {
  constructor(tables: readonly string[], seconds: number) {
    super(
      `Alguém está usando as tabelas ${tables.join(', ')} há mais de ${seconds} segundos (um backup, por exemplo), e elas não puderam ser trocadas. ` +
        'Nada mudou. Tente de novo quando a leitura terminar.',
    )
  }
}

/**
 * Lets shadows that have almost caught up take the places of the tables in use, all in one transaction. Its locks are
 * given up rather than waited for, again and again with growing pauses, so that writers go on beside a long reader.
 * @param client outside of a transaction; throws TableInUse
 */
export async function cutOver(
  database: Database,
  client: PoolClient,
  shadows: readonly Shadow[],
  { onWait = () => undefined, patienceMs = PATIENCE_MS }: Patience,
  release?: Release,
): Promise<void> {
  const inUse = await tablesInUse(client, [...shadows.map(({ projection }) => projection.table.name), ...(release?.removed ?? [])])
  const begun = Date.now()
  const locked = release ? ['account_heads', ...inUse.keys()] : [...inUse.keys()]
  try {
    let noted = false
    for (let attempt = 0; ; attempt++) {
      const done = await attemptTo(client, await timeoutFor(client, locked), async () => {
        if (noted) return change(client, shadows, inUse, release)
        await noteMovedHeads(client)
      })
      if (done && noted) return
      if (done) {
        noted = true
        for (const shadow of shadows) await shadow.follow(database, (await shadow.backlog(client)).accounts, () => undefined)
        await catchUp(database, client, shadows)
        continue
      }
      const waited = Date.now() - begun
      if (waited > patienceMs) throw new TableInUse([...inUse.keys()], Math.round(waited / 1000))
      onWait({ tables: [...inUse.keys()], seconds: waited / 1000 })
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)) * (0.75 + Math.random() / 2))
      if (noted) await catchUp(database, client, shadows)
    }
  } finally {
    await stopNoting(client)
  }
}

/** The versions of those tables that are there; 0 where nobody noted one. */
async function tablesInUse(client: PoolClient, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; version: number }>(
    `select n.name, coalesce(r.version, 0) as version from unnest($1::text[]) as n(name) left join read_models r on r.name = n.name
     where to_regclass(quote_ident(n.name)) is not null`,
    [names],
  )
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** Applies what was appended since the last look, while nothing is locked, so that little is left for the moment under lock. */
async function catchUp(database: Database, client: PoolClient, shadows: readonly Shadow[]): Promise<void> {
  const moved = await takeMovedHeads(client)
  for (const shadow of shadows) await shadow.follow(database, moved, () => undefined)
}

async function change(client: PoolClient, shadows: readonly Shadow[], inUse: ReadonlyMap<string, number>, release: Release | undefined): Promise<void> {
  // An append takes its account's head first and holds it to its commit: none is under way after this, and none begins.
  if (release) await client.query('lock table account_heads in share mode')
  if (inUse.size > 0) await client.query(`lock table ${[...inUse.keys()].map(escapeIdentifier).join(', ')} in access exclusive mode`)
  // Whoever was writing to a table has committed now, so what is committed is all there is.
  const moved = await takeMovedHeads(client)
  for (const shadow of shadows) {
    await shadow.followWithin(client, moved)
    await shadow.takePlace(client, inUse.get(shadow.projection.table.name))
  }
  if (!release) return
  for (const name of release.removed) {
    await client.query(`drop table if exists ${escapeIdentifier(name)}`)
    await client.query('delete from read_models where name = $1', [name])
  }
  await client.query('update log_epoch set epoch = $1', [release.epoch])
}

/** Does the work in a transaction. @returns false when a lock was not to be had in this time, and nothing happened */
export async function attemptTo(client: PoolClient, timeoutMs: number, work: () => Promise<void>): Promise<boolean> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${timeoutMs}`)
    await work()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')) return false
    throw error
  }
}

/** An autovacuum goes out of the way of whoever waits long enough; it is the one that holds this kind of lock. */
async function timeoutFor(client: PoolClient, tables: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `select 1 from pg_locks where mode = 'ShareUpdateExclusiveLock' and granted and locktype = 'relation'
       and database = (select oid from pg_database where datname = current_database()) and relation = any($1::text[]::regclass[]) limit 1`,
    [tables],
  )
  return rowCount ? VACUUM_TIMEOUT_MS : LOCK_TIMEOUT_MS
}

const STOP_ATTEMPTS = 50

/** What stays behind where this fails costs each append a row, until the next rebuild ends. */
async function stopNoting(client: PoolClient): Promise<void> {
  for (let attempt = 0; attempt < STOP_ATTEMPTS; attempt++) {
    if (await attemptTo(client, LOCK_TIMEOUT_MS, () => stopNotingMovedHeads(client))) return
    await pause(LOCK_TIMEOUT_MS)
  }
}
