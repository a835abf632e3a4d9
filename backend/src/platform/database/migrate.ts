import { setTimeout as pause } from 'node:timers/promises'
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm'
import { StartupError } from '../data-folder/startup-error.js'
import type { Database } from './database.js'
import { limitLocks, PATIENCE_MS, retryUntilLocked, type LockPatience } from './lock-attempts.js'

/** A migration class as TypeORM runs it. */
export type Migration = new () => MigrationInterface

/**
 * Defines a migration for the list of `migrations.ts`. It cannot be reverted except by a backup.
 * @param name ends with 13 digits, which define the order
 * @param transaction false when the statements commit one by one; each must then tolerate having run before
 */
export function migration(name: string, up: (runner: QueryRunner) => Promise<void>, { transaction = true } = {}): Migration {
  class Named implements MigrationInterface {
    readonly name = name
    readonly transaction = transaction
    readonly up = up
    down(): Promise<void> {
      return Promise.reject(new Error('There is no way back from a migration but a backup'))
    }
  }
  return Object.defineProperty(Named, 'name', { value: name })
}

/** An advisory lock id, arbitrary but unique within the database. */
export const MIGRATION_LOCK = 7_786_661_001
const ASK_AGAIN_MS = 100

/**
 * Applies the pending migrations, each in its own transaction, under a lock that excludes other processes. A migration blocked
 * by a long reader is retried, so that no query queues behind it. Throws TableInUse.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 * @returns the names of the applied migrations
 */
export async function migrate(directUrl: string, migrations: Migration[], patience: LockPatience = {}): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: directUrl,
    migrations,
    poolSize: 2,
    applicationName: 'prumo-migrate',
    installExtensions: false,
    // Silent unless DEBUG is set; other loggers print each attempt to the console.
    logger: 'debug',
  })
  await dataSource.initialize()
  try {
    const runner = dataSource.createQueryRunner()
    // destroy() ends the session and thereby releases the lock, also after a failure.
    await lockMigrations((text, values) => runner.query(text, values))
    const executor = new MigrationExecutor(dataSource, runner)
    executor.transaction = 'each'
    const pending = await executor.getPendingMigrations()
    await retryUntilLocked([], patience, async (before) => {
      await limitLocks(runner, 'session', before)
      await executor.executePendingMigrations()
    })
    await runner.release()
    return pending.map(({ name }) => name)
  } finally {
    await dataSource.destroy()
  }
}

/**
 * Excludes other processes from migrating until the session ends. Polls, because a waiting statement would keep
 * `createIndexConcurrently` from finishing, and the two would deadlock.
 */
export async function lockMigrations(ask: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> {
  for (;;) {
    const [row] = (await ask('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK])) as { locked: boolean }[]
    if (row?.locked) return
    await pause(ASK_AGAIN_MS)
  }
}

/**
 * Creates an index while others read and write, for a migration with `transaction = false`. No query queues behind it, so it
 * may wait for readers. Replaces an invalid index left by an interrupted attempt.
 * @param definition the rest of `create index` after the name, such as `on events (account_id)`
 */
export async function createIndexConcurrently(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`SET lock_timeout = ${PATIENCE_MS}`)
  const invalid = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name])) as unknown[]
  // An attempt interrupted on Citus lacks the index of some shards, which only `if exists` passes over.
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ${definition}`)
  await limitLocks(runner, 'session', 0)
}

/**
 * The names of the pending migrations, for the readiness check.
 * @param limitMs limit of each statement
 */
export async function pendingMigrations(database: Database, migrations: Migration[], limitMs = 10_000): Promise<string[]> {
  const applied = new Set(await appliedMigrations(database, limitMs))
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}

/**
 * Refuses a database with migrations from before the baseline, because no migration leads from them to it.
 * @param baseline the first migration that the program knows
 * @throws StartupError
 */
export async function refuseBeforeBaseline(database: Database, { name: baseline }: Migration, dataDir: string): Promise<void> {
  const applied = await appliedMigrations(database)
  if (!applied.some((name) => name.slice(-TIMESTAMP_DIGITS) < baseline.slice(-TIMESTAMP_DIGITS))) return
  throw new StartupError(
    'Este banco foi criado por uma versão antiga do Prumo, que esta não lê; nada foi alterado. ' +
      `Para começar de novo, apague a pasta de dados (${dataDir}) ou, com um Postgres seu, informe um banco vazio em DATABASE_URL.`,
  )
}

const TIMESTAMP_DIGITS = 13

async function appliedMigrations(database: Database, limitMs = 10_000): Promise<string[]> {
  const limit = { query_timeout: limitMs }
  const [table] = await database.rows<{ present: boolean }>({ text: `SELECT to_regclass('migrations') IS NOT NULL AS present`, ...limit })
  const applied = table?.present ? await database.rows<{ name: string }>({ text: 'SELECT name FROM migrations', ...limit }) : []
  return applied.map(({ name }) => name)
}
