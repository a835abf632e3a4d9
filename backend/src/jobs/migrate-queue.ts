import { runMigrations } from 'bullmq'
import pg from 'pg'
import { MIGRATION_LOCK } from '../platform/database/migrate.js'

/** Where BullMQ keeps its tables. */
export const QUEUE_SCHEMA = 'bullmq'

/**
 * Brings BullMQ's own tables up to date, while no other process migrates anything.
 * @param directUrl a direct connection, never a transaction pooler: the lock belongs to the session
 */
export async function migrateQueue(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, application_name: 'prumo-migrate' })
  await client.connect()
  try {
    // Ending the session gives the lock back, whatever happens in between.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runMigrations(client, QUEUE_SCHEMA)
  } finally {
    await client.end()
  }
}
