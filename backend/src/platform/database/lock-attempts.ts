import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../data-folder/startup-error.js'
import { setLocal } from './connection-pool.js'
import { isLockRefused } from './sqlstate.js'

/** How long an attempt waits for its locks; readers and writers of the table queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 100
/** Longer than the second after which Postgres cancels an autovacuum that blocks a lock. */
const VACUUM_TIMEOUT_MS = 1_200
/** Every fourth attempt waits long enough for an autovacuum to be cancelled. */
const VACUUM_EVERY = 4
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** How long a strong lock is attempted, in milliseconds. */
export const PATIENCE_MS = 300_000

/** Reported after each attempt that did not get its locks. */
export interface LockWait {
  /** The tables to lock; empty when unknown. */
  tables: readonly string[]
  /** Seconds since the first attempt. */
  seconds: number
}

export interface LockPatience {
  onWait?: (waited: LockWait) => void
  /** How long to keep trying, in milliseconds. */
  patienceMs?: number
}

/** Thrown when the tables stayed locked for the whole time; the last attempt was rolled back. */
export class TableInUse extends StartupError {
  constructor({ tables, seconds }: LockWait) {
    super(
      `Alguém está usando as tabelas ${tables.join(', ') || 'que precisam mudar'} há mais de ${Math.round(seconds)} segundos (um backup, por exemplo). ` +
        'Elas ficaram como estavam. Tente de novo quando a leitura terminar.',
    )
  }
}

/**
 * Retries work that needs strong locks until it gets them, with growing pauses. A waiting lock blocks every later query on the
 * table, so each attempt gives up soon (see `limitLocks`) and lets others proceed in between. Throws TableInUse.
 * @param attempt rejects with Postgres' lock refusal; receives the number of earlier attempts
 */
export async function retryUntilLocked(
  tables: readonly string[],
  { onWait, patienceMs = PATIENCE_MS }: LockPatience,
  attempt: (before: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  for (let before = 0; ; before++) {
    try {
      return await attempt(before)
    } catch (error) {
      if (!isLockRefused(error)) throw error
    }
    const waited = { tables, seconds: (performance.now() - began) / 1000 }
    if (waited.seconds * 1000 > patienceMs) throw new TableInUse(waited)
    onWait?.(waited)
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(before, 10)) * (0.75 + Math.random() / 2))
  }
}

// Autovacuum holds this lock mode.
const LIMIT = `
  select set_config('lock_timeout', case when $2 and exists (
    select from pg_locks where mode = 'ShareUpdateExclusiveLock' and granted and locktype = 'relation'
      and database = (select oid from pg_database where datname = current_database())
      and (cardinality($3::text[]) = 0 or relation = any($3::text[]::regclass[]))
  ) then '${VACUUM_TIMEOUT_MS}' else '${LOCK_TIMEOUT_MS}' end, $1)`

/**
 * Limits how long an attempt's statements wait for locks, for the current transaction or the session.
 * @param before the number of earlier attempts
 * @param tables those whose autovacuum may be cancelled; all by default
 */
export async function limitLocks(
  client: { query(text: string, values?: unknown[]): Promise<unknown> },
  scope: 'transaction' | 'session',
  before: number,
  tables: readonly string[] = [],
): Promise<void> {
  const isLonger = before % VACUUM_EVERY === VACUUM_EVERY - 1
  // Vacuums that run on other nodes are not visible here.
  if (scope === 'transaction') await setLocal(client, `lock_timeout = ${isLonger ? VACUUM_TIMEOUT_MS : LOCK_TIMEOUT_MS}`)
  await client.query(LIMIT, [scope === 'transaction', isLonger, tables])
}
