import { DatabaseError } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { violated } from '../../platform/database/sqlstate.js'
import { byRowCount, insertValuesSql, rowCountOf, rowParameters, valuesSql, type SqlColumns } from '../../platform/database/values-sql.js'
import type { EventRow, RecordedEvent } from './event.js'

/** One statement of an append, on one table, prepared once per connection under its name, which is unique across the program. */
export interface Write {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Called once it is durable. */
  readonly onDurable?: () => void
  /** Whether its commit must be written apart because it takes long. */
  readonly isLarge?: true
}

/** The end of an account's log. */
export interface Head {
  seq: number
  hash: Buffer
  recordedAt: string
}

/** Everything that one command writes, atomically. */
export interface Commit {
  accountId: string
  /** The head it was decided on; the append is refused when the log ends elsewhere. */
  expected: Head
  /** The account's data key, which seals the rows. */
  key: DataKey
  /** An entity that the command assumes not to exist; the append is refused when it does. */
  newEntity: { entity: string; entityId: string } | null
  rows: readonly EventRow[]
  /** The same events in clear, for the read models. */
  events: readonly RecordedEvent[]
  /** The account's wrapped key, for the command that creates the log. */
  wrappedKey: Buffer | null
  /** The reply to store under the command's idempotency key. */
  idempotency: { key: string; request: Buffer; reply: string } | null
  alongside: readonly Write[]
}

/** Writes further tables in the transaction of an append: read models, the outbox. */
export interface InlineWriter {
  /**
   * The writes for a batch of events; empty when it does not concern this writer.
   * @param now Postgres' time, in milliseconds since 1970
   * @param oneByOne whether a write that reads its own table must be of a single row, as Citus requires
   */
  writesOf(events: readonly RecordedEvent[], now: number, oneByOne?: boolean): readonly Write[]
}

/** The row returned by the first write of an append. */
export interface AppendResult {
  /** Postgres' time, in milliseconds since 1970. */
  now: number
  /** The name of the history that was appended to. */
  log: string
}

/** The detail of a refused append. */
export interface AppendConflict {
  /** The accounts whose heads did not match. */
  lost: string[]
  /** The database's epoch. If it is not the program's own, no head matches. */
  epoch: number
  /** Postgres' time, in milliseconds since 1970. */
  now: number
}

/** SQLSTATE raised by `refuse_append`. */
const APPEND_CONFLICT = 'PR001'

/** The conflict of a refused append; null for another failure. */
export function appendConflictOf(failure: unknown): AppendConflict | null {
  if (!(failure instanceof DatabaseError && failure.code === APPEND_CONFLICT)) return null
  return JSON.parse(failure.detail ?? '{"lost":[]}') as AppendConflict
}

/** Whether a concurrent commit created the same account. */
export function openedConcurrently(failure: unknown): boolean {
  return violated(failure)?.startsWith('account_heads_pkey') ?? false
}

/**
 * The writes of a batch of commits of different accounts, for one transaction. The first ones lock and move each head if it
 * matches by number and hash, no other transaction holds it, the epoch is the program's, and neither the new entity nor the
 * idempotency key exists. Otherwise they refuse the transaction, see `appendConflictOf`. The first write returns
 * `AppendResult`. @param ofEvents the writes of `insertEvents` and of the inline writers
 */
export function appendWrites(commits: readonly Commit[], epoch: number, ofEvents: readonly Write[]): Write[] {
  const opening = commits.filter((commit) => commit.wrappedKey)
  const moving = commits.filter((commit) => !commit.wrappedKey)
  const keyed = commits.filter((commit) => commit.idempotency)
  return [
    ...(moving.length > 1 ? [moveHeads(moving, epoch)] : moving.flatMap((commit) => moveHead(commit, epoch))),
    ...opening.flatMap((commit) => openHead(commit, epoch)),
    ...(keyed.length > 0 ? [insertCommandRows(keyed.map(commandValues))] : []),
    ...commits.flatMap((commit) => commit.alongside),
    ...ofEvents,
  ]
}

/** A process with a wrong estimate of Postgres' time is refused; the reply corrects its clock, and it decides again. */
const notAhead = (recordedAt: string) => `${recordedAt} <= clock_timestamp() + interval '2 seconds'`

/**
 * The select of the first write, which returns `AppendResult` or refuses. @param lost SQL of the accounts in conflict when
 * `condition` holds
 */
const answerOrRefuse = (condition: string, lost: string) => `
  select case when ${condition} then refuse_append(${lost}, (select epoch from log_epoch)) end,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now, log_name() as log`

/**
 * The conditions on the head `h` of a commit. Scalar sub-selects use an index at any planner estimate; a `not exists` planned
 * while the tables were small would scan them.
 */
const headMatches = (account: string, asked: Readonly<Record<(typeof HEAD_CHECK_COLUMNS)[number][0], string>>) => `
    ${asked.epoch} = (select epoch from log_epoch) and h.seq = ${asked.expected_seq} and h.hash = ${asked.expected_hash}
      and (${notAhead(asked.recorded_at)} or ${asked.recorded_at} <= h.recorded_at)
      and (${asked.new_id} is null or (
        select 1 from events e where e.account_id = ${account} and e.entity_id = ${asked.new_id} and e.entity = ${asked.new_entity} limit 1) is null)
      and (${asked.command_key} is null or (
        select 1 from commands c where c.account_id = ${account} and c.key = ${asked.command_key} limit 1) is null)
    for update of h skip locked`

const HEAD_CHECK_COLUMNS = [
  ['account_id', 'uuid'],
  ['expected_seq', 'bigint'],
  ['expected_hash', 'bytea'],
  ['recorded_at', 'timestamptz'],
  ['new_entity', 'text'],
  ['new_id', 'uuid'],
  ['command_key', 'uuid'],
  ['epoch', 'integer'],
  ['seq', 'bigint'],
  ['hash', 'bytea'],
] as const

const sqlFor = (spell: (name: string, type: string, index: number) => string) =>
  Object.fromEntries(HEAD_CHECK_COLUMNS.map(([name, type], index) => [name, spell(name, type, index)])) as Record<
    (typeof HEAD_CHECK_COLUMNS)[number][0],
    string
  >

const MOVE_HEADS = byRowCount(
  (count) => `
  with asked as materialized (select * from ${valuesSql(HEAD_CHECK_COLUMNS, 'a', count)}),
  held as (
    select a.account_id, a.seq, a.hash, a.recorded_at from account_heads h join asked a on a.account_id = h.account_id
    where ${headMatches(
      'a.account_id',
      sqlFor((name) => `a.${name}`),
    )}
  ), moved as (
    update account_heads h set seq = held.seq, hash = held.hash, recorded_at = held.recorded_at
    from held where h.account_id = held.account_id
    returning h.account_id
  ),
  lost as (select account_id from asked except all select account_id from moved)
  ${answerOrRefuse('count(*) > 0', 'array_agg(account_id)')} from lost`,
)

function moveHeads(commits: readonly Commit[], epoch: number): Write {
  const values = rowParameters(
    HEAD_CHECK_COLUMNS,
    commits.map((commit) => [...headCheckValues(commit, epoch), commit.rows.at(-1)?.seq, commit.rows.at(-1)?.hash]),
  )
  const count = rowCountOf(commits)
  return { name: `move-heads-${count}`, text: MOVE_HEADS[count], values }
}

/** A statement on a single account, which Citus routes unchanged to one node. */
const HOLD_HEAD = `
  ${answerOrRefuse('count(*) = 0', 'array[$1::uuid]')} from (
    select 1 from account_heads h where h.account_id = $1::uuid and ${headMatches(
      '$1::uuid',
      sqlFor((_, type, index) => `$${index + 1}::${type}`),
    )}) held`

function moveHead(commit: Commit, epoch: number): Write[] {
  const text = 'update account_heads set seq = $2, hash = $3, recorded_at = $4 where account_id = $1'
  return [
    { name: 'hold-head', text: HOLD_HEAD, values: headCheckValues(commit, epoch) },
    { name: 'move-head', text, values: headValues(commit) },
  ]
}

/** Locks like any other append, so that an epoch change waits for it. */
const REQUIRE_ABSENT_HEAD = `
  ${answerOrRefuse(`count(*) > 0 or $2::integer <> (select epoch from log_epoch) or not ${notAhead('$3::timestamptz')}`, 'array[$1::uuid]')}
  from (select 1 from account_heads where account_id = $1::uuid for update skip locked) there`

/** Registers the account for verification with its first event, so that its disappearance would be noticed. */
const EXPECT_VERIFICATION = `insert into verifications (account_id, verified_at, seq, hash) values ($1, '-infinity', 0, '') on conflict do nothing`

function openHead(commit: Commit, epoch: number): Write[] {
  const { accountId, wrappedKey } = commit
  const values = headValues(commit)
  return [
    { name: 'require-absent-head', text: REQUIRE_ABSENT_HEAD, values: [accountId, epoch, values.at(-1)] },
    { name: 'open-head', text: 'insert into account_heads (account_id, seq, hash, recorded_at) values ($1, $2, $3, $4)', values },
    { name: 'keep-key', text: 'insert into account_keys (account_id, wrapped_key) values ($1, $2)', values: [accountId, wrappedKey] },
    { name: 'expect-verification', text: EXPECT_VERIFICATION, values: [accountId] },
  ]
}

/** The values of `HEAD_CHECK_COLUMNS` except the last two. */
function headCheckValues({ accountId, expected, rows, newEntity, idempotency }: Commit, epoch: number): unknown[] {
  const assumed = [newEntity?.entity ?? null, newEntity?.entityId ?? null, idempotency?.key ?? null]
  return [accountId, expected.seq, expected.hash, rows.at(-1)?.recordedAt, ...assumed, epoch]
}

function headValues({ accountId, rows }: Commit): unknown[] {
  const last = rows.at(-1)
  return [accountId, last?.seq, last?.hash, last?.recordedAt]
}

/** Prepares an insert. @param cast SQL types of columns that need another cast */
function prepareInsert(
  table: string,
  columns: SqlColumns,
  cast: Readonly<Record<string, string>> = {},
): (rows: readonly (readonly unknown[])[]) => Write {
  const names = columns.map(([name]) => name).join(', ')
  const texts = byRowCount((count) => `insert into ${table} (${names}) ${insertValuesSql(columns, count, cast)}`)
  return (rows) => {
    const count = rowCountOf(rows)
    return { name: `append-${table}-${count}`, text: texts[count], values: rowParameters(columns, rows) }
  }
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

// Texts are cast to json only here, so that the hashed bytes are stored unchanged.
const insertEventRows = prepareInsert('events', EVENT_COLUMNS, { data: 'json', meta: 'json' })

/** Inserts events. */
export function insertEvents(rows: readonly EventRow[]): Write {
  return insertEventRows(rows.map(eventValues))
}

function eventValues(row: EventRow): unknown[] {
  const { accountId, seq, entity, entityId, entityVersion, type, schemaVersion, data, meta, recordedAt, hash } = row
  return [accountId, seq, entity, entityId, entityVersion, type, schemaVersion, data, meta, recordedAt, hash]
}

const insertCommandRows = prepareInsert('commands', [
  ['account_id', 'uuid'],
  ['key', 'uuid'],
  ['request', 'bytea'],
  ['reply', 'text'],
  ['seq', 'bigint'],
])

function commandValues({ accountId, idempotency, rows }: Commit): unknown[] {
  return [accountId, idempotency?.key, idempotency?.request, idempotency?.reply, rows.at(-1)?.seq]
}
