import { addDays, daysBetween, type CalendarDate } from './calendar.js'
import type { FlowType } from './transaction-rules.js'

/**
 * The balance forecast: certain amounts of the days ahead, and the spread of the account's own past around its plans. All
 * amounts in centavos.
 */

/** Lengths of a forecast, in days. */
export const forecastLengths = [30, 60, 90] as const
export type ForecastLength = (typeof forecastLengths)[number]
export const STANDARD_LENGTH: ForecastLength = 30
export const forecastTexts = { days: 'Use 30, 60 ou 90 dias' } as const
const LONGEST: ForecastLength = 90

/** Days since the first transaction below which no spread is computed. */
export const DAYS_OF_HISTORY = 90
/** Age in days of the forecast that is compared with today's balance. */
export const REVIEWED_DAYS: ForecastLength = 30
/** Age in days from which an account has a past forecast to compare. */
export const AGE_FOR_REVIEW = 120

/** Windows end on one of the 366 days before today. */
const WINDOW_ENDS = 366
const LOW_PERCENTILE = 20
const HIGH_PERCENTILE = 80

export const openingSources = ['stated', 'sums'] as const
/** The opening balance is the stated one carried forward, or the sum of all transactions. */
export type OpeningSource = (typeof openingSources)[number]

export interface ForecastOpening {
  amount: number
  source: OpeningSource
}

/** Pending amounts of a day. */
export interface PendingDay {
  date: CalendarDate
  income: number
  expense: number
  count: number
}

/** An occurrence of a recurrence that has no recorded transaction yet. */
export interface ForecastOccurrence {
  date: CalendarDate
  type: FlowType
  amount: number
}

/** How unplanned amounts usually change a balance: 20th and 80th percentile. */
export interface ForecastSpread {
  low: number
  high: number
}

export interface ForecastDay {
  date: CalendarDate
  /** Certain income and expense of the day. */
  income: number
  expense: number
  balance: number
  /** Null when the history is too short. */
  low: number | null
  high: number | null
}

export interface LowestDay {
  date: CalendarDate
  balance: number
}

export interface Forecast {
  from: CalendarDate
  to: CalendarDate
  opening: ForecastOpening
  /** Today first: one entry more than the requested number of days. */
  days: ForecastDay[]
  lowest: LowestDay
  /** Pending amounts of days before today, counted nowhere else. */
  overdue: { income: number; expense: number; count: number }
}

export interface ForecastFacts {
  opening: ForecastOpening
  /** Pending amounts of any day, in any order. */
  pending: readonly PendingDay[]
  /** Occurrences outside the forecast's days are ignored. */
  occurrences: readonly ForecastOccurrence[]
  /** The result of `spreadsOf`; null without enough history. */
  spreads: readonly ForecastSpread[] | null
}

/** The forecast from a day on, for that many days. */
export function forecastOf(facts: ForecastFacts, today: CalendarDate, length: ForecastLength): Forecast {
  const { opening, pending, occurrences, spreads } = facts
  const certain = Array.from({ length: length + 1 }, (_, ahead) => ({ date: addDays(today, ahead), income: 0, expense: 0 }))
  const overdue = { income: 0, expense: 0, count: 0 }
  for (const { date, income, expense, count } of pending) {
    const ahead = daysBetween(today, date)
    const place = ahead < 0 ? overdue : certain[ahead]
    if (!place) continue
    place.income += income
    place.expense += expense
    if (place === overdue) overdue.count += count
  }
  for (const { date, type, amount } of occurrences) {
    const place = certain[daysBetween(today, date)]
    if (place) place[type] += amount
  }
  let balance = opening.amount
  const days = certain.map(({ date, income, expense }, ahead): ForecastDay => {
    balance += income - expense
    const spread = spreads?.[ahead]
    return { date, income, expense, balance, low: spread ? balance + spread.low : null, high: spread ? balance + spread.high : null }
  })
  return { from: today, to: addDays(today, length), opening, days, lowest: lowestOf(days), overdue }
}

/** The lowest balance and the first day that has it. */
export function lowestOf(days: readonly LowestDay[]): LowestDay {
  const { date, balance } = days.reduce((lowest, day) => (day.balance < lowest.balance ? day : lowest))
  return { date, balance }
}

/** The first day of the earliest window. */
export function flowBegins(today: CalendarDate): CalendarDate {
  return addDays(today, -(WINDOW_ENDS + LONGEST - 1))
}

/**
 * The usual spread of the balance by unplanned amounts, for each number of days from 0 to 90. Null with fewer than 90 days
 * since the first transaction.
 * @param flow unplanned income minus unplanned expense, by day; days before `flowBegins` and from today on are ignored
 * @param first the day of the account's first transaction; null without one
 */
export function spreadsOf(
  flow: ReadonlyMap<CalendarDate, number>,
  first: CalendarDate | null,
  today: CalendarDate,
): ForecastSpread[] | null {
  if (first === null || daysBetween(first, today) < DAYS_OF_HISTORY) return null
  // Prefix sums: the difference between two of them is the flow of the days between.
  const begins = flowBegins(today)
  const known = daysBetween(begins, today)
  const sums = [0]
  for (let day = 0; day < known; day++) sums.push((sums[day] as number) + (flow.get(addDays(begins, day)) ?? 0))
  const earliest = Math.max(0, daysBetween(begins, first))
  return Array.from({ length: LONGEST + 1 }, (_, days) => {
    if (days === 0) return { low: 0, high: 0 }
    const flows: number[] = []
    for (let end = known; end > known - WINDOW_ENDS && end - days >= earliest; end--) {
      flows.push((sums[end] as number) - (sums[end - days] as number))
    }
    flows.sort((one, other) => one - other)
    return { low: nearestRank(flows, LOW_PERCENTILE), high: nearestRank(flows, HIGH_PERCENTILE) }
  })
}

/** The smallest of the sorted numbers that at least so many percent do not exceed. Needs at least one number. */
export function nearestRank(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] as number
}
