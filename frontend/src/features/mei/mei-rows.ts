import { monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { costsOfYear, fiscalKeyOf, revenueByMonth } from '@prumo/shared/fiscal-rules'
import { yearOf, type MeiActivity, type MeiProfile } from '@prumo/shared/mei-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** What a figure of the MEI is made from. */
export interface MeiRowsQuestion {
  /** A month, or a year such as `2026`. */
  period: CalendarMonth
  /** Revenue, what came in and is none, or costs. */
  part: 'revenue' | 'other' | 'costs'
  /** Only of some activities, and only with or without an invoice. */
  activities?: readonly MeiActivity[]
  hasInvoice?: boolean
}

/** The transactions of a month with their sum, newest first. */
export interface MeiRowsMonth {
  month: CalendarMonth
  rows: Transaction[]
  sum: number
}

/** The transactions that a figure counts, by month, the newest month first. */
export function rowsByMonth(rows: readonly Transaction[], profile: MeiProfile, question: MeiRowsQuestion): MeiRowsMonth[] {
  const months = new Map<CalendarMonth, MeiRowsMonth>()
  for (const row of rows) {
    const month = countedMonth(row, profile, question)
    if (month === null || !month.startsWith(question.period)) continue
    const found = months.get(month) ?? { month, rows: [], sum: 0 }
    found.rows.push(row)
    found.sum += row.amount
    months.set(month, found)
  }
  return [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1))
}

/** The month in which a figure counts a transaction; null if it does not. */
function countedMonth(row: Transaction, profile: MeiProfile, { part, activities, hasInvoice }: MeiRowsQuestion): CalendarMonth | null {
  const key = fiscalKeyOf(row)
  if (key === null || (key.type === 'expense') !== (part === 'costs')) return null
  const total = { ...key, amount: row.amount, count: 1 }
  if (part === 'costs') return costsOfYear([total], profile, yearOf(key.month)) > 0 ? monthOf(row.date) : null
  const revenue = revenueByMonth([total], profile).get(key.month)
  if (!revenue || part === 'other') return !revenue && part === 'other' ? key.month : null
  const isOfActivity = activities === undefined || activities.some((each) => revenue[each].total > 0)
  return isOfActivity && (hasInvoice === undefined || key.hasInvoice === hasInvoice) ? key.month : null
}

/** The first rows of the months, at most so many; months without any are left out. */
export function firstRows(months: readonly MeiRowsMonth[], most: number): MeiRowsMonth[] {
  const limited: MeiRowsMonth[] = []
  let left = most
  for (const month of months) {
    if (left > 0) limited.push({ ...month, rows: month.rows.slice(0, left) })
    left -= month.rows.length
  }
  return limited
}
