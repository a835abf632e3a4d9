import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { EntityKind, EventRow, Recorded } from './event.js'

/**
 * One write of an append, to one table: a statement that each connection prepares once under its name, unique across
 * the program. It touches only accounts that were appended to: its text filters by `account_id` and `APPENDED`.
 */
export interface Write {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Told once it is durable. */
  readonly written?: () => void
}

/** Where the transaction of an append keeps the accounts of it whose heads it could not move: mostly none, which each statement reads at once. */
export const LOST_SETTING = 'prumo.lost'

/** The condition under which a write may touch the rows of an account of its append: that the transaction moved its head. */
export const APPENDED = `<> all ((select current_setting('${LOST_SETTING}')::uuid[])::uuid[])`

/** The end of an account's log as a command saw it. */
export interface Head {
  seq: number
  hash: Buffer
  recordedAt: string
}

/** Everything one command wants to happen, together or not at all. */
export interface Commit {
  accountId: string
  /** The head it was decided on; when the log ends elsewhere, nothing happens. */
  expected: Head
  /** The account's data key, which the rows are sealed with. */
  key: DataKey
  /** An entity of which the command assumes that there is none; when there is, nothing happens. */
  newEntity: { entity: EntityKind; entityId: string } | null
  rows: readonly EventRow[]
  /** The same events in clear, for the read models. */
  events: readonly Recorded[]
  /** The account's wrapped key, with the command that opens the log. */
  wrappedKey: Buffer | null
  /** What to keep under the command's idempotency key. */
  idempotency: { key: string; request: Buffer; answer: string } | null
  alongside: readonly Write[]
}

/** What is written with a batch of events, in its transaction: read models, the work that follows. */
export interface InlineWriter {
  /** The writes of a batch; none where nothing of it concerns this writer. */
  writesOf(events: readonly Recorded[]): readonly Write[]
}
