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

/** What repeats in an account, and when the next occurrence of each is to be recorded. */
export const recurrenceList = defineProjection<RecurrenceEvent>({
  table: {
    name: 'recurrence_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      // Its details as JSON: dates are made of all of them.
      details: 'text not null',
      // The day on which an occurrence comes into reach that is not recorded; null where none does.
      due_on: 'date',
      // One whose making was taken back, which may come again.
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

/** What a recurrence plans. */
export interface StoredRecurrence {
  id: string
  details: RecurrenceDetails
}

/** The plans of those that stand, from the rows as a replay holds them. */
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

/** A recurrence as far as a command on it asks: all but what was taken back of it. */
export async function findRecurrence(database: RowReader, accountId: string, id: string): Promise<RecurrenceState> {
  const [found] = await database.rows<RecurrenceRow>(FIND, [accountId, id])
  return found ? toState(accountId, found) : { status: 'none' }
}

/** All that stand, in the order in which they were made. */
export async function readRecurrences(database: RowReader, accountId: string): Promise<Exclude<RecurrenceState, { status: 'none' }>[]> {
  const states = await mapYielding(await database.rows<RecurrenceRow>(LIST, [accountId]), (found) => toState(accountId, found))
  return states.flatMap((state) => (state.status === 'none' ? [] : state)).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/** What repeats, the next one first and what has ended last. */
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

/** A recurrence, with the occurrences of it that are there. Throws NOT_FOUND. */
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

/** How many stand. */
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

/** A recurrence of which an occurrence is to be recorded. */
export interface DueRecurrence {
  accountId: string
  id: string
  dueOn: CalendarDate
}

/** Those that are due on a day, behind one of them. */
export function dueRecurrences(
  database: RowReader,
  today: CalendarDate,
  { dueOn, accountId, id }: DueRecurrence,
  limit: number,
): Promise<DueRecurrence[]> {
  return database.rows<DueRecurrence>(DUE, [today, dueOn, accountId, id, limit])
}
