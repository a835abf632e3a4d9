import type { Database } from '../../platform/database/database.js'
import { Signal } from '../../platform/signal.js'

/** The epoch of a program's log contents, and the one that the database is in. */
export interface Epochs {
  own: number
  present: number
}

/** Published by whoever meets another epoch than the program's own: from then on every append of this program is refused. */
export const logOutdated = new Signal<Epochs>('log-outdated')

const CHECK_EVERY_MS = 3_000

const ANSWER_MS = 2_000

// It is asked every few seconds, so it must not wait for a connection that fell silent.
const PRESENT = {
  name: 'present-epoch',
  text: 'select epoch, (extract(epoch from clock_timestamp()) * 1000)::float8 as now from log_epoch',
  query_timeout: ANSWER_MS,
}

/** The epoch that the database is in; 0 before the first program. Sets the database's clock on the way. */
export async function presentEpoch(database: Database): Promise<number> {
  const [row] = await database.rows<{ epoch: number; now: number }>(PRESENT)
  if (row) database.clock.anchor(row.now)
  return row?.epoch ?? 0
}

/** Whether the database is in the program's own epoch; publishes `outdated` when it is not. */
export async function isOwnEpoch(database: Database, own: number): Promise<boolean> {
  const present = await presentEpoch(database)
  if (present !== own) logOutdated.publish({ own, present })
  return present === own
}

/**
 * Reads the epoch every few seconds, and subscribes to `outdated` for what an append meets in between.
 * Calls `onOutdated` at most once, and not after the function it returns was called.
 */
export function watchEpoch(database: Database, own: number, onOutdated: (epochs: Epochs) => void): () => void {
  // While the database is away nothing can be written in the wrong epoch either.
  const looking = setInterval(() => void isOwnEpoch(database, own).catch(() => undefined), CHECK_EVERY_MS).unref()
  const end = () => {
    clearInterval(looking)
    unsubscribe()
  }
  const unsubscribe = logOutdated.subscribe((epochs) => {
    end()
    onOutdated(epochs)
  })
  return end
}
