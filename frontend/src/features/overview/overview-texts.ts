import { addDays, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { LowestDay } from '@prumo/shared/forecast-rules'
import { formatCentavos } from '@prumo/shared/money'
import { OVERVIEW_DAYS } from '../../data/api-requests'
import type { CertainEntry } from '../../data/certain-entries'
import { formatDate, formatDayOfMonth, formatMonth, formatWeekday, monthName, weekdayOf } from '../../lib/dates'

/** The totals of a period, in centavos. */
export interface OverviewFigures {
  income: number
  expense: number
  /** The number of transactions. */
  count: number
}

/** A sentence whose beginning is set in bold. */
export interface LedSentence {
  lead: string
  rest: string
}

/**
 * What the lowest balance of the days ahead means: how much can be taken out, or how much will be missing, when and with what.
 * @param entries those of the days ahead
 */
export function outlookSentence(
  lowest: LowestDay,
  entries: readonly Pick<CertainEntry, 'date' | 'type' | 'amount' | 'description' | 'kind'>[],
  today: CalendarDate,
): LedSentence & { isShort: boolean } {
  const span = `nos próximos ${OVERVIEW_DAYS} dias.`
  const { balance, date } = lowest
  if (balance > 0) return { lead: `Dá para tirar até ${formatCentavos(balance)}`, rest: ` sem faltar ${span}`, isShort: false }
  if (balance === 0) return { lead: 'Não dá para tirar nada', rest: ` sem faltar ${span}`, isShort: false }
  const [tipping] = entries
    .filter((entry) => entry.type === 'expense' && entry.date === date)
    .sort((one, other) => other.amount - one.amount)
  const isNow = date === today
  const cause = tipping ? `, com ${tipping.kind === 'bill' ? 'a ' : ''}${tipping.description}` : ''
  return {
    lead: `${isNow ? 'Faltam' : 'Vão faltar'} ${formatCentavos(-balance)}`,
    rest: ` ${isNow ? 'hoje' : `em ${formatDayOfMonth(date, today)}`}${cause}.`,
    isShort: true,
  }
}

/** `Informado hoje.`: where the balance on hand comes from. */
export function balanceOrigin(statedOn: CalendarDate, today: CalendarDate): string {
  return statedOn === today ? 'Informado hoje.' : `Informado em ${formatDate(statedOn).slice(0, 5)}, mais o que veio depois.`
}

/** `sexta, 4 de dezembro` */
export function dayInWords(date: CalendarDate): string {
  const text = formatWeekday(date)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** What the sums of the week leave out of the forecast, and the bills that they leave out; null if nothing. */
export function weekNote({ overdue, later }: { overdue: number; later: number }): string | null {
  const texts = [
    overdue > 0 && (overdue === 1 ? 'A atrasada soma aqui, mas não na previsão.' : 'As atrasadas somam aqui, mas não na previsão.'),
    later > 0 && (later === 1 ? 'A fatura vem depois, fora desta soma.' : 'As faturas vêm depois, fora desta soma.'),
  ].filter((text) => text !== false)
  return texts.length > 0 ? texts.join(' ') : null
}

/** The day of an entry: `atrasada, 25/11`, `hoje`, `30/11`; on a phone `atrasada`, `seg 30/11`. */
export function dueDayText(date: CalendarDate, today: CalendarDate, isNarrow: boolean): string {
  const short = formatDate(date).slice(0, 5)
  if (date < today) return isNarrow ? 'atrasada' : `atrasada, ${short}`
  if (date === today) return 'hoje'
  if (date === addDays(today, 1)) return 'amanhã'
  return isNarrow ? `${weekdayOf(date).slice(0, 3).toLowerCase()} ${short}` : short
}

/** How many of so many entries are named: `most`, or one more where the line that counts the others would stand for one only. */
export function namedCount(count: number, most: number): number {
  return count <= most + 1 ? count : most
}

/** `Sobrou em novembro, até hoje` in its parts: the month is named beside it, and only heard here. */
export function resultLabel(month: CalendarMonth, now: CalendarMonth, net: number): { result: string; heard: string; rest: string } {
  return {
    result: net < 0 ? 'Faltou' : 'Sobrou',
    heard: ` em ${monthInWords(month, now)}`,
    rest: month === now ? ', até hoje' : '',
  }
}

/**
 * Compares the net result with the previous month. Null without a comparison.
 * @param upTo the last compared day of that month, if not all its days are
 */
export function compareMonths(
  net: number,
  before: OverviewFigures,
  monthBefore: CalendarMonth,
  now: CalendarMonth,
  upTo?: CalendarDate,
): string | null {
  if (before.count === 0) return null
  const difference = net - (before.income - before.expense)
  const rest = `que em ${monthInWords(monthBefore, now)}${upTo ? ` até o dia ${Number(upTo.slice(8))}` : ''}.`
  if (difference === 0) return `O mesmo ${rest}`
  return `${formatCentavos(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} ${rest}`
}

/** The name of a month, with its year when that differs. */
export function monthInWords(month: CalendarMonth, now: CalendarMonth): string {
  return month.slice(0, 4) === now.slice(0, 4) ? monthName(month) : formatMonth(month)
}
