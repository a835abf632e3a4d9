import { addDays, type CalendarDate } from './calendar.js'
import type { FlowType } from './transaction-rules.js'

/** What is to pay and to receive within some days. Amounts in centavos, all positive. */

/** The number of days after today. */
export const WEEK_AHEAD_DAYS = 7
/** A bill that is due after the week is named up to this many days ahead. */
export const LATER_BILL_DAYS = 30

/** Something to pay or to receive on its day. */
export interface DueAmount {
  date: CalendarDate
  type: FlowType
  amount: number
}

/** One side of the week: its sum, and what it is made of, overdue ones first. */
export interface DueSide<D> {
  total: number
  due: readonly D[]
  overdueCount: number
}

export interface WeekAhead<D> {
  /** The last day that counts. */
  until: CalendarDate
  toPay: DueSide<D>
  toReceive: DueSide<D>
}

/** What is due up to a week from today, all overdue amounts included; the oldest first, of one day the largest. */
export function weekAhead<D extends DueAmount>(due: readonly D[], today: CalendarDate): WeekAhead<D> {
  const until = addDays(today, WEEK_AHEAD_DAYS)
  const within = due.filter(({ date }) => date <= until).sort(byDayThenAmount)
  return { until, toPay: sideOf(within, 'expense', today), toReceive: sideOf(within, 'income', today) }
}

function sideOf<D extends DueAmount>(within: readonly D[], side: FlowType, today: CalendarDate): DueSide<D> {
  const due = within.filter(({ type }) => type === side)
  return {
    total: due.reduce((sum, { amount }) => sum + amount, 0),
    due,
    overdueCount: due.filter(({ date }) => date < today).length,
  }
}

function byDayThenAmount(one: DueAmount, other: DueAmount): number {
  return one.date === other.date ? other.amount - one.amount : one.date < other.date ? -1 : 1
}

/** Bills that are due after the week, the nearest first. */
export function laterBills<B extends Pick<DueAmount, 'date'>>(bills: readonly B[], today: CalendarDate): B[] {
  const [until, last] = [addDays(today, WEEK_AHEAD_DAYS), addDays(today, LATER_BILL_DAYS)]
  return bills.filter(({ date }) => date > until && date <= last).sort((one, other) => (one.date < other.date ? -1 : 1))
}
