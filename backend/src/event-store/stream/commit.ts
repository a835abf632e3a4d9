import { DatabaseError } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { forms, givenRows, givenValues, rowValues, type Columns } from '../../platform/database/given-rows.js'
import type { EventRow, Recorded } from './event.js'

/**
 * One write of an append, to one table: a statement that each connection prepares once under its name, unique across
 * the program.
 */
export interface Write {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Called once it is durable. */
  readonly written?: () => void
  /** Whether it takes so long that its commit goes apart from those of others. */
  readonly isLarge?: true
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

/** The row with which the first write of an append answers. */
export interface Appended {
  /** Postgres' time, in milliseconds since 1970. */
  now: number
  /** The name of the history that was appended to. */
  log: string
}

/** What the first write of an append says when it refuses the transaction. */
export interface LostAppend {
  /** The accounts whose heads it could not move. */
  lost: string[]
  /** The epoch that the database is in. Where it is not the program's own, no head moves. */
  epoch: number
  /** Postgres' time, in milliseconds since 1970. */
  now: number
}

/** What `refuse_append` raises. */
const LOST_APPEND = 'PR001'

/** Why an append was refused, where that is because heads are not where its commits saw them; else null. */
export function lostAppendIn(failure: unknown): LostAppend | null {
  if (!(failure instanceof DatabaseError && failure.code === LOST_APPEND)) return null
  return JSON.parse(failure.detail ?? '') as LostAppend
}

/**
 * The writes of a batch of commits of different accounts, for one transaction. The first moves each head that is where
 * the commit saw it, by number and hash, that nobody holds, and of whose account is so what the commit assumes of an
 * entity and of its own key. Where one cannot be moved it refuses the transaction, see `lostAppendIn`; else it answers
 * `Appended`. @param ofEvents the writes of `eventsWritten` and of the inline writers
 */
export function appendWrites(commits: readonly Commit[], epoch: number, ofEvents: readonly Write[]): Write[] {
  const opening = commits.filter((commit) => commit.wrappedKey)
  const keyed = commits.filter((commit) => commit.idempotency)
  return [
    headsMoved(commits, opening.length > 0, epoch),
    ...(opening.length > 0 ? [KEYS(opening.map((commit) => [commit.accountId, commit.wrappedKey]))] : []),
    ...(keyed.length > 0 ? [COMMANDS(keyed.map(commandValues))] : []),
    ...commits.flatMap((commit) => commit.alongside),
    ...ofEvents,
  ]
}

const ASKED = [
  ['account_id', 'uuid'],
  ['expected_seq', 'bigint'],
  ['expected_hash', 'bytea'],
  ['seq', 'bigint'],
  ['hash', 'bytea'],
  ['recorded_at', 'timestamptz'],
  ['new_entity', 'text'],
  ['new_id', 'uuid'],
  ['command_key', 'uuid'],
  ['epoch', 'integer'],
] as const

/** A process that reckons Postgres' time wrongly loses; the reply brings the right time, and it decides again. */
const notAhead = (recordedAt: string) => `${recordedAt} <= clock_timestamp() + interval '2 seconds'`

const OPENED = `
  opened as (
    insert into account_heads (account_id, seq, hash, recorded_at)
    select account_id, seq, hash, recorded_at from asked
    where expected_seq = 0 and epoch = (select epoch from log_epoch) and ${notAhead('asked.recorded_at')}
    on conflict do nothing returning account_id
  ), `

// The scalar sub-selects use an index whatever size the planner assumes. As `not exists`, a plan that was made while the
// tables were small would read them whole.
const headsText = (several: boolean, opening: boolean) => `
  with asked as ${several ? 'materialized' : 'not materialized'} (select * from ${givenRows(ASKED, 'a', several)}),
  held as (
    select a.account_id, a.seq, a.hash, a.recorded_at from account_heads h join asked a on a.account_id = h.account_id
    where a.epoch = (select epoch from log_epoch) and h.seq = a.expected_seq and h.hash = a.expected_hash
      and (${notAhead('a.recorded_at')} or a.recorded_at <= h.recorded_at)
      and (a.new_id is null or (
        select 1 from events e where e.account_id = a.account_id and e.entity_id = a.new_id and e.entity = a.new_entity limit 1) is null)
      and (a.command_key is null or (
        select 1 from commands c where c.account_id = a.account_id and c.key = a.command_key limit 1) is null)
    for update of h skip locked
  ), moved as (
    update account_heads h set seq = held.seq, hash = held.hash, recorded_at = held.recorded_at
    from held where h.account_id = held.account_id
    returning h.account_id
  ), ${opening ? OPENED : ''}
  lost as (
    select account_id from asked except all select account_id from moved ${opening ? 'except all select account_id from opened' : ''})
  select case when count(*) > 0 then refuse_append(array_agg(account_id), (select epoch from log_epoch)) end,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now, log_name() as log from lost`

const HEADS = forms((several) => headsText(several, false))
const HEADS_AND_NEW = forms((several) => headsText(several, true))

function headsMoved(commits: readonly Commit[], opening: boolean, epoch: number): Write {
  const several = commits.length > 1
  return {
    name: `move-${opening ? 'and-open-' : ''}head${several ? 's' : ''}`,
    text: (opening ? HEADS_AND_NEW : HEADS)(several),
    values: rowValues(
      ASKED,
      commits.map(({ accountId, expected, rows, newEntity, idempotency }) => {
        const last = rows.at(-1) as EventRow
        const assumed = [newEntity?.entity ?? null, newEntity?.entityId ?? null, idempotency?.key ?? null]
        return [accountId, expected.seq, expected.hash, last.seq, last.hash, last.recordedAt, ...assumed, epoch]
      }),
    ),
  }
}

/** Inserts rows. @param cast the types of columns that are not as given */
function insertsInto(
  table: string,
  columns: Columns,
  cast: Readonly<Record<string, string>> = {},
): (rows: readonly (readonly unknown[])[]) => Write {
  const names = columns.map(([name]) => name).join(', ')
  const text = forms((several) => `insert into ${table} (${names}) ${givenValues(columns, several, cast)}`)
  return (rows) => ({
    name: `append-${table}-${rows.length > 1 ? 'rows' : 'row'}`,
    text: text(rows.length > 1),
    values: rowValues(columns, rows),
  })
}

const EVENT_COLUMNS = [
  ['account_id', 'uuid'],
  ['seq', 'bigint'],
  ['entity', 'text'],
  ['entity_id', 'uuid'],
  ['entity_version', 'integer'],
  ['type', 'text'],
  ['schema_version', 'integer'],
  ['data', 'text'],
  ['meta', 'text'],
  ['recorded_at', 'timestamptz'],
  ['hash', 'bytea'],
] as const

// Texts become json here and nowhere else, so the bytes the chain covers arrive as they were hashed.
const EVENTS = insertsInto('events', EVENT_COLUMNS, { data: 'json', meta: 'json' })

/** What writes events. */
export function eventsWritten(rows: readonly EventRow[]): Write {
  return EVENTS(rows.map(eventValues))
}

function eventValues(row: EventRow): unknown[] {
  const { accountId, seq, entity, entityId, entityVersion, type, schemaVersion, data, meta, recordedAt, hash } = row
  return [accountId, seq, entity, entityId, entityVersion, type, schemaVersion, data, meta, recordedAt, hash]
}

const KEYS = insertsInto('account_keys', [
  ['account_id', 'uuid'],
  ['wrapped_key', 'bytea'],
])

const COMMANDS = insertsInto('commands', [
  ['account_id', 'uuid'],
  ['key', 'uuid'],
  ['request', 'bytea'],
  ['answer', 'text'],
  ['seq', 'bigint'],
])

function commandValues({ accountId, idempotency, rows }: Commit): unknown[] {
  return [accountId, idempotency?.key, idempotency?.request, idempotency?.reply, rows.at(-1)?.seq]
}
