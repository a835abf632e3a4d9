import { addDays, dateInSaoPaulo, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { AGE_FOR_REVIEW, forecastOf, REVIEWED_DAYS, spreadsOf } from '@prumo/shared/forecast-rules'
import { replayToEndOf } from '../activity/account-at-day.js'
import { findVisibleLog } from '../activity/activity-log.js'
import type { QueryContext } from '../event-store/query/account-query.js'
import type { LogReading } from '../event-store/log-reading.js'
import { plansOfRows, recurrenceList } from '../recurrences/recurrence-list.projection.js'
import { factsOfRows, readOccurrences } from './forecast-facts.js'

/** A past forecast for a day, in centavos. It never changes, because the past log does not. */
export interface StoredForecast {
  from: CalendarDate
  to: CalendarDate
  /** The first visible position of the account's log; a reset moves it. */
  begins: number
  predicted: number
  /** Null if the history was too short then. */
  low: number | null
  high: number | null
}

const OPENED = { name: 'visible-begin', text: 'select recorded_at as at from events where account_id = $1 and seq = $2' }
const KNOWN = {
  name: 'known-foreseen',
  text: `select answer->'foreseen' as foreseen from stored_answers where account_id = $1 and kind = $2 and version = $3`,
}

/**
 * The account's forecast of 30 days ago for a day, by replaying its log to the end of that day; null for an account
 * younger than 120 days. Throws NOT_FOUND for an erased account.
 * @param kept the stored answer that may contain it already
 */
export async function findStoredForecast(
  database: Pick<QueryContext, 'rows' | 'pool'>,
  reading: LogReading,
  accountId: string,
  to: CalendarDate,
  kept: { kind: string; version: number },
): Promise<StoredForecast | null> {
  const visible = await findVisibleLog(database, reading, accountId)
  const { from: begins } = visible
  const [opened] = await database.rows<{ at: Date }>(OPENED, [accountId, begins])
  if (!opened || daysBetween(dateInSaoPaulo(opened.at), to) < AGE_FOR_REVIEW) return null
  const [known] = await database.rows<{ foreseen: StoredForecast | null }>(KNOWN, [accountId, kept.kind, kept.version])
  if (known?.foreseen?.to === to && known.foreseen.begins === begins) return known.foreseen

  const from = addDays(to, -REVIEWED_DAYS)
  const { rows, toSeq } = await replayToEndOf(database, reading, accountId, from, visible)
  const tables = new Map(rows.tables.map((held) => [held.table.name, held.rows()]))
  const plans = await plansOfRows(tables.get(recurrenceList.table.name) ?? [])
  const { first, flow, ...certain } = factsOfRows(
    accountId,
    tables,
    await readOccurrences(database, accountId, plans, from, to, toSeq),
    from,
  )
  const spreads = spreadsOf(flow, first, from)
  const { days } = forecastOf({ ...certain, spreads }, from, REVIEWED_DAYS)
  const { balance: predicted, low, high } = days[REVIEWED_DAYS] as (typeof days)[number]
  return { from, to, begins, predicted, low, high }
}
