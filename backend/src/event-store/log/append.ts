import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { EntityKind, EventRow, Recorded } from './event.js'
import { arrayValue, renumber, type GatedStatement, type Statement } from './statement.js'

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
  newEntity?: { entity: EntityKind; entityId: string }
  rows: readonly EventRow[]
  /** The same events in clear, for the read models. */
  events: readonly Recorded[]
  /** The account's wrapped key, with the command that opens the log. */
  wrappedKey?: Buffer
  remembered?: { key: string; request: Buffer; answer: string }
  alongside: readonly GatedStatement[]
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

/**
 * One statement for a batch of commits of different accounts. Each head moves only if it is where the commit
 * saw it, nobody holds it, and what the commit assumes of an entity and of its own key is so; everything else
 * of an account happens only if its head moved. The result names the accounts that were appended to.
 */
export function appendStatement(commits: readonly Commit[], projected: readonly GatedStatement[]): Statement {
  const heads = movedHeads(commits)
  const parts: { name: string; statement: Statement }[] = [{ name: 'events_in', statement: eventsIn(commits.flatMap((commit) => commit.rows)) }]
  const opening = commits.filter((commit) => commit.wrappedKey)
  if (opening.length > 0) parts.push({ name: 'keys_in', statement: keysIn(opening) })
  const remembering = commits.filter((commit) => commit.remembered)
  if (remembering.length > 0) parts.push({ name: 'commands_in', statement: commandsIn(remembering) })
  for (const statement of [...projected, ...commits.flatMap((commit) => commit.alongside)]) {
    parts.push({ name: `write_${parts.length}`, statement })
  }

  const values = [...heads.values]
  const written = parts.map(({ name, statement }) => {
    const text = `${name} as (${renumber(statement.text, values.length)})`
    values.push(...statement.values)
    return text
  })
  return { text: `with ${heads.text}, ${written.join(', ')} select account_id from appended`, values }
}

/** The arrays of a part's values, in their order. */
function arrays(types: readonly string[]): string {
  return types.map((type, index) => arrayValue(index + 1, type)).join(', ')
}

function movedHeads(commits: readonly Commit[]): Statement {
  const last = commits.map((commit) => commit.rows.at(-1) as EventRow)
  return {
    text: `
      asked as (
        select * from unnest(${arrays(['uuid', 'bigint', 'bigint', 'bytea', 'timestamptz', 'text', 'uuid', 'uuid'])})
          as a(account_id, expected, seq, hash, recorded_at, new_entity, new_id, command_key)
      ), held as (
        select h.account_id from account_heads h join asked a on a.account_id = h.account_id
        where h.seq = a.expected
          and (a.new_id is null or not exists (
            select 1 from events e where e.account_id = a.account_id and e.entity_id = a.new_id and e.entity = a.new_entity))
          and (a.command_key is null or not exists (
            select 1 from commands c where c.account_id = a.account_id and c.key = a.command_key))
        order by h.account_id for update of h skip locked
      ), moved as (
        update account_heads h set seq = a.seq, hash = a.hash, recorded_at = a.recorded_at
        from asked a join held on held.account_id = a.account_id where h.account_id = a.account_id
        returning h.account_id
      ), opened as (
        insert into account_heads (account_id, seq, hash, recorded_at)
        select account_id, seq, hash, recorded_at from asked where expected = 0
        on conflict do nothing returning account_id
      ), appended as (select account_id from moved union all select account_id from opened)`,
    values: [
      commits.map((commit) => commit.accountId),
      commits.map((commit) => commit.expected.seq),
      last.map((row) => row.seq),
      last.map((row) => row.hash),
      last.map((row) => row.recordedAt),
      commits.map((commit) => commit.newEntity?.entity ?? null),
      commits.map((commit) => commit.newEntity?.entityId ?? null),
      commits.map((commit) => commit.remembered?.key ?? null),
    ],
  }
}

function eventsIn(rows: readonly EventRow[]): Statement {
  const names = EVENT_COLUMNS.map(([name]) => name)
  // Texts become json here and nowhere else, so the bytes the chain covers arrive as they were hashed.
  const cast = names.map((name) => (name === 'data' || name === 'meta' ? `e.${name}::json` : `e.${name}`))
  return {
    text: `insert into events (${names.join(', ')}) select ${cast.join(', ')}
      from unnest(${arrays(EVENT_COLUMNS.map(([, type]) => type))}) as e(${names.join(', ')}) join appended using (account_id)`,
    values: [
      rows.map((row) => row.accountId),
      rows.map((row) => row.seq),
      rows.map((row) => row.entity),
      rows.map((row) => row.entityId),
      rows.map((row) => row.entityVersion),
      rows.map((row) => row.type),
      rows.map((row) => row.schemaVersion),
      rows.map((row) => row.data),
      rows.map((row) => row.meta),
      rows.map((row) => row.recordedAt),
      rows.map((row) => row.hash),
    ],
  }
}

function keysIn(commits: readonly Commit[]): Statement {
  return {
    text: `insert into account_keys (account_id, wrapped_key)
      select k.account_id, k.wrapped_key from unnest(${arrays(['uuid', 'bytea'])}) as k(account_id, wrapped_key) join appended using (account_id)`,
    values: [commits.map((commit) => commit.accountId), commits.map((commit) => commit.wrappedKey)],
  }
}

function commandsIn(commits: readonly Commit[]): Statement {
  return {
    text: `insert into commands (account_id, key, request, answer, seq)
      select c.* from unnest(${arrays(['uuid', 'uuid', 'bytea', 'text', 'bigint'])})
        as c(account_id, key, request, answer, seq) join appended using (account_id)`,
    values: [
      commits.map((commit) => commit.accountId),
      commits.map((commit) => commit.remembered?.key),
      commits.map((commit) => commit.remembered?.request),
      commits.map((commit) => commit.remembered?.answer),
      commits.map((commit) => commit.rows.at(-1)?.seq),
    ],
  }
}
