import { addDays, daysBetween, type CalendarDate } from './calendar.js'
import type { TransactionType } from './transaction-rules.js'

/** What lies ahead of an account: what is certain, and how the person's own past strays from it. All in centavos. */

/** For how many days a forecast can be asked. */
export const forecastLengths = [30, 60, 90] as const
export type ForecastLength = (typeof forecastLengths)[number]
export const STANDARD_LENGTH: ForecastLength = 30
export const forecastTexts = { days: 'Use 30, 60 ou 90 dias' } as const
const LONGEST: ForecastLength = 90

/** With fewer days since the first transaction nothing is said of what the person usually does. */
export const DAYS_OF_HISTORY = 90
/** How long ago the forecast was made that is held against today, in days. */
export const REVIEWED_DAYS: ForecastLength = 30
/** An account of fewer days has no forecast that could be held against today. */
export const AGE_FOR_REVIEW = 120

/** Windows end yesterday or within the 365 days before. */
const WINDOW_ENDS = 366
const LOW_PERCENTILE = 20
const HIGH_PERCENTILE = 80

export const openingSources = ['stated', 'sums'] as const
/** What a forecast begins with: the balance that was said, carried on, or the sum of all that was recorded. */
export type OpeningSource = (typeof openingSources)[number]

export interface ForecastOpening {
  amount: number
  source: OpeningSource
}

/** What is pending on a day. */
export interface PendingDay {
  date: CalendarDate
  income: number
  expense: number
  count: number
}

/** An occurrence of a recurrence that is not recorded yet. */
export interface ForecastOccurrence {
  date: CalendarDate
  type: TransactionType
  amount: number
}

/** By how much what the person does besides their plans usually changes a balance: 20th and 80th percentile. */
export interface ForecastSpread {
  low: number
  high: number
}

export interface ForecastDay {
  date: CalendarDate
  /** What is certain to come in and go out. */
  income: number
  expense: number
  balance: number
  /** Null where the history is too short. */
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
  /** Today first, and one more than the days that were asked for. */
  days: ForecastDay[]
  lowest: LowestDay
  /** What is pending since before today; it counts nowhere else. */
  overdue: { income: number; expense: number; count: number }
}

export interface ForecastFacts {
  opening: ForecastOpening
  /** What is pending, of any day, in any order. */
  pending: readonly PendingDay[]
  /** Those of days outside the forecast are left out. */
  occurrences: readonly ForecastOccurrence[]
  /** What `spreadsOf` answers; null without enough history. */
  spreads: readonly ForecastSpread[] | null
}

/** What lies ahead of a day, for so many days. */
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

/** The lowest balance, and the first day that has it. */
export function lowestOf(days: readonly LowestDay[]): LowestDay {
  const { date, balance } = days.reduce((lowest, day) => (day.balance < lowest.balance ? day : lowest))
  return { date, balance }
}

/** The first of the days whose flow any window takes in. */
export function flowBegins(today: CalendarDate): CalendarDate {
  return addDays(today, -(WINDOW_ENDS + LONGEST - 1))
}

/**
 * How far what was not planned usually takes a balance in so many days; an entry for each number of days from 0 to 90. Null
 * with fewer than 90 days since the first transaction.
 * @param flow what came in less what went out without being planned, by day; days before `flowBegins` and from today on do
 * not count
 * @param first the day of the account's first transaction; null where there is none
 */
export function spreadsOf(
  flow: ReadonlyMap<CalendarDate, number>,
  first: CalendarDate | null,
  today: CalendarDate,
): ForecastSpread[] | null {
  if (first === null || daysBetween(first, today) < DAYS_OF_HISTORY) return null
  // What came to be by so many days ago; its difference between two days is the flow of the days between them.
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

/** The smallest of sorted numbers, at least one, that so many percent of them do not exceed. */
export function nearestRank(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1] as number
}
