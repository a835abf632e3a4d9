import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { CheckpointDefinition } from './projection/account-rows.js'
import { ReadModels, type Projection } from './projection/projection.js'
import type { InlineWriter } from './stream/commit.js'
import { EventCodec } from './stream/event-codec.js'
import type { EventFamily } from './stream/event.js'

/** A plain table beside the log that speaks of accounts, and what of it has to agree with the log. */
export interface ConsistencyCheck {
  readonly table: string
  /** The column that holds the account. */
  readonly account: string
  /** SQL that tells, in `problem` of its rows, what of the account `$1` does not agree; in words that hold no one's data. */
  readonly problems: string
}

/** What the capabilities bring: their events, the read models made of them, and what else is written with a batch. */
export interface LogContents {
  /**
   * Raised with every change of what the log can hold or of the read models: a database in a later epoch refuses this
   * program, and one in an earlier epoch is brought into this one by it.
   */
  epoch: number
  families: readonly EventFamily[]
  projections: readonly Projection[]
  checkpointed: CheckpointDefinition
  /** Beside the read models, such as the work that follows from an event. */
  writers: readonly InlineWriter[]
  /** Plain tables that have to agree with the log. */
  consistencyChecks: readonly ConsistencyCheck[]
}

/** The reading of the program's log, for whoever is given it by the application. */
export const LOG_READING = Symbol('log-reading')

/** What reading an account's log in clear needs. The read models are among its `writers`. */
export interface LogReading extends Omit<LogContents, 'families' | 'projections'> {
  codec: EventCodec
  keys: AccountKeys
  readModels: ReadModels
}

export function logReading({ families, projections, ...contents }: LogContents, keys: AccountKeys): LogReading {
  const readModels = new ReadModels(projections)
  return { ...contents, codec: new EventCodec(families), keys, readModels, writers: [readModels, ...contents.writers] }
}
