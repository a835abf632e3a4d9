import type { PoolClient } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.js'

/** An advisory lock id, arbitrary but unique within the database. */
const REBUILD_LOCK = 7_786_661_002
const LOCK_RETRY_MS = 200

/** Commits the work's statements, or rolls them back. */
export type RunTransaction = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

// The role's limits are meant for requests. Older servers do not know all of these settings.
const UNLIMITED = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

/**
 * Runs the work while no other process rebuilds, which only saves work: concurrent rebuilds are harmless. The lock belongs to a
 * transaction, because a session lock would leak behind a transaction pooler. It is polled, because a waiting statement would
 * hold back vacuums and index builds.
 */
export async function withRebuildLock<T>(database: Database, work: (transact: RunTransaction) => Promise<T>): Promise<T> {
  const transact: RunTransaction = (each) =>
    database.transaction(async (client) => {
      await client.query(UNLIMITED)
      return each(client)
    })
  return transact(async (lock) => {
    while (!(await tryLock(lock))) await pause(LOCK_RETRY_MS)
    return work(transact)
  })
}

async function tryLock(lock: PoolClient): Promise<boolean> {
  const { rows } = await lock.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [REBUILD_LOCK])
  return rows[0]?.ours === true
}
