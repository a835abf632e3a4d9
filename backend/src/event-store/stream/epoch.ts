import type { Database } from '../../platform/database/database.js'
import { Signal } from '../../platform/signal.js'

/** The program's own epoch, and the database's. */
export interface Epochs {
  own: number
  present: number
}

/** Published when the database turns out to be in another epoch: every further append of this program is refused. */
export const logOutdated = new Signal<Epochs>('log-outdated')

const CHECK_EVERY_MS = 3_000

const ANSWER_MS = 2_000

// Polled every few seconds, so it must not wait for a silent connection.
const PRESENT = {
  name: 'present-epoch',
  text: 'select epoch, (extract(epoch from clock_timestamp()) * 1000)::float8 as now from log_epoch',
  query_timeout: ANSWER_MS,
}

/** The database's epoch; 0 before one is set. Synchronises the database clock as well. */
export async function presentEpoch(database: Database): Promise<number> {
  const [row] = await database.rows<{ epoch: number; now: number }>(PRESENT)
  if (row) database.clock.anchor(row.now)
  return row?.epoch ?? 0
}

/** Whether the database is in the program's epoch; publishes `logOutdated` otherwise. */
export async function isOwnEpoch(database: Database, own: number): Promise<boolean> {
  const present = await presentEpoch(database)
  if (present !== own) logOutdated.publish({ own, present })
  return present === own
}

/**
 * Polls the epoch every few seconds, and subscribes to `logOutdated` for conflicts of appends in between. Calls `onOutdated` at
 * most once; the returned function ends the watch.
 */
export function watchEpoch(database: Database, own: number, onOutdated: (epochs: Epochs) => void): () => void {
  // While the database is unavailable, no write in the wrong epoch is possible either.
  const timer = setInterval(() => void isOwnEpoch(database, own).catch(() => undefined), CHECK_EVERY_MS).unref()
  const end = () => {
    clearInterval(timer)
    unsubscribe()
  }
  const unsubscribe = logOutdated.subscribe((epochs) => {
    end()
    onOutdated(epochs)
  })
  return end
}
