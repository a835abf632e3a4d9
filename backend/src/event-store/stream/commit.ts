import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { EventRow, Recorded } from './event.js'

/**
 * One write of an append, to one table: a statement that each connection prepares once under its name, unique across
 * the program. It touches only accounts that were appended to: its text says where by `ifAppended`.
 */
export interface Write {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Called once it is durable. */
  readonly written?: () => void
}

/** The condition, in the text of a write, under which it may touch an account's rows. @param account the SQL of the account's id */
export function ifAppended(account: string): string {
  return `{appended: ${account}}`
}

/** The text with each condition spelled by the appender. Throws for one without any: it would write for a command that lost its race. */
export function withCondition({ name, text }: Pick<Write, 'name' | 'text'>, spell: (account: string) => string): string {
  const spelled = text.replaceAll(/\{appended: (.+?)\}/g, (_, account: string) => spell(account))
  if (spelled === text) throw new Error(`The write ${name} does not say by ifAppended which accounts' rows it touches`)
  return spelled
}

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
  newEntity: { entity: string; entityId: string } | null
  rows: readonly EventRow[]
  /** The same events in clear, for the read models. */
  events: readonly Recorded[]
  /** The account's wrapped key, with the command that opens the log. */
  wrappedKey: Buffer | null
  /** What to keep under the command's idempotency key. */
  idempotency: { key: string; request: Buffer; reply: string } | null
  alongside: readonly Write[]
}

/** What is written with a batch of events, in its transaction: read models, the work that follows. */
export interface InlineWriter {
  /** The writes of a batch; none where nothing of it concerns this writer. @param now Postgres' time, in milliseconds since 1970 */
  writesOf(events: readonly Recorded[], now: number): readonly Write[]
}
