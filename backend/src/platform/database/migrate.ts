import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm'
import type { Database } from './database.js'

/** A TypeORM migration; the class name ends with 13 digits, which order them. */
export type Migration = new () => MigrationInterface

/** Any number that no other program takes on the same database. */
export const MIGRATION_LOCK = 7_786_661_001

/**
 * Applies the missing migrations, each in its own transaction, while no other process does.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 * @returns the names of those applied
 */
export async function migrate(directUrl: string, migrations: Migration[]): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: directUrl,
    migrations,
    poolSize: 2,
    applicationName: 'prumo-migrate',
    installExtensions: false,
    logging: false,
  })
  await dataSource.initialize()
  try {
    const runner = dataSource.createQueryRunner()
    // Ending the session with destroy() gives the lock back, whatever happens in between.
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const executor = new MigrationExecutor(dataSource, runner)
    executor.transaction = 'each'
    const applied = await executor.executePendingMigrations()
    await runner.release()
    return applied.map((migration) => migration.name)
  } finally {
    await dataSource.destroy()
  }
}

/**
 * The names of the migrations that this database still lacks, for the readiness check.
 * @param limitMs after which a statement that is not answered fails
 */
export async function pendingMigrations(database: Database, migrations: Migration[], limitMs = 10_000): Promise<string[]> {
  const limit = { query_timeout: limitMs }
  const [table] = await database.rows<{ present: boolean }>({ text: `SELECT to_regclass('migrations') IS NOT NULL AS present`, ...limit })
  const applied = table?.present ? await database.rows<{ name: string }>({ text: 'SELECT name FROM migrations', ...limit }) : []
  const names = new Set(applied.map((row) => row.name))
  return migrations.map((migration) => migration.name).filter((name) => !names.has(name))
}
