import { forms, givenRows, rowValues, type Columns } from '../../platform/database/given-rows.js'
import { ifAppended, withCondition, type Commit, type Write } from './commit.js'
import type { EventRow } from './event.js'

/** The row with which the first write of an append answers. */
export interface Appended {
  /** The accounts whose heads did not move; null where all did. */
  lost: string[] | null
  /** The epoch that the database is in; in another than the program's own no head moved. */
  epoch: number
  /** Postgres' time, in milliseconds since 1970. */
  now: number
}

/** Where the transaction of an append keeps the accounts whose heads it could not move: mostly none. */
const LOST_SETTING = 'prumo.lost'

/** The texts of writes as they are sent, by name: an append has no time to spell them. */
const spelledTexts = new Map<string, string>()

/** A write whose text holds the accounts that lost to the heads as the first write left them. */
function forWinners(write: Write): Write {
  const known = spelledTexts.get(write.name)
  const text = known ?? withCondition(write, (account) => `${account} <> all ((select current_setting('${LOST_SETTING}')::uuid[])::uuid[])`)
  if (!known) spelledTexts.set(write.name, text)
  return { ...write, text }
}

/**
 * The writes of a batch of commits of different accounts, for one transaction. The first moves each head that is where
 * the commit saw it, by number and hash, that nobody holds, and of whose account is so what the commit assumes of an
 * entity and of its own key; it answers `Appended`. The others write, a table each, what belongs to accounts whose
 * head moved. @param others what the inline writers add
 */
export function appendWrites(commits: readonly Commit[], epoch: number, others: readonly Write[]): Write[] {
  const opening = commits.filter((commit) => commit.wrappedKey)
  const keyed = commits.filter((commit) => commit.idempotency)
  return [
    headsMoved(commits, opening.length > 0, epoch),
    ...[
      EVENTS(commits.flatMap((commit) => commit.rows).map(eventValues)),
      ...(opening.length > 0 ? [KEYS(opening.map((commit) => [commit.accountId, commit.wrappedKey]))] : []),
      ...(keyed.length > 0 ? [COMMANDS(keyed.map(commandValues))] : []),
      ...commits.flatMap((commit) => commit.alongside),
      ...others,
    ].map(forWinners),
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

/** A process whose idea of Postgres' time is wrong loses, is told the time with the reply, and decides again. */
const notAhead = (recordedAt: string) => `${recordedAt} <= clock_timestamp() + interval '2 seconds'`

const OPENED = `
  opened as (
    insert into account_heads (account_id, seq, hash, recorded_at)
    select account_id, seq, hash, recorded_at from asked
    where expected_seq = 0 and epoch = (select epoch from log_epoch) and ${notAhead('asked.recorded_at')}
    on conflict do nothing returning account_id
  ), `

// The scalar sub-selects are looked up by index whatever the planner believes of the tables' size; as `not exists` a
// plan made while the tables were small reads them whole.
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
  select array_agg(account_id)::text[] as lost, (select epoch from log_epoch) as epoch,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    set_config('${LOST_SETTING}', coalesce(array_agg(account_id), '{}')::text, true) from lost`

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

/** Inserts rows of the accounts that were appended to. @param cast how a column is written, where not as it is */
function insertsInto(table: string, columns: Columns, cast: Readonly<Record<string, string>> = {}): (rows: readonly (readonly unknown[])[]) => Write {
  const names = columns.map(([name]) => name)
  const written = names.map((name) => cast[name] ?? `v.${name}`)
  const text = forms(
    (several) => `insert into ${table} (${names.join(', ')}) select ${written.join(', ')} from ${givenRows(columns, 'v', several)} where ${ifAppended('v.account_id')}`,
  )
  return (rows) => ({ name: `append-${table}-${rows.length > 1 ? 'rows' : 'row'}`, text: text(rows.length > 1), values: rowValues(columns, rows) })
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
const EVENTS = insertsInto('events', EVENT_COLUMNS, { data: 'v.data::json', meta: 'v.meta::json' })

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
