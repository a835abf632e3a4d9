import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos, percentOfCentavos } from '@prumo/shared/money'
import { formatMonth, monthName } from '../../lib/dates'

/** What a month comes to, in centavos. */
export interface MonthFigures {
  income: number
  expense: number
  /** How many transactions make it up. */
  count: number
}

const SET_ASIDE_PERCENT = 20

/** `Sobrou em novembro, até hoje`, `Faltou em julho` */
export function resultLabel(month: CalendarMonth, now: CalendarMonth, net: number): string {
  const name = nameOf(month, now)
  if (net < 0) return `Faltou em ${name}`
  return month === now ? `Sobrou em ${name}, até hoje` : `Sobrou em ${name}`
}

/** How it compares with the month before: what is more or less, and the rest of the sentence. */
export function comparison(net: number, before: MonthFigures, monthBefore: CalendarMonth, now: CalendarMonth): { lead: string; rest: string } | null {
  if (before.count === 0) return null
  const difference = net - (before.income - before.expense)
  const rest = ` que em ${nameOf(monthBefore, now)}.`
  if (difference === 0) return { lead: 'O mesmo', rest }
  return { lead: `${formatCentavos(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'}`, rest }
}

/** What a fifth of the rest would be; nothing when nothing is left. */
export function setAside(net: number): string | null {
  return net > 0 ? `Separando ${SET_ASIDE_PERCENT}%, são ${formatCentavos(percentOfCentavos(net, SET_ASIDE_PERCENT))} para a reserva.` : null
}

/** The month's name, with its year when that is another. */
function nameOf(month: CalendarMonth, now: CalendarMonth): string {
  return month.slice(0, 4) === now.slice(0, 4) ? monthName(month) : formatMonth(month)
}
