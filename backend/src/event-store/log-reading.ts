import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { CheckpointDefinition } from './projection/account-rows.js'
import { ReadModels, type Projection } from './projection/projection.js'
import type { AccountGuard } from './decider/account-guard.js'
import type { LinkedCount } from './decider/linked-count.js'
import type { InlineWriter } from './stream/commit.js'
import { EventCodec } from './stream/event-codec.js'
import type { EventFamily } from './stream/event.js'

/** A plain table with rows of accounts, and the query that checks them against the log. */
export interface ConsistencyCheck {
  readonly table: string
  /** The account column. */
  readonly account: string
  /** SQL that returns in `problem` what is inconsistent for the account `$1`, without personal data. */
  readonly problems: string
  /** Of a check that reads large values: how many it reads, chosen at random, as `$2`; a thorough verification reads all of them. */
  readonly sample?: number
}

/** What the capabilities contribute: their events, read models, and other writes of a batch. */
export interface LogContents {
  /**
   * Increased with every change of event types or read models. A database of a later epoch refuses this program; one of an
   * earlier epoch is upgraded by it.
   */
  epoch: number
  families: readonly EventFamily[]
  projections: readonly Projection[]
  checkpointed: CheckpointDefinition
  /** Further writers of an append, such as the outbox. */
  writers: readonly InlineWriter[]
  /** The rule that every command of an account has to pass. */
  guard: AccountGuard
  /** The number that entities of one kind have by the events of another. */
  linkedCount: LinkedCount
  /** Plain tables to be checked against the log. */
  consistencyChecks: readonly ConsistencyCheck[]
}

/** Injection token of the program's log reading. */
export const LOG_READING = Symbol('log-reading')

/** Everything needed to read an account's log in clear. The read models are among its `writers`. */
export interface LogReading extends Omit<LogContents, 'families' | 'projections'> {
  codec: EventCodec
  keys: AccountKeys
  readModels: ReadModels
}

export function logReading({ families, projections, ...contents }: LogContents, keys: AccountKeys): LogReading {
  const readModels = new ReadModels(projections)
  return { ...contents, codec: new EventCodec(families), keys, readModels, writers: [readModels, ...contents.writers] }
}
