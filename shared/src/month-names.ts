import type { CalendarDate, CalendarMonth } from './calendar.js'

export const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const

/** `novembro`, of a month or of a date */
export function monthName(month: CalendarMonth): string {
  return MONTHS[Number(month.slice(5, 7)) - 1] ?? ''
}

/** `novembro de 2026` */
export function formatMonth(month: CalendarMonth): string {
  return `${monthName(month)} de ${month.slice(0, 4)}`
}

/** `novembro`; with its year, `dezembro de 2025`, unless that is today's year */
export function monthAsOf(month: CalendarMonth, today: CalendarDate): string {
  return month.slice(0, 4) === today.slice(0, 4) ? monthName(month) : formatMonth(month)
}
