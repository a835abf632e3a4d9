import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { formatMonth, monthName } from '../../lib/dates'

/** The totals of a period, in centavos. */
export interface OverviewFigures {
  income: number
  expense: number
  /** The number of transactions. */
  count: number
}

/** `Sobrou em novembro, até hoje`, `Faltou em julho` */
export function resultLabel(month: CalendarMonth, now: CalendarMonth, net: number): string {
  const name = nameOf(month, now)
  if (net < 0) return `Faltou em ${name}`
  return month === now ? `Sobrou em ${name}, até hoje` : `Sobrou em ${name}`
}

/**
 * Compares the net result with the previous month: the difference, and the rest of the sentence. Null without a comparison.
 * @param upTo the last compared day of that month, if not all its days are
 */
export function compareMonths(
  net: number,
  before: OverviewFigures,
  monthBefore: CalendarMonth,
  now: CalendarMonth,
  upTo?: CalendarDate,
): { lead: string; rest: string } | null {
  if (before.count === 0) return null
  const difference = net - (before.income - before.expense)
  const rest = ` que em ${nameOf(monthBefore, now)}${upTo ? ` até o dia ${Number(upTo.slice(8))}` : ''}.`
  if (difference === 0) return { lead: 'O mesmo', rest }
  return { lead: `${formatCentavos(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'}`, rest }
}

/** The name of a month, with its year when that differs. */
function nameOf(month: CalendarMonth, now: CalendarMonth): string {
  return month.slice(0, 4) === now.slice(0, 4) ? monthName(month) : formatMonth(month)
}
