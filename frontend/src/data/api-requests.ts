import { addDays, addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS } from '@prumo/shared/emergency-fund-rules'
import type { ForecastLength } from '@prumo/shared/forecast-rules'
import type { TransactionState, TransactionType } from '@prumo/shared/transaction-rules'
import type { ApiQuery } from '../lib/api-query'

/** The requests of reads as plain values, shared with the script that sends them before the app loads (app/prefetch.ts). */

/** Filters transactions; the names are those of the API. */
export type TransactionListFilter = {
  type?: TransactionType
  month?: CalendarMonth
  from?: CalendarDate
  to?: CalendarDate
  /** Part of a text of the transaction, or its amount. */
  search?: string
  /** Any of these, exact; an empty one stands for transactions without a category. */
  category?: readonly string[]
  status?: TransactionState
  /** Transactions of any of these wallets; a transfer with either side. */
  walletId?: readonly string[]
  /** `some`: with a receipt; `none`: settled expenses that lack one. */
  attachments?: 'none' | 'some'
}

/** A filter with dates relative to today. */
export type RelativeFilter = TransactionListFilter & {
  /** Up to today. Resolved at each request, so that a stored list has the same key on the next day. */
  upToToday?: true
  /** Only after today. */
  afterToday?: true
  /** At most this many days ahead. */
  withinDays?: number
}

/** How far the overview looks ahead, and the longest forecast. */
export const OVERVIEW_DAYS: ForecastLength = 30
const FORECAST_DAYS: ForecastLength = 90

/** The short lists of several screens: filter, and the most that is shown or counted. */
export const shortLists = {
  waiting: [{ status: 'pending', upToToday: true }, 490],
  expected: [{ status: 'pending', afterToday: true }, 490],
  near: [{ status: 'pending', afterToday: true, withinDays: FORECAST_DAYS }, 490],
  latest: [{ upToToday: true }, 5],
} as const satisfies Record<string, readonly [RelativeFilter, number]>

/** The number of months in the overview's chart. */
export const CHART_MONTHS = 6
const PAGE = 100
const MOVEMENTS_PAGE = 20
/** Extra rows of a short list, so that it stays full when some of its rows disappear. */
const SPARE_ROWS = 10
/** The server's maximum. */
const MAX_ROWS = 500

export function resolveDates({ upToToday, afterToday, withinDays, ...filter }: RelativeFilter, now: CalendarDate): TransactionListFilter {
  return {
    ...filter,
    ...(upToToday && { to: now }),
    ...(afterToday && { from: addDays(now, 1) }),
    ...(withinDays !== undefined && { to: addDays(now, withinDays) }),
  }
}

/** A range of days, both ends included; optionally of one type. */
export type DateRange = Required<Pick<TransactionListFilter, 'from' | 'to'>> & Pick<TransactionListFilter, 'type'>

/** From the first of the previous month to the day of the same number, or to the last day of that month. */
export function previousMonthToDate(now: CalendarDate): DateRange {
  const to = addMonths(now, -1)
  return { from: `${monthOf(to)}-01`, to }
}

/** The months behind the average of expenses, each starting the day after the one before; the newest last. */
export function averagedPeriods(now: CalendarDate): DateRange[] {
  const ends = Array.from({ length: AVERAGED_MONTHS + 1 }, (_, index) => addMonths(now, index - AVERAGED_MONTHS))
  return ends.slice(1).map((to, index) => ({ type: 'expense', from: index === 0 ? ends[0]! : addDays(ends[index]!, 1), to }))
}

/** @param limit the number of rows that a short list shows */
export function transactionsRequest(filter: TransactionListFilter, limit?: number, cursor: string | null = null): ApiQuery {
  return [
    '/transactions',
    { ...filter, limit: limit === undefined ? PAGE : Math.min(limit + SPARE_ROWS, MAX_ROWS), cursor: cursor ?? undefined },
  ]
}

/** The newest settled transaction, up to the end of a month or of any date. */
export function newestSettledRequest(upTo: CalendarMonth | null): ApiQuery {
  return ['/transactions', { status: 'settled', ...(upTo && { to: monthBounds(upTo).to }), limit: 1 }]
}

export function summaryRequest(filter: TransactionListFilter): ApiQuery {
  return ['/transactions/summary', filter]
}

/** The months, with the lowest balance of the days ahead. @param until null for the present month */
export function monthsRequest(until: CalendarMonth | null): ApiQuery {
  return ['/transactions/summary/months', { count: CHART_MONTHS, until: until ?? undefined, lowest: OVERVIEW_DAYS }]
}

export function movementsRequest(cursor: string | null = null): ApiQuery {
  return ['/emergency-fund/movements', { limit: MOVEMENTS_PAGE, cursor: cursor ?? undefined }]
}

/** The longest forecast; shorter ones are its beginning. */
export const forecastRequest: ApiQuery = ['/forecast', { days: FORECAST_DAYS }]
export const walletsRequest: ApiQuery = ['/wallets', {}]
export const balanceRequest: ApiQuery = ['/balance', {}]
export const meiRequest: ApiQuery = ['/mei', {}]
export const meiDeliveriesRequest: ApiQuery = ['/mei/deliveries', {}]
export const categoriesRequest: ApiQuery = ['/transactions/categories', {}]
/** The most that the server gives: a category is suggested by any of them. */
export const descriptionsRequest: ApiQuery = ['/transactions/descriptions', { limit: 1000 }]
export const goalsRequest: ApiQuery = ['/goals', {}]
export const tasksRequest: ApiQuery = ['/tasks', {}]
export const fundRequest: ApiQuery = ['/emergency-fund', {}]
export const fundAnalysisRequest: ApiQuery = ['/emergency-fund/analysis', {}]
export const expenseAverageRequest: ApiQuery = ['/emergency-fund/calculate-expenses', {}]
export const userRequest: ApiQuery = ['/auth/verify', {}]

/** Continued with the last month. */
export const MONTHS_KEY = ['transaction', 'months'] as const
/** The cache key of the overview's first figure, which app/early-balance.ts reads. */
export const WALLETS_KEY = ['wallet', 'list'] as const
