import type { ActivityFilter, ActivityPage } from '@prumo/shared/activity'
import { addDays, TIME_ZONE, type CalendarDate } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import { z } from 'zod'
import { ACCOUNT_RESET, type EventRow, type RecordedEvent } from '../event-store/stream/event.js'
import { EVENT_FIELDS, isoText } from '../event-store/stream/read-stream.js'
import type { LogReading } from '../event-store/log-reading.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { AccountEvent } from '../identity/account.events.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { readCursor, writeCursor } from '../platform/http/cursor.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { keysOf, type TransactionDetails } from '../transactions/transaction.events.js'
import { toEntry } from './activity-entry.js'
import { findObstacle, obstacleText, type UndoFacts, type UndoRefusal } from './undo-command.js'

type ActivityLogAccess = Pick<LogReading, 'codec' | 'keys' | 'guard'>
type ActivityRow = Omit<EventRow, 'hash'>

/** The part of an account's log that its person sees. */
export interface VisibleLog {
  /** The position of the last reset, or 1. */
  from: number
  key: DataKey
}

const VISIBLE = {
  name: 'visible-activity',
  text: 'select h.reset_seq as reset, k.wrapped_key as wrapped from account_heads h join account_keys k using (account_id) where account_id = $1',
}

/** The visible part of an account's log. Throws NOT_FOUND for an erased account. */
export async function findVisibleLog(database: RowReader, { keys }: ActivityLogAccess, accountId: string): Promise<VisibleLog> {
  const [found] = await database.rows<{ reset: number; wrapped: Buffer }>(VISIBLE, [accountId])
  if (!found) throw new Rejected('NOT_FOUND')
  return { from: Math.max(1, found.reset), key: keys.unwrap(accountId, found.wrapped) }
}

// Times never decrease along a log and positions have no gaps, so a binary search finds the position.
const FIRST_OF_DAY = {
  name: 'first-activity-of-day',
  text: `
    with recursive search(low, high) as (
      select 1::bigint, seq + 1 from account_heads where account_id = $1
      union all
      select case when earlier then middle + 1 else low end, case when earlier then high else middle end from (
        select low, high, middle, (
          select e.recorded_at < $2::date::timestamp at time zone '${TIME_ZONE}' from events e where e.account_id = $1 and e.seq = middle) as earlier
        from (select low, high, (low + high) / 2 as middle from search where low < high) as halved
      ) as looked
    )
    select low as position from search where low = high`,
}

/** The position of the first event on or after a day in São Paulo; the one after the last event if there is none. */
export async function findFirstOfDay(database: RowReader, accountId: string, day: CalendarDate): Promise<number> {
  const [found] = await database.rows<{ position: number }>(FIRST_OF_DAY, [accountId, day])
  return found?.position ?? 1
}

/** A copy is restored in portions; the history shows only the event that started it. */
const HIDDEN_TYPE = 'PortionBrought'

/** A page of an account's history, newest first. Throws VALIDATION for an invalid cursor. */
export class ListActivity extends AccountQuery<ActivityPage> {
  constructor(
    readonly reading: ActivityLogAccess,
    readonly accountId: string,
    readonly filter: ActivityFilter,
  ) {
    super()
  }

  async answer(database: QueryContext): Promise<ActivityPage> {
    const { limit, cursor, from, to } = this.filter
    const { from: first, key } = await findVisibleLog(database, this.reading, this.accountId)
    const begins = from === undefined ? first : Math.max(first, await findFirstOfDay(database, this.accountId, from))
    const ends = to === undefined ? Number.MAX_SAFE_INTEGER : await findFirstOfDay(database, this.accountId, addDays(to, 1))
    const before = cursor === undefined ? ends : Math.min(ends, readCursor(cursor, positions))
    const found = await this.#find(database, begins, before, limit + 1)
    const page = found.slice(0, limit).map((row) => this.reading.codec.decode(row, key))
    const reasons = await findUndoReasons(database, this.reading, key, page)
    const last = page.at(-1)
    return {
      activity: page.map((event) => toEntry(event, reasons.get(event.seq) ?? null)),
      nextCursor: found.length > limit && last ? writeCursor(last.seq) : null,
    }
  }

  /** One SQL text per combination of filters, so that each reads a range of the fitting index. */
  #find(database: RowReader, begins: number, before: number, limit: number): Promise<ActivityRow[]> {
    const { entity, source, entityId } = this.filter
    const values: unknown[] = [this.accountId, begins, before, limit]
    const given = (value: unknown, type: string) => `$${values.push(value)}::${type}`
    const conditions: string[] = []
    // An account has one of each of these, whose id is the account's.
    const id = entityId ?? (entity === 'account' || entity === 'emergency-fund' ? this.accountId : undefined)
    if (id !== undefined) conditions.push(`and e.entity_id = ${given(id, 'uuid')}`)
    // A balance has the id of its wallet.
    else if (entity === 'balance')
      conditions.push(
        `and e.entity_id in (select id from wallet_list where account_id = $1 union select ${given(initialWalletId(this.accountId), 'uuid')})`,
      )
    // Parts of a command on another entity are only in the history of their own entity.
    else conditions.push(`and (e.meta->>'partOf') is null and e.type <> '${HIDDEN_TYPE}'`)
    if (entity !== undefined) conditions.push(`and e.entity = ${given(entity, 'text')}`)
    if (source !== undefined) conditions.push(`and e.meta->>'source' = ${given(source, 'text')}`)
    const name = [
      'list-activity',
      id && 'id',
      entity && 'entity',
      id === undefined && entity === 'balance' && 'balance',
      source && 'source',
    ]
      .filter(Boolean)
      .join('-')
    const text = `
      select ${EVENT_FIELDS} from events e where e.account_id = $1 and e.seq >= $2 and e.seq < $3 ${conditions.join(' ')}
      order by e.seq desc limit $4`
    return database.rows<ActivityRow>({ name, text }, values)
  }
}

/** A position in the log. */
const positions = z.int().positive()

const FIND = { name: 'find-activity', text: `select ${EVENT_FIELDS} from events e where e.account_id = $1 and e.seq = $2` }

/** One visible event of an account. Throws NOT_FOUND. */
export class FindEvent extends AccountQuery<RecordedEvent> {
  constructor(
    readonly reading: ActivityLogAccess,
    readonly accountId: string,
    readonly position: number,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<RecordedEvent> {
    const { from, key } = await findVisibleLog(database, this.reading, this.accountId)
    const [row] = this.position < from ? [] : await database.rows<ActivityRow>(FIND, [this.accountId, this.position])
    if (!row) throw new Rejected('NOT_FOUND')
    return this.reading.codec.decode(row, key)
  }
}

/** Why an event cannot be undone, as a text; null if it can. */
export class FindUndoObstacle extends AccountQuery<string | null> {
  readonly accountId: string

  constructor(
    readonly reading: ActivityLogAccess,
    readonly event: RecordedEvent,
  ) {
    super()
    this.accountId = event.accountId
  }

  async answer(database: QueryContext): Promise<string | null> {
    const { key } = await findVisibleLog(database, this.reading, this.accountId)
    return (await findUndoReasons(database, this.reading, key, [this.event])).get(this.event.seq) ?? null
  }
}

/** Events that do not describe their entity's state: earlier changes can still be undone. */
const IGNORED_TYPES = [ACCOUNT_RESET, 'TermsAccepted', 'AccountLooked'] satisfies AccountEvent['type'][]

const LAST_EVENTS = {
  name: 'last-events-of-entities',
  text: `
    select ${EVENT_FIELDS} from unnest($2::text[], $3::uuid[]) as a(entity, id) cross join lateral (
      select * from events where account_id = $1 and entity = a.entity and entity_id = a.id and type <> all ('{${IGNORED_TYPES.join()}}') order by seq desc limit 1) e`,
}

const UNDONE = {
  name: 'undone-activity',
  text: `
    select (e.meta->>'undoes')::bigint as position, ${isoText('e.recorded_at')} as at from events e
    where e.account_id = $1 and (e.meta->>'undoes') is not null and (e.meta->>'undoes')::bigint = any ($2::bigint[])`,
}

/** How many later events are searched for the one that prevents an undo. Beyond that the text names no time. */
const MAX_LATER_EVENTS = 25

const LATER = {
  name: 'later-activity',
  text: `
    select a.seq as "behind", ${EVENT_FIELDS} from unnest($2::bigint[], $3::text[], $4::uuid[]) as a(seq, entity, id) cross join lateral (
      select * from events where account_id = $1 and entity = a.entity and entity_id = a.id and seq > a.seq order by seq limit ${MAX_LATER_EVENTS}) e
    order by e.seq`,
}

/** The reasons of the events that cannot be undone, by position. All are of one account. */
async function findUndoReasons(
  database: QueryContext,
  { codec, guard }: ActivityLogAccess,
  key: DataKey,
  events: readonly RecordedEvent[],
): Promise<Map<number, string>> {
  const [first] = events
  if (!first) return new Map()
  const { accountId } = first
  const entities = [...new Map(events.map(({ entity, entityId: id }) => [`${entity} ${id}`, { entity, id }])).values()]
  const lastRows = await database.rows<ActivityRow>(LAST_EVENTS, [
    accountId,
    entities.map(({ entity }) => entity),
    entities.map(({ id }) => id),
  ])
  const last = new Map(lastRows.map((row) => [`${row.entity} ${row.entityId}`, codec.decode(row, key)]))
  const undone = await database.rows<{ position: number; at: string }>(UNDONE, [accountId, events.map(({ seq }) => seq)])
  const undoneAt = new Map(undone.map(({ position, at }) => [position, at]))
  const keyed = new Map(events.map((event) => [event, lineKeysBefore(event)]))
  const usedKeys = await findUsedKeys(database, accountId, [...new Set([...keyed.values()].flat())])
  const [guarded] = await database.rows<{ state: unknown }>({ name: 'guarded-account', text: `select ${guard.stateSql} as state` }, [
    accountId,
  ])
  const guardRefusal: UndoFacts['guardRefusal'] = (decided) => guard.refusalOf(guarded?.state ?? null, decided)?.refusal ?? null
  const obstacles = events.flatMap((event): { event: RecordedEvent; obstacle: UndoRefusal }[] => {
    const had = keyed.get(event) ?? []
    const obstacle = findObstacle({
      event,
      takenKeys: had.filter((each) => (usedKeys.get(each) ?? event.entityId) !== event.entityId),
      last: last.get(`${event.entity} ${event.entityId}`) ?? event,
      undoneAt: undoneAt.get(event.seq) ?? null,
      guardRefusal,
    })
    return obstacle ? [{ event, obstacle }] : []
  })
  const changed = obstacles.filter(({ obstacle }) => obstacle.why === 'changed').map(({ event }) => event)
  const later = await findLaterEvents(database, codec, key, accountId, changed)
  const now = new Date(database.clock.now())
  return new Map(obstacles.map(({ event, obstacle }) => [event.seq, obstacleText(obstacle, event, later.get(event.seq) ?? [], now)]))
}

/** The keys of the statement lines that a transaction had before an event. */
function lineKeysBefore({ data, entity }: RecordedEvent): string[] {
  const { before } = data as { before?: TransactionDetails }
  return entity === 'transaction' && before ? keysOf(before) : []
}

/** The next events of the same entity, by position. */
async function findLaterEvents(
  database: RowReader,
  codec: ActivityLogAccess['codec'],
  key: DataKey,
  accountId: string,
  events: readonly RecordedEvent[],
): Promise<Map<number, RecordedEvent[]>> {
  const later = new Map<number, RecordedEvent[]>(events.map(({ seq }) => [seq, []]))
  if (events.length === 0) return later
  const asked = [events.map(({ seq }) => seq), events.map(({ entity }) => entity), events.map(({ entityId }) => entityId)]
  const rows = await database.rows<ActivityRow & { behind: number }>(LATER, [accountId, ...asked])
  for (const { behind, ...row } of rows) later.get(behind)?.push(codec.decode(row, key))
  return later
}
