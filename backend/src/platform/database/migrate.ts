import { setTimeout as pause } from 'node:timers/promises'
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm'
import { StartupError } from '../data-folder/startup-error.js'
import type { Database } from './database.js'
import { limitLocks, PATIENCE_MS, retryUntilLocked, type LockPatience } from './lock-attempts.js'

/** A migration as TypeORM runs it. */
export type Migration = new () => MigrationInterface

/**
 * A migration, for the list of `migrations.ts`. There is no way back from one but a backup.
 * @param name ends with 13 digits, which order it among the others
 * @param transaction false for one whose statements commit one by one; each of them may find that it was done before
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

/** Any number that no other program takes on the same database. */
export const MIGRATION_LOCK = 7_786_661_001
const ASK_AGAIN_MS = 100

/**
 * Applies the missing migrations, each in its own transaction, while no other process does. Behind a long reader a
 * migration is attempted again and again, so that nobody queues behind it. Throws TableInUse.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 * @returns the names of those applied
 */
export async function migrate(directUrl: string, migrations: Migration[], patience: LockPatience = {}): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: directUrl,
    migrations,
    poolSize: 2,
    applicationName: 'prumo-migrate',
    installExtensions: false,
    // Says nothing unless DEBUG is set: others write each attempt to the console.
    logger: 'debug',
  })
  await dataSource.initialize()
  try {
    const runner = dataSource.createQueryRunner()
    // Ending the session with destroy() gives the lock back, whatever happens in between.
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
 * Keeps every other process from migrating, until the session ends. It asks again and again: a statement that waits keeps
 * an index of `createIndexConcurrently` from being finished, and the two would wait for each other.
 */
export async function lockMigrations(ask: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> {
  for (;;) {
    const [row] = (await ask('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK])) as { locked: boolean }[]
    if (row?.locked) return
    await pause(ASK_AGAIN_MS)
  }
}

/**
 * Makes an index while others read and write, for a migration that says `transaction = false`. Nobody queues behind it,
 * so it waits for readers. What an attempt that was cut short left is made anew.
 * @param definition what follows the name in `create index`, such as `on events (account_id)`
 */
export async function createIndexConcurrently(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`SET lock_timeout = ${PATIENCE_MS}`)
  const invalid = (await runner.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name])) as unknown[]
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`)
  await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ${definition}`)
  await limitLocks(runner, 'session', 0)
}

/**
 * The names of the migrations that this database still lacks, for the readiness check.
 * @param limitMs after which a statement that is not answered fails
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
