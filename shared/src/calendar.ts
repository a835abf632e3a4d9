/**
 * Civil dates. A calendar date is a `YYYY-MM-DD` string and is never shifted by a time zone; "today" is the date in São Paulo,
 * regardless of the machine's zone.
 */

export const TIME_ZONE = 'America/Sao_Paulo'
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2200

/** A calendar date such as `2026-11-20`. */
export type CalendarDate = string
/** A calendar month such as `2026-11`. */
export type CalendarMonth = string

const DAY_MS = 86_400_000

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function dateOf(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function partsOf(date: CalendarDate): [year: number, month: number, day: number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

/** True for a real date within the years that the contract accepts; false for `2025-02-30`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = partsOf(text)
  return year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** True for a real month, `YYYY-MM`. */
export function isCalendarMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isCalendarDate(`${text}-01`)
}

/** The calendar date in São Paulo at an instant. */
export function dateInSaoPaulo(instant: Date): CalendarDate {
  // Swedish is the locale whose short date is ISO 8601.
  return saoPauloFormat.format(instant)
}
const saoPauloFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The month of a date. */
export function monthOf(date: CalendarDate): CalendarMonth {
  return date.slice(0, 7)
}

/** The first and the last date of a month. */
export function monthBounds(month: CalendarMonth): { from: CalendarDate; to: CalendarDate } {
  const [year, number] = partsOf(`${month}-01`)
  return { from: dateOf(year, number, 1), to: dateOf(year, number, daysIn(year, number)) }
}

/** The date that many days later; earlier when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = partsOf(date)
  return new Date(Date.UTC(year, month - 1, day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The date that many calendar months later, clamped to the month's last day: 31 May minus 3 months is 28 or 29 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = partsOf(date)
  const index = year * 12 + (month - 1) + months
  const targetYear = Math.floor(index / 12)
  const targetMonth = index - targetYear * 12 + 1
  return dateOf(targetYear, targetMonth, Math.min(day, daysIn(targetYear, targetMonth)))
}

/** Whole days from one date to another; negative when the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}
