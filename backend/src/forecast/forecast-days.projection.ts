import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import {
  flowBegins,
  type ForecastLength,
  type ForecastOccurrence,
  type ForecastOpening,
  type PendingDay,
} from '@prumo/shared/forecast-rules'
import { unrecordedBetween } from '@prumo/shared/recurrence-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { ProjectionRow, TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { occurrenceId } from '../recurrences/recurrence-command.js'
import { readRecurrences, type StoredRecurrence } from '../recurrences/recurrence-list.projection.js'
import type { RecurrenceDetails } from '../recurrences/recurrence.events.js'
import { counting, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'

const NOTHING = { settled: 0, settled_count: 0, unplanned: 0, pending_income: 0, pending_expense: 0, pending_count: 0 }

/** The daily sums for forecasts: settled, settled without a plan, and pending. In centavos. */
export const forecastDays = defineProjection<TransactionEvent>({
  table: {
    name: 'forecast_days',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      day: 'date not null',
      settled: 'bigint not null',
      settled_count: 'bigint not null',
      unplanned: 'bigint not null',
      pending_income: 'bigint not null',
      pending_expense: 'bigint not null',
      pending_count: 'bigint not null',
    },
    key: ['account_id', 'day'],
  },
  on: counting(count),
})

/** Adds a transaction to its day, or subtracts it; one not received is not counted. */
function count(accountId: string, details: TransactionDetails, times: 1 | -1, rows: TableRows): void {
  const { type, amount, date: day } = details
  const state = stateOf(details)
  if (state === 'not_received') return
  const sums = { ...NOTHING }
  if (state === 'pending') {
    sums[`pending_${type}`] = times * amount
    sums.pending_count = times
  } else {
    sums.settled = type === 'income' ? times * amount : -times * amount
    sums.settled_count = times
    // Neither scheduled nor recurring: it was not in any forecast.
    if (!details.isScheduled && details.recurrenceId === null) sums.unplanned = sums.settled
  }
  rows.add({ account_id: accountId, day, ...sums })
}

/** The certain amounts of an account on a day, for so many days ahead. */
export interface AheadFacts {
  opening: ForecastOpening
  /** Overdue amounts are summed on the day before. */
  pending: PendingDay[]
  /** The recurring occurrences of these days that are not recorded yet. */
  occurrences: ForecastOccurrence[]
  /** Whether no balance was stated, no transaction counts and no recurrence exists. */
  isEmpty: boolean
}

/** The opening balance of a forecast, and the certain amounts after it. */
export class FindAhead extends AccountQuery<AheadFacts> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
    readonly length: ForecastLength,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<AheadFacts> {
    const { accountId, today, length } = this
    const to = addDays(today, length)
    const rows = await database.rows<AheadRow>(READ_AHEAD, [accountId, today, to])
    const { stated, settled, pending, isUsed } = rows[0] as AheadRow
    const opening: ForecastOpening = { amount: (stated ?? 0) + settled, source: stated === null ? 'sums' : 'stated' }
    const occurrences = await readOccurrences(database, accountId, await readRecurrences(database, accountId), today, to)
    return { opening, pending: pending ?? [], occurrences, isEmpty: stated === null && !isUsed && occurrences.length === 0 }
  }
}

interface AheadRow {
  stated: number | null
  settled: number
  pending: PendingDay[] | null
  isUsed: boolean
}

// Without a stated balance all settled amounts count, whatever their day.
const READ_AHEAD = {
  name: 'read-ahead',
  text: `
    select s.amount as stated,
      (select coalesce(sum(d.settled), 0)::bigint from forecast_days d where d.account_id = $1
        and d.day between coalesce(s.date + 1, '-infinity') and case when s.date is null then 'infinity' else $2::date end) as settled,
      (select json_agg(p) from (
        select greatest(d.day, $2::date - 1) as date, sum(d.pending_income) as income, sum(d.pending_expense) as expense,
          sum(d.pending_count) as count
        from forecast_days d where d.account_id = $1 and d.day <= $3::date and d.pending_count > 0 group by 1) as p) as pending,
      exists (select 1 from forecast_days d where d.account_id = $1 and (d.settled_count > 0 or d.pending_count > 0)) as "isUsed"
    from (select 1) as one left join stated_balance s on s.account_id = $1`,
}

/**
 * The unrecorded occurrences between two days. Leaves out an occurrence whose id a transaction has used, even a deleted
 * one, because it will never be recorded.
 * @param upTo the position of the log up to which ids count as used
 */
export async function readOccurrences(
  database: RowReader,
  accountId: string,
  plans: readonly StoredRecurrence[],
  today: CalendarDate,
  to: CalendarDate,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<ForecastOccurrence[]> {
  const ahead = await mapYielding(plans, ({ id, details }) => occurrencesWithIds(id, details, today, to))
  const found = ahead.flat()
  if (found.length === 0) return []
  const rows = await database.rows<{ id: string }>(USED, [accountId, found.map(({ id }) => id), upTo])
  const used = new Set(rows.map(({ id }) => id))
  return found.filter(({ id }) => !used.has(id)).map(({ occurrence }) => occurrence)
}

function occurrencesWithIds(recurrenceId: string, plan: RecurrenceDetails, today: CalendarDate, to: CalendarDate) {
  return unrecordedBetween(plan, today, to).map(({ nominal, date, amount }) => {
    return { id: occurrenceId(recurrenceId, nominal), occurrence: { date, amount, type: plan.type } }
  })
}

const USED = {
  name: 'used-transaction-ids',
  text: `
    select a.id from unnest($2::uuid[]) as a(id)
    where exists (select 1 from events e where e.account_id = $1 and e.entity_id = a.id and e.entity = 'transaction' and e.seq <= $3)`,
}

/** An account's past flow besides plans. */
export interface PastFlow {
  seq: number
  /** The day of its first settled transaction. */
  first: CalendarDate | null
  /** In centavos, by day. */
  flow: ReadonlyMap<CalendarDate, number>
}

/** The same for many accounts, by account; missing accounts are left out. */
export async function readPastFlows(database: RowReader, accounts: readonly string[], today: CalendarDate): Promise<Map<string, PastFlow>> {
  const rows = await database.rows<{
    accountId: string
    seq: number
    first: CalendarDate | null
    flow: Record<CalendarDate, number> | null
  }>(READ_PAST, [accounts, flowBegins(today), addDays(today, -1)])
  return new Map(rows.map(({ accountId, flow, ...rest }) => [accountId, { ...rest, flow: new Map(Object.entries(flow ?? {})) }]))
}

const READ_PAST = {
  name: 'read-past-flows',
  text: `
    select h.account_id as "accountId", h.seq,
      (select d.day from forecast_days d where d.account_id = h.account_id and d.account_id = any ($1::uuid[]) and d.settled_count > 0 order by d.day limit 1) as first,
      (select json_object_agg(d.day, d.unplanned) from forecast_days d
        where d.account_id = h.account_id and d.account_id = any ($1::uuid[]) and d.day between $2 and $3 and d.unplanned <> 0) as flow
    from account_heads h join account_keys k using (account_id)
    where h.account_id = any ($1::uuid[]) and k.account_id = any ($1::uuid[])`,
}

/** The facts for a day's forecast, except recurrences, from the rows of a replay. */
export function factsOfRows(days: readonly ProjectionRow[], stated: ProjectionRow | undefined, today: CalendarDate) {
  const numbers = days.map((row) => ({ date: String(row.day), of: (name: keyof typeof NOTHING) => Number(row[name]) }))
  const begins = stated ? String(stated.date) : null
  const settled = numbers
    .filter(({ date }) => begins === null || (date > begins && date <= today))
    .reduce((sum, { of }) => sum + of('settled'), 0)
  const opening: ForecastOpening = { amount: Number(stated?.amount ?? 0) + settled, source: stated ? 'stated' : 'sums' }
  const pending = numbers
    .filter(({ of }) => of('pending_count') > 0)
    .map(({ date, of }): PendingDay => {
      return { date, income: of('pending_income'), expense: of('pending_expense'), count: of('pending_count') }
    })
  const first = numbers
    .filter(({ of }) => of('settled_count') > 0)
    .reduce<CalendarDate | null>((min, { date }) => (min === null || date < min ? date : min), null)
  return { opening, pending, first, flow: new Map(numbers.map(({ date, of }) => [date, of('unplanned')])) }
}
