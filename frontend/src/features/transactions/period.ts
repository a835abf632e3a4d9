import { addDays, addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { monthAsOf } from '@prumo/shared/month-names'
import { formatDate } from '../../lib/dates'
import type { TransactionFilters } from './filters-address'

/** The days that a list shows: a month, or a range with either end. */
export type Period = Pick<TransactionFilters, 'month' | 'from' | 'to'>

export const wholeTime: Period = { month: null, from: null, to: null }

/** The last 30 days include today. */
const LAST_DAYS = 30

/** The periods that are offered by name, as they are on this day. */
export function namedPeriods(now: CalendarDate): readonly { name: string; period: Period }[] {
  const year = now.slice(0, 4)
  return [
    { name: 'Este mês', period: { ...wholeTime, month: monthOf(now) } },
    { name: 'Mês passado', period: { ...wholeTime, month: monthOf(addMonths(`${monthOf(now)}-01`, -1)) } },
    { name: 'Últimos 30 dias', period: { ...wholeTime, from: addDays(now, 1 - LAST_DAYS), to: now } },
    { name: 'Este ano', period: { ...wholeTime, from: `${year}-01-01`, to: `${year}-12-31` } },
  ]
}

/** The name of a period: `novembro`, `Últimos 30 dias`, `01/11/2026 a 20/11/2026`; null for all days. */
export function periodText({ month, from, to }: Period, now: CalendarDate): string | null {
  const named = namedPeriods(now).find(({ period }) => period.month === null && month === null && period.from === from && period.to === to)
  if (named) return named.name
  const range = rangeText(from, to)
  return month && range ? `${monthAsOf(month, now)}, ${range}` : month ? monthAsOf(month, now) : range
}

function rangeText(from: CalendarDate | null, to: CalendarDate | null): string | null {
  if (from && to) return `${formatDate(from)} a ${formatDate(to)}`
  if (from) return `Desde ${formatDate(from)}`
  return to && `Até ${formatDate(to)}`
}

/** In this many days from a day the month ends whose expected transactions are added up. */
const AHEAD = 14

/**
 * The last day of the expected transactions that are added up: the end of the period, else the end of the month in two weeks. What
 * repeats is recorded 45 days ahead, so up to there nothing is missing from the sum.
 */
export function expectedUntil({ month, to }: Period, now: CalendarDate): CalendarDate {
  const ends = [month && lastDayOf(month), to].filter((end) => end !== null)
  return ends.sort()[0] ?? lastDayOf(monthOf(addDays(now, AHEAD)))
}

function lastDayOf(month: string): CalendarDate {
  return addDays(addMonths(`${month}-01`, 1), -1)
}
