import { addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'

/** How far back a report may look. */
export const reportPeriods = ['1month', '3months', '6months', '1year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]
export const DEFAULT_PERIOD: ReportPeriod = '3months'

const months: Readonly<Record<ReportPeriod, number>> = { '1month': 1, '3months': 3, '6months': 6, '1year': 12 }

/** `3 meses`; also what a person chooses among. */
export const periodNames: Readonly<Record<ReportPeriod, string>> = {
  '1month': '1 mês',
  '3months': '3 meses',
  '6months': '6 meses',
  '1year': '1 ano',
}

/** The months of a period, oldest first: that of today, which is still running, and those before it. */
export function monthsOfPeriod(period: ReportPeriod, today: CalendarDate): CalendarMonth[] {
  const { from } = monthBounds(monthOf(today))
  return Array.from({ length: months[period] }, (_, ago) => monthOf(addMonths(from, -ago))).toReversed()
}

/** The days of a period, both included: from the first of its oldest month to today. */
export function daysOfPeriod(period: ReportPeriod, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const { from } = monthBounds(monthOf(today))
  return { from: addMonths(from, 1 - months[period]), to: today }
}

/** A report names so many categories, the largest. */
export const TOP_CATEGORIES = 8

export const insightKinds = ['income_growth', 'balance', 'goals', 'top_category'] as const
export type InsightKind = (typeof insightKinds)[number]
export const insightTones = ['positive', 'warning', 'neutral'] as const
export type InsightTone = (typeof insightTones)[number]

/** What comes of the last month against the one before, in centavos: the difference as a fraction; null where nothing came in before. */
export function growthOf(before: number, last: number): number | null {
  return before === 0 ? null : (last - before) / before
}

/** Which way such a change goes; nothing is said of ten percent or less. Decided on whole centavos. */
export function growthTone(before: number, last: number): 'positive' | 'warning' | null {
  const tenfold = (last - before) * 10
  if (before === 0 || Math.abs(tenfold) <= before) return null
  return tenfold > 0 ? 'positive' : 'warning'
}

/** Half of the goals reached, or more, is something to be glad of. */
export function goalsTone({ completed, total }: { completed: number; total: number }): 'positive' | 'neutral' | null {
  if (total === 0) return null
  return completed * 2 >= total ? 'positive' : 'neutral'
}

export const reportTexts = { period: 'Use 1month, 3months, 6months ou 1year' } as const
