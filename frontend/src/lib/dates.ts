import { addDays, dateInSaoPaulo, daysBetween, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth, monthName } from '@prumo/shared/month-names'
import { present } from './device-clock'

export { formatMonth, monthName }

/** Civil dates and months in Portuguese. No function here converts through a `Date` in a time zone. */

const WEEKDAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const

/** A Sunday from which weekdays are counted. */
const SUNDAY = '1970-01-04'

export function today(): CalendarDate {
  return dateInSaoPaulo(present())
}

/** `20/11/2026` */
export function formatDate(date: CalendarDate): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** `hoje`, `ontem`, `amanhã`, else `26/11`, with the year if it differs from that of `now` */
export function shortDayText(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'hoje'
  if (date === addDays(now, -1)) return 'ontem'
  if (date === addDays(now, 1)) return 'amanhã'
  return sameYear(date, now) ? formatDate(date).slice(0, 5) : formatDate(date)
}

/** `20 nov`, with the year if it differs from that of `now`: `5 dez 2024` */
export function formatShortDate(date: CalendarDate, now: CalendarDate = today()): string {
  const text = `${Number(date.slice(8, 10))} ${shortMonthName(date)}`
  return sameYear(date, now) ? text : `${text} ${date.slice(0, 4)}`
}

/** `nov`, of a month or of a date in it */
export function shortMonthName(month: CalendarMonth): string {
  return monthName(month).slice(0, 3)
}

/** `Hoje`, `Ontem`, `Quarta, 18 de novembro`, with the year if it is another: `Quinta, 5 de dezembro de 2024` */
export function formatDay(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'Hoje'
  if (date === addDays(now, -1)) return 'Ontem'
  const text = formatWeekday(date)
  return sameYear(date, now) ? text : `${text} de ${date.slice(0, 4)}`
}

/** Like `formatDay`, but `Hoje` and `Ontem` carry the date: `Hoje, sexta, 20 de novembro` */
export function formatLongDay(date: CalendarDate, now: CalendarDate): string {
  const name = formatDay(date, now)
  return name === 'Hoje' || name === 'Ontem'
    ? `${name}, ${weekdayOf(date).toLowerCase()}, ${Number(date.slice(8, 10))} de ${monthName(date)}`
    : name
}

/** `Terça, 5 de janeiro`: for near days, without the year. */
export function formatWeekday(date: CalendarDate): string {
  return `${weekdayOf(date)}, ${Number(date.slice(8, 10))} de ${monthName(date)}`
}

/** `30 de setembro`, with the year if it differs from that of `now`: `30 de setembro de 2024` */
export function formatDayOfMonth(date: CalendarDate, now: CalendarDate = today()): string {
  const text = `${date.endsWith('-01') ? '1º' : Number(date.slice(8, 10))} de ${monthName(date)}`
  return sameYear(date, now) ? text : `${text} de ${date.slice(0, 4)}`
}

/** `Quarta` */
export function weekdayOf(date: CalendarDate): string {
  return WEEKDAYS[((daysBetween(SUNDAY, date) % 7) + 7) % 7] ?? ''
}

function sameYear(date: CalendarDate, now: CalendarDate): boolean {
  return date.slice(0, 4) === now.slice(0, 4)
}
