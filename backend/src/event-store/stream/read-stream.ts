import type { Pool, PoolClient } from 'pg'
import type { Queryable } from '../../platform/database/connection-pool.js'
import type { AccountGuard } from '../decider/account-guard.js'
import type { LinkedCount } from '../decider/linked-count.js'
import type { Head } from './commit.js'
import type { EventRow } from './event.js'

/** An event as commands load it. */
export type LoadedRow = Omit<EventRow, 'hash'>

/** An entity as it is loaded: its events, oldest first, and its `LinkedCount`. */
export interface LoadedEntity {
  rows: readonly LoadedRow[]
  count: number
}

/** The stored data that a command is decided on. */
export interface LoadedEntities {
  /** The name of the history that was read; empty without a log. */
  log: string
  /** Null for an account without a log. */
  head: Head | null
  wrappedKey: Buffer | null
  /** The position of the last reset; 0 without one. */
  resetSeq: number
  /** The state of the account's guard. */
  guarded: unknown
  /** Each requested entity. */
  entities: LoadedEntity[]
  /** The account's other entities, by `entityName`; filled only for a short log. */
  others: ReadonlyMap<string, LoadedEntity>
  /** The earlier command with the same idempotency key; request and reply are null after their retention. */
  earlier: { request: Buffer | null; reply: string | null; seq: number } | null
}

/** SQL that formats a timestamp as the log does. */
export function isoText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * A log with at most this many events is read whole: it takes little longer than a single entity, and the account's next
 * commands on other entities then need no read.
 */
const SHORT_LOG = 32

/** The columns of an event's row except the hash, from a table alias `e`. */
export const EVENT_FIELDS = `e.account_id as "accountId", e.seq, e.entity, e.entity_id as "entityId", e.entity_version as "entityVersion",
  e.type, e.schema_version as "schemaVersion", e.data::text as data, e.meta::text as meta, ${isoText('e.recorded_at')} as "recordedAt"`

/** More events are read in portions, because the events of one answer are parsed in one piece. */
const MANY_EVENTS = 2_000

const eventsSql = (condition: string) => `
  select json_agg(r order by r.seq) from (select ${EVENT_FIELDS} from events e where e.account_id = $1 ${condition}) r`

/** What else is read with the events of entities. */
export interface ReadAlong {
  guard: Pick<AccountGuard, 'stateSql'>
  linkedCount: LinkedCount
}

const loadSql = ({ events, isRequested }: LoadStatement, { guard, linkedCount }: ReadAlong) => `
    select log_name() as log, h.seq, h.hash, ${isoText('h.recorded_at')} as recorded_at, h.reset_seq, k.wrapped_key,
      ${guard.stateSql} as guarded,
      c.request, c.reply, c.seq as replied_at,
      ${events} as events,
      case when h.seq <= ${SHORT_LOG} then (${linkedCount.sql(() => 'true')}) else (${linkedCount.sql(isRequested)}) end as counts
    from account_heads h
    left join account_keys k on k.account_id = h.account_id
    left join commands c on c.account_id = h.account_id and c.key = $4
    where h.account_id = $1`

const OF_ENTITY = 'e.account_id = $1 and e.entity = $2 and e.entity_id = $3'

/** SQL of the events of the requested entities of account `$1`, and of whether an id is one of theirs. */
interface LoadStatement {
  name: string
  events: string
  isRequested: (id: string) => string
}

const LOAD: LoadStatement = {
  name: 'load-entity',
  isRequested: (id) => `${id} = $3`,
  events: `
      case when h.seq <= ${SHORT_LOG} then (${eventsSql('')})
        when (select count(*) from events e where ${OF_ENTITY}) <= ${MANY_EVENTS} then (${eventsSql('and e.entity = $2 and e.entity_id = $3')})
        else '"many"' end`,
}

/** Matches no key. A null parameter would keep Citus from routing the statement to one node. */
const NO_KEY = '00000000-0000-0000-0000-000000000000'

const REQUESTED = 'select * from unnest($2::text[], $3::uuid[]) as a(entity, entity_id)'
const OF_REQUESTED = `(${REQUESTED}) a join events e on e.account_id = $1 and e.entity_id = a.entity_id and e.entity = a.entity`
const LOAD_SEVERAL: LoadStatement = {
  name: 'load-entities',
  isRequested: (id) => `${id} = any ($3::uuid[])`,
  events: `
      case when (select count(*) from ${OF_REQUESTED}) <= ${MANY_EVENTS}
        then (select json_agg(r order by r.seq) from (select ${EVENT_FIELDS} from ${OF_REQUESTED}) r)
        else '"many"' end`,
}

const READ_SEVERAL = {
  name: 'read-entities',
  text: `select ${EVENT_FIELDS} from ${OF_REQUESTED} where e.seq > $4 and e.seq <= $5 order by e.seq limit ${MANY_EVENTS}`,
}

/** Identifies an entity within its account. */
export function entityName({ entity, entityId }: Pick<EventRow, 'entity' | 'entityId'>): string {
  return `${entity} ${entityId}`
}

/** The data to load: what an account's commands are decided on. */
interface WantedEntities {
  accountId: string
  entities: readonly Pick<EventRow, 'entity' | 'entityId'>[]
  key: string | null
  along: ReadAlong
}

/**
 * Loads the end of the account's log, the state of its guard, some entities with their counts, and the idempotency key's earlier use,
 * in one round trip unless there are many events.
 * @param needsMany whether to read many events too, for a log with this head
 */
export async function loadEntities(
  on: Pool | PoolClient,
  wanted: WantedEntities,
  needsMany: (head: Head) => boolean = () => true,
): Promise<LoadedEntities> {
  const { accountId, entities } = wanted
  const key = wanted.key ?? NO_KEY
  const [names, ids] = [entities.map(({ entity }) => entity), entities.map(({ entityId }) => entityId)]
  const isSingle = entities.length === 1
  const load = isSingle ? LOAD : LOAD_SEVERAL
  const values = isSingle ? [accountId, names[0], ids[0], key] : [accountId, names, ids, key]
  const { rows } = await on.query({ name: load.name, text: loadSql(load, wanted.along), values })
  const [found] = rows
  if (!found) {
    const none = entities.map((): LoadedEntity => ({ rows: [], count: 0 }))
    return { log: '', head: null, wrappedKey: null, resetSeq: 0, guarded: null, entities: none, others: new Map(), earlier: null }
  }
  const counts: Readonly<Record<string, number>> = found.counts ?? {}
  const read = new Map<string, { rows: LoadedRow[]; count: number }>()
  const head: Head = { seq: found.seq, hash: found.hash, recordedAt: found.recorded_at }
  const readMore = (): Promise<LoadedRow[]> | [] => (needsMany(head) ? readMany(on, [accountId, names, ids], head.seq) : [])
  const events: LoadedRow[] = found.events === 'many' ? await readMore() : (found.events ?? [])
  for (const row of events) {
    const name = entityName(row)
    const ofEntity = read.get(name)
    if (ofEntity) ofEntity.rows.push(row)
    else read.set(name, { rows: [row], count: counts[row.entityId] ?? 0 })
  }
  const asked = entities.map((entity) => read.get(entityName(entity)) ?? { rows: [], count: 0 })
  for (const entity of entities) read.delete(entityName(entity))
  return {
    log: found.log,
    head,
    wrappedKey: found.wrapped_key,
    resetSeq: found.reset_seq,
    guarded: found.guarded,
    entities: asked,
    others: read,
    earlier: found.replied_at !== null ? { request: found.request, reply: found.reply, seq: found.replied_at } : null,
  }
}

/** The events of some entities up to a position, oldest first. @param asked the account, and the entities' names and ids */
async function readMany(on: Pool | PoolClient, asked: readonly [string, string[], string[]], toSeq: number): Promise<LoadedRow[]> {
  const events: LoadedRow[] = []
  for (;;) {
    const { rows } = await on.query<LoadedRow>({ ...READ_SEVERAL, values: [...asked, events.at(-1)?.seq ?? 0, toSeq] })
    for (const row of rows) events.push(row)
    if (rows.length < MANY_EVENTS) return events
  }
}

/** Events held in memory at a time: a smaller page is hardly slower, a larger one takes too much memory. */
const PAGE = 2_000

/** A range of the log, both ends included. */
export interface LogRange {
  fromSeq?: number
  toSeq?: number
  /** Only events recorded at this moment or before, ISO 8601 UTC. */
  until?: string
}

/** Streams an account's rows in order, exactly as stored, in pages, so that a long log needs little memory. */
export async function* readLog(on: Queryable, accountId: string, stretch: LogRange = {}): AsyncGenerator<EventRow[]> {
  let after = (stretch.fromSeq ?? 1) - 1
  for (;;) {
    const { rows } = await on.query<EventRow>({
      name: 'read-log',
      text: `
        select ${EVENT_FIELDS}, e.hash from events e
        where account_id = $1 and seq > $2 and seq <= $3 and recorded_at <= coalesce($4::timestamptz, 'infinity')
        order by seq limit $5`,
      values: [accountId, after, stretch.toSeq ?? Number.MAX_SAFE_INTEGER, stretch.until ?? null, PAGE],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < PAGE) return
    after = last.seq
  }
}
