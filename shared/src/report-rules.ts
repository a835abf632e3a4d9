import { addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'

/** Periods of a report, each up to today. */
export const reportPeriods = ['1month', '3months', '6months', '1year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]
export const DEFAULT_PERIOD: ReportPeriod = '3months'

const months: Readonly<Record<ReportPeriod, number>> = { '1month': 1, '3months': 3, '6months': 6, '1year': 12 }

/** `3 meses`; also the labels of the choice. */
export const periodNames: Readonly<Record<ReportPeriod, string>> = {
  '1month': '1 mês',
  '3months': '3 meses',
  '6months': '6 meses',
  '1year': '1 ano',
}

/** The months of a period, oldest first; the current month is the last. */
export function monthsOfPeriod(period: ReportPeriod, today: CalendarDate): CalendarMonth[] {
  const { from } = monthBounds(monthOf(today))
  return Array.from({ length: months[period] }, (_, ago) => monthOf(addMonths(from, -ago))).toReversed()
}

/** The days of a period, both included: from the first day of its oldest month to today. */
export function daysOfPeriod(period: ReportPeriod, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const { from } = monthBounds(monthOf(today))
  return { from: addMonths(from, 1 - months[period]), to: today }
}

/**
 * The days that a period is compared with, both included: as many months right before it, up to the same day of the month. Where the
 * current month is complete, so is the one it is compared with.
 */
export function daysBeforePeriod(period: ReportPeriod, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const { from, to } = monthBounds(monthOf(today))
  const end = addMonths(today, -months[period])
  return { from: addMonths(from, 1 - 2 * months[period]), to: today === to ? monthBounds(monthOf(end)).to : end }
}

/** Limit of changed categories in a report, largest difference first. */
export const MOST_CHANGES = 5
/** Limit of one-offs in a report, largest first. */
export const MOST_ONE_OFFS = 5

/** Limit of categories in a report, largest first. */
export const TOP_CATEGORIES = 8

export const insightKinds = ['income_growth', 'balance', 'goals', 'top_category'] as const
export type InsightKind = (typeof insightKinds)[number]
export const insightTones = ['positive', 'warning', 'neutral'] as const
export type InsightTone = (typeof insightTones)[number]

/** Growth from one month to the next as a fraction; null when `before` is 0. Amounts in centavos. */
export function growthOf(before: number, last: number): number | null {
  return before === 0 ? null : (last - before) / before
}

/** The tone of a growth; null for ten percent or less. Compares whole centavos. */
export function growthTone(before: number, last: number): 'positive' | 'warning' | null {
  const tenfold = (last - before) * 10
  if (before === 0 || Math.abs(tenfold) <= before) return null
  return tenfold > 0 ? 'positive' : 'warning'
}

/** Positive when at least half of the goals are reached; null without goals. */
export function goalsTone({ completed, total }: { completed: number; total: number }): 'positive' | 'neutral' | null {
  if (total === 0) return null
  return completed * 2 >= total ? 'positive' : 'neutral'
}

export const reportTexts = { period: 'Use 1month, 3months, 6months ou 1year' } as const
