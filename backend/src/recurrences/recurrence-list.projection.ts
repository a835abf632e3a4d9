import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { compareRecurrences } from '@prumo/shared/recurrence-order'
import { nextReach } from '@prumo/shared/recurrence-rules'
import type { RecurrenceAnswer, RecurrenceList } from '@prumo/shared/recurrences'
import { Rejected } from '@prumo/shared/rejections'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { transactionsOfRecurrence } from '../transactions/transaction-list.projection.js'
import { toRecurrence, type RecurrenceState } from './recurrence.decider.js'
import type { RecurrenceDetails, RecurrenceEvent } from './recurrence.events.js'

/** The recurrences of an account, and when the next occurrence of each is to be recorded. */
export const recurrenceList = defineProjection<RecurrenceEvent>({
  table: {
    name: 'recurrence_list',
    version: 2,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      // The details as JSON, because dates depend on all of them.
      details: 'text not null',
      // The day on which the next unrecorded occurrence comes into reach; null for none.
      due_on: 'date',
      // Its creation was undone; an undo of that may restore it.
      withdrawn: 'boolean not null',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
    indexes: ['(due_on, account_id, id) where due_on is not null'],
  },
  on: {
    RecurrenceSet: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RecurrenceCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RecurrenceEnded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RecurrenceResumed: (event, rows) => rows.put(rowOf(event, event.data.after)),
    OccurrencesRecorded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    RecurrenceRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    RecurrenceWithdrawn: (event, rows) => rows.put({ ...rowOf(event, event.data.before), due_on: null, withdrawn: true }),
  },
})

function rowOf(event: RecordedEvent<RecurrenceEvent>, details: RecurrenceDetails): ProjectionRow {
  return {
    account_id: event.accountId,
    id: event.entityId,
    details: JSON.stringify(details),
    due_on: nextReach(details),
    withdrawn: false,
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
}

/** A recurrence's plan. */
export interface StoredRecurrence {
  id: string
  details: RecurrenceDetails
}

/** The plans of the recurrences that are not withdrawn, from the rows of a replay. */
export function plansOfRows(rows: readonly ProjectionRow[]): Promise<StoredRecurrence[]> {
  const standing = rows.filter(({ withdrawn }) => withdrawn === false)
  return mapYielding(standing, ({ id, details }) => ({ id: String(id), details: JSON.parse(String(details)) as RecurrenceDetails }))
}

interface RecurrenceRow {
  id: string
  details: string
  withdrawn: boolean
  createdAt: string
  updatedAt: string
  version: number
}

const COLUMNS = `id, details, withdrawn, ${isoText('created_at')} as "createdAt", ${isoText('updated_at')} as "updatedAt", version`
const LIST = { name: 'list-recurrences', text: `select ${COLUMNS} from recurrence_list where account_id = $1 and not withdrawn` }
const FIND = { name: 'find-recurrence', text: `select ${COLUMNS} from recurrence_list where account_id = $1 and id = $2` }

function toState(accountId: string, { details, withdrawn, ...found }: RecurrenceRow): RecurrenceState {
  return { status: withdrawn ? 'deleted' : 'alive', accountId, ...found, details: JSON.parse(details) as RecurrenceDetails, undone: [] }
}

/** The state of a recurrence as commands need it: without the undone positions. */
export async function findRecurrence(database: RowReader, accountId: string, id: string): Promise<RecurrenceState> {
  const [found] = await database.rows<RecurrenceRow>(FIND, [accountId, id])
  return found ? toState(accountId, found) : { status: 'none' }
}

/** All recurrences that are not withdrawn, in the order of creation. */
export async function readRecurrences(database: RowReader, accountId: string): Promise<Exclude<RecurrenceState, { status: 'none' }>[]> {
  const states = await mapYielding(await database.rows<RecurrenceRow>(LIST, [accountId]), (found) => toState(accountId, found))
  return states.flatMap((state) => (state.status === 'none' ? [] : state)).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/** The recurrences, the next due first and ended ones last. */
export class ListRecurrences extends AccountQuery<OnWire<RecurrenceList>> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<RecurrenceList>> {
    const recurrences = await mapYielding(await readRecurrences(database, this.accountId), (state) => toRecurrence(state, this.today))
    return { recurrences: recurrences.sort(compareRecurrences) }
  }
}

/** A recurrence with its existing occurrences. Throws NOT_FOUND. */
export class FindRecurrence extends AccountQuery<OnWire<RecurrenceAnswer>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<RecurrenceAnswer>> {
    const state = await findRecurrence(database, this.accountId, this.id)
    if (state.status !== 'alive') throw new Rejected('NOT_FOUND')
    return {
      recurrence: toRecurrence(state, this.today),
      transactions: await transactionsOfRecurrence(database, this.accountId, this.id),
    }
  }
}

/** The number of recurrences that are not withdrawn. */
export async function countRecurrences(database: RowReader, accountId: string): Promise<number> {
  return (await database.rows<{ count: number }>(COUNT, [accountId]))[0]?.count ?? 0
}

const COUNT = {
  name: 'count-recurrences',
  text: 'select count(*)::integer as count from recurrence_list where account_id = $1 and not withdrawn',
}

const DUE = {
  name: 'due-recurrences',
  text: `
    select account_id as "accountId", id, due_on as "dueOn" from recurrence_list
    where due_on <= $1 and (due_on, account_id, id) > ($2::date, $3::uuid, $4::uuid) order by due_on, account_id, id limit $5`,
}

/** A recurrence with an occurrence to record. */
export interface DueRecurrence {
  accountId: string
  id: string
  dueOn: CalendarDate
}

/** The recurrences due on a day, after a given one. */
export function dueRecurrences(
  database: RowReader,
  today: CalendarDate,
  { dueOn, accountId, id }: DueRecurrence,
  limit: number,
): Promise<DueRecurrence[]> {
  return database.rows<DueRecurrence>(DUE, [today, dueOn, accountId, id, limit])
}
