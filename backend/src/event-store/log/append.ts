import { createHash } from 'node:crypto'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { forms, givenRows, rowValues, type Columns } from '../../platform/database/given-rows.js'
import type { EntityKind, EventRow, Recorded } from './event.js'
import { IF_APPENDED, renumber, type GatedStatement, type Statement } from './statement.js'

/** The end of an account's log as a command saw it. */
export interface Head {
  seq: number
  hash: Buffer
  recordedAt: string
}

/** Everything one command wants to happen, together or not at all. */
export interface Commit {
  accountId: string
  /** The head it was decided at; when the log has moved on, nothing happens. */
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
  /** What to keep under the command's key. */
  remembered: { key: string; request: Buffer; answer: string } | null
  alongside: readonly GatedStatement[]
}

/** A statement with the name under which each connection prepares it once. */
export interface NamedStatement extends Statement {
  name: string
}

/**
 * One statement for a batch of commits of different accounts. Each head moves only if it is where the commit
 * saw it, nobody holds it, and what the commit assumes of an entity and of its own key is so; everything else
 * of an account happens only if its head moved. The result names the accounts that were appended to.
 */
export function appendStatement(commits: readonly Commit[], projected: readonly GatedStatement[]): NamedStatement {
  const opening = commits.filter((commit) => commit.wrappedKey)
  const remembering = commits.filter((commit) => commit.remembered)
  const heads = headsMoved(commits, opening.length > 0)
  const writes = [
    eventsIn(commits.flatMap((commit) => commit.rows)),
    ...(opening.length > 0 ? [keysIn(opening)] : []),
    ...(remembering.length > 0 ? [commandsIn(remembering)] : []),
    ...projected,
    ...commits.flatMap((commit) => commit.alongside),
  ]
  return { values: [heads, ...writes].flatMap((statement) => statement.values), ...composed(heads, writes) }
}

/** What follows a sequence of parts; texts are constants, so they are found by what they are rather than read. */
interface Known {
  made?: Omit<NamedStatement, 'values'>
  next: Map<string, Known>
}
const known: Known = { next: new Map() }

/** The parts as one text. There are few different ones, so each is put together once in the life of the process. */
function composed(heads: Statement, writes: readonly Statement[]): Omit<NamedStatement, 'values'> {
  let place = known
  for (const { text } of [heads, ...writes]) {
    const next = place.next.get(text) ?? { next: new Map() }
    place.next.set(text, next)
    place = next
  }
  return (place.made ??= compose(heads, writes))
}

function compose(heads: Statement, writes: readonly Statement[]): Omit<NamedStatement, 'values'> {
  let offset = heads.values.length
  const ctes = writes.map(({ text, values }, index) => {
    const cte = `write_${index} as (${renumber(text, offset)})`
    offset += values.length
    return cte
  })
  const text = `with ${heads.text}, ${ctes.join(', ')} select account_id from appended`
  return { name: `append-${createHash('sha1').update(text).digest('hex').slice(0, 16)}`, text }
}

const ASKED = [
  ['account_id', 'uuid'],
  ['expected', 'bigint'],
  ['seq', 'bigint'],
  ['hash', 'bytea'],
  ['recorded_at', 'timestamptz'],
  ['new_entity', 'text'],
  ['new_id', 'uuid'],
  ['command_key', 'uuid'],
] as const

const OPENED = `
  opened as (
    insert into account_heads (account_id, seq, hash, recorded_at)
    select account_id, seq, hash, recorded_at from asked where expected = 0
    on conflict do nothing returning account_id
  ), `

// The scalar sub-selects are looked up by index whatever the planner believes of the tables' size; as `not exists` a
// plan made while the tables were small reads them whole.
const headsText = (several: boolean, opening: boolean) => `
  asked as ${several ? 'materialized' : 'not materialized'} (select * from ${givenRows(ASKED, 'a', several)}),
  held as (
    select a.account_id, a.seq, a.hash, a.recorded_at from account_heads h join asked a on a.account_id = h.account_id
    where h.seq = a.expected
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
  appended as (select account_id from moved ${opening ? 'union all select account_id from opened' : ''})`
const HEADS = forms((several) => headsText(several, false))
const HEADS_AND_NEW = forms((several) => headsText(several, true))

function headsMoved(commits: readonly Commit[], opening: boolean): Statement {
  return {
    text: (opening ? HEADS_AND_NEW : HEADS)(commits.length > 1),
    values: rowValues(
      ASKED,
      commits.map(({ accountId, expected, rows, newEntity, remembered }) => {
        const last = rows.at(-1) as EventRow
        const assumed = [newEntity?.entity ?? null, newEntity?.entityId ?? null, remembered?.key ?? null]
        return [accountId, expected.seq, last.seq, last.hash, last.recordedAt, ...assumed]
      }),
    ),
  }
}

/** The text that inserts rows of the accounts that were appended to. @param cast how a column is written, where not as it is */
function insertInto(table: string, columns: Columns, several: boolean, cast: Readonly<Record<string, string>> = {}): string {
  const names = columns.map(([name]) => name)
  const written = names.map((name) => cast[name] ?? `v.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${written.join(', ')} from ${givenRows(columns, 'v', several)} where v.account_id ${IF_APPENDED}`
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
const EVENTS = forms((several) => insertInto('events', EVENT_COLUMNS, several, { data: 'v.data::json', meta: 'v.meta::json' }))

function eventsIn(rows: readonly EventRow[]): Statement {
  return {
    text: EVENTS(rows.length > 1),
    values: rowValues(
      EVENT_COLUMNS,
      rows.map((row) => [
        row.accountId,
        row.seq,
        row.entity,
        row.entityId,
        row.entityVersion,
        row.type,
        row.schemaVersion,
        row.data,
        row.meta,
        row.recordedAt,
        row.hash,
      ]),
    ),
  }
}

const KEY_COLUMNS = [
  ['account_id', 'uuid'],
  ['wrapped_key', 'bytea'],
] as const

const KEYS = forms((several) => insertInto('account_keys', KEY_COLUMNS, several))

function keysIn(commits: readonly Commit[]): Statement {
  return {
    text: KEYS(commits.length > 1),
    values: rowValues(KEY_COLUMNS, commits.map((commit) => [commit.accountId, commit.wrappedKey])),
  }
}

const COMMAND_COLUMNS = [
  ['account_id', 'uuid'],
  ['key', 'uuid'],
  ['request', 'bytea'],
  ['answer', 'text'],
  ['seq', 'bigint'],
] as const

const COMMANDS = forms((several) => insertInto('commands', COMMAND_COLUMNS, several))

function commandsIn(commits: readonly Commit[]): Statement {
  return {
    text: COMMANDS(commits.length > 1),
    values: rowValues(
      COMMAND_COLUMNS,
      commits.map(({ accountId, remembered, rows }) => [accountId, remembered?.key, remembered?.request, remembered?.answer, rows.at(-1)?.seq]),
    ),
  }
}
