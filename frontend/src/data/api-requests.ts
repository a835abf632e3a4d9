import { addDays, addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS } from '@prumo/shared/emergency-fund-rules'
import type { ForecastLength } from '@prumo/shared/forecast-rules'
import type { TransactionState, TransactionType } from '@prumo/shared/transaction-rules'
import type { ApiQuery } from '../lib/api-query'

/** What reads ask the server, as plain values: the page asks the same ahead of them (app/prefetch.ts). */

/** Which transactions a list or a summary is of; the names are those of the wire. */
export type TransactionListFilter = {
  type?: TransactionType
  month?: CalendarMonth
  from?: CalendarDate
  to?: CalendarDate
  search?: string
  /** Exact; empty for those without one. */
  category?: string
  status?: TransactionState
}

/** Which transactions a list is of. */
export type RelativeFilter = TransactionListFilter & {
  /** None that is still ahead: the day is asked for anew each time, so that a list that was kept is found on the next. */
  upToToday?: true
  /** Only what is still ahead. */
  afterToday?: true
  /** Only what is so many days ahead at most. */
  withinDays?: number
}

/** How far the overview looks ahead, and how far can be looked at all. */
export const OVERVIEW_DAYS: ForecastLength = 30
const FORECAST_DAYS: ForecastLength = 90

/** The short lists of several screens: which transactions, and how many are shown or counted at most. */
export const shortLists = {
  waiting: [{ status: 'pending', upToToday: true }, 490],
  expected: [{ status: 'pending', afterToday: true }, 490],
  near: [{ status: 'pending', afterToday: true, withinDays: FORECAST_DAYS }, 490],
  latest: [{ upToToday: true }, 5],
} as const satisfies Record<string, readonly [RelativeFilter, number]>

/** How many months the overview's chart looks back on. */
export const CHART_MONTHS = 6
const PAGE = 100
const MOVEMENTS_PAGE = 20
/** A short list is read longer than it is shown, so that it stays full when one of its rows goes. */
const SPARE_ROWS = 10
/** The server answers no more at once. */
const MAX_ROWS = 500

export function resolveDates({ upToToday, afterToday, withinDays, ...filter }: RelativeFilter, now: CalendarDate): TransactionListFilter {
  return {
    ...filter,
    ...(upToToday && { to: now }),
    ...(afterToday && { from: addDays(now, 1) }),
    ...(withinDays !== undefined && { to: addDays(now, withinDays) }),
  }
}

/** Days from one to another, both among them; only what is of a type where one is named. */
export type DateRange = Required<Pick<TransactionListFilter, 'from' | 'to'>> & Pick<TransactionListFilter, 'type'>

/** From the first of the month before `now` to the day of the same number, or to its last. */
export function previousMonthToDate(now: CalendarDate): DateRange {
  const to = addMonths(now, -1)
  return { from: `${monthOf(to)}-01`, to }
}

/** The months that the average of expenses looks back on, each from the day after the one before it; the newest last. */
export function averagedPeriods(now: CalendarDate): DateRange[] {
  const ends = Array.from({ length: AVERAGED_MONTHS + 1 }, (_, index) => addMonths(now, index - AVERAGED_MONTHS))
  return ends.slice(1).map((to, index) => ({ type: 'expense', from: index === 0 ? ends[0]! : addDays(ends[index]!, 1), to }))
}

/** @param limit of a short list, how many it shows */
export function transactionsRequest(filter: TransactionListFilter, limit?: number, cursor: string | null = null): ApiQuery {
  return [
    '/transactions',
    { ...filter, limit: limit === undefined ? PAGE : Math.min(limit + SPARE_ROWS, MAX_ROWS), cursor: cursor ?? undefined },
  ]
}

/** The newest that is settled, up to the end of a month or of all. */
export function newestSettledRequest(upTo: CalendarMonth | null): ApiQuery {
  return ['/transactions', { status: 'settled', ...(upTo && { to: monthBounds(upTo).to }), limit: 1 }]
}

export function summaryRequest(filter: TransactionListFilter): ApiQuery {
  return ['/transactions/summary', filter]
}

/** With them the lowest balance of the days ahead. @param until null for the present month */
export function monthsRequest(until: CalendarMonth | null): ApiQuery {
  return ['/transactions/summary/months', { count: CHART_MONTHS, until: until ?? undefined, lowest: OVERVIEW_DAYS }]
}

export function movementsRequest(cursor: string | null = null): ApiQuery {
  return ['/emergency-fund/movements', { limit: MOVEMENTS_PAGE, cursor: cursor ?? undefined }]
}

/** As far as can be: fewer days are the first of these. */
export const forecastRequest: ApiQuery = ['/forecast', { days: FORECAST_DAYS }]
export const balanceRequest: ApiQuery = ['/balance', {}]
export const categoriesRequest: ApiQuery = ['/transactions/categories', {}]
export const goalsRequest: ApiQuery = ['/goals', {}]
export const tasksRequest: ApiQuery = ['/tasks', {}]
export const fundRequest: ApiQuery = ['/emergency-fund', {}]
export const fundAnalysisRequest: ApiQuery = ['/emergency-fund/analysis', {}]
export const expenseAverageRequest: ApiQuery = ['/emergency-fund/calculate-expenses', {}]
export const userRequest: ApiQuery = ['/auth/verify', {}]

/** Under which keys the device keeps what the first figure is made from (app/early-month-result.ts); months go on with the last of them. */
export const MONTHS_KEY = ['transaction', 'months'] as const
export const LATEST_SETTLED_KEY = ['transaction', 'latest-settled'] as const
