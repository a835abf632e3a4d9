import type { PoolClient } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.js'

/** Any number that no other program takes on the same database. */
const REBUILD_LOCK = 7_786_661_002
const LOCK_RETRY_MS = 200

/** Commits what the work did on the client, or nothing of it. */
export type RunTransaction = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

// A role may have limits that are meant for requests. Some of them are not known to older servers.
const UNLIMITED = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

/**
 * Runs the work while nobody else makes read models, which saves work and nothing else: two that both believe to be alone
 * harm neither rows nor each other. The lock is a transaction's: one of a session would stay behind in a transaction pooler.
 * Whoever waits asks again and again, because a statement that waits holds up vacuums and new indexes.
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
