import type { PoolClient } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.js'

/** Any number that no other program takes on the same database. */
const REBUILD_LOCK = 7_786_661_002
const ASK_AGAIN_MS = 200

/** Commits what the work did on the client, or nothing of it; rejects once the whole is to stop, in the middle of a statement too. */
export type Transact = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

// A role may have limits that are meant for requests. Some of them are not known to older servers.
const UNLIMITED = `
  select pg_backend_pid() as pid, set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`

/**
 * Runs the work while nobody else makes read models, and stops it on the signal or when the lock's connection is lost.
 * The lock is a transaction's: one of a session would stay behind in a transaction pooler. Whoever waits asks again and
 * again, because a statement that waits holds up vacuums and new indexes.
 */
export async function alone<T>(database: Database, signal: AbortSignal | undefined, work: (transact: Transact) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const onLost = (cause: Error) =>
    lost.abort(new Error('The connection whose lock keeps other rebuilds away was lost: this one stopped', { cause }))
  const stop = AbortSignal.any([lost.signal, ...(signal ? [signal] : [])])
  return database.transaction(async (lock) => {
    lock.on('error', onLost)
    try {
      await lock.query(UNLIMITED)
      while (!(await isOurs(lock))) {
        await pause(ASK_AGAIN_MS)
        stop.throwIfAborted()
      }
      return await work((each) => transact(database, stop, each))
    } finally {
      lock.removeListener('error', onLost)
    }
  })
}

async function isOurs(lock: PoolClient): Promise<boolean> {
  const { rows } = await lock.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [REBUILD_LOCK])
  return rows[0]?.ours === true
}

async function transact<T>(database: Database, stop: AbortSignal, work: (client: PoolClient) => Promise<T>): Promise<T> {
  stop.throwIfAborted()
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ pid: number }>(UNLIMITED)
    const cancel = () => void database.rows({ text: 'select pg_cancel_backend($1)' }, [rows[0]?.pid]).catch(() => undefined)
    stop.addEventListener('abort', cancel)
    try {
      const result = await work(client)
      stop.throwIfAborted()
      return result
    } catch (error) {
      stop.throwIfAborted()
      throw error
    } finally {
      stop.removeEventListener('abort', cancel)
    }
  })
}
