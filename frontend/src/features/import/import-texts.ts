import { monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { formatDate, formatDayOfMonth, today } from '../../lib/dates'

const plain = new Intl.NumberFormat('pt-BR')

/** `1º a 23 de novembro`, `1º de outubro a 4 de novembro`, `5 de novembro` */
export function describeRange(from: CalendarDate, to: CalendarDate, now: CalendarDate = today()): string {
  if (from === to) return formatDayOfMonth(to, now)
  const last = formatDayOfMonth(to, now)
  if (monthOf(from) === monthOf(to)) return `${describeDay(from)} a ${last}`
  // Write a common year once.
  return `${formatDayOfMonth(from, from.slice(0, 4) === to.slice(0, 4) ? from : now)} a ${last}`
}

function describeDay(date: CalendarDate): string {
  return date.endsWith('-01') ? '1º' : String(Number(date.slice(8, 10)))
}

/** `23/11` */
export function formatShortDay(date: CalendarDate): string {
  return formatDate(date).slice(0, 5)
}

/** `1 transação`, `1.204 transações` */
export function transactionCountText(count: number): string {
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

/** `1 linha`, `111 linhas` */
export function lineCountText(count: number): string {
  return count === 1 ? '1 linha' : `${plain.format(count)} linhas`
}
