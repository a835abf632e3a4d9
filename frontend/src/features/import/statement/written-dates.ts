import { addDays, isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import { plainText } from './statement'
import { unwrapCell } from './written-amounts'

export type DayOrder = 'day-first' | 'month-first'

/** The date format of a file, for dates that are ambiguous alone. */
export interface DateForm {
  order: DayOrder
  /** The year of the latest date, for dates without one; null if unknown. */
  year: number | null
  /** The dates span a new year: late months belong to the previous year. */
  isTurn?: boolean
  /** Whether numbers such as 46266 are dates of a spreadsheet. */
  isSerial?: boolean
}

export const DAY_FIRST: DateForm = { order: 'day-first', year: null }

/** A fast path for most dates. */
const USUAL = /^(\d{2})\/(\d{2})\/(\d{4})$/
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const DIGITS = /^((?:19|20|21)\d{2})(\d{2})(\d{2})(?:\d{6}.*)?$/
const LOCAL = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,].*)?$/
const NAMED = /^(\d{1,2})\W{0,3}(?:de )?([a-z]{3,9})\W{0,3}(?:(?:de )?(\d{4}|\d{2}))?(?: .*)?$/
const NAMED_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/
const WITHOUT_YEAR = /^(\d{1,2})([/-])(\d{1,2})$/
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/

const MONTHS = ['jan', 'fev feb', 'mar', 'abr apr', 'mai may', 'jun', 'jul', 'ago aug', 'set sep', 'out oct', 'nov', 'dez dec']

/**
 * Parses a date: `23/11/2026`, `23/11/26`, `2026-11-23`, `20261123`, `05 set 2026`, also with a time, and `23/11` if the year is known.
 * Null for anything else.
 */
export function writtenDate(text: string, form: DateForm = DAY_FIRST): CalendarDate | null {
  const usual = USUAL.exec(text)
  if (usual) return ordered(usual[1], usual[2], usual[3] as string, form)
  const bare = unwrapCell(text)
  if (bare.length > 40 || !/\d/.test(bare)) return null
  const year = ISO.exec(bare) ?? DIGITS.exec(bare)
  if (year) return realDate(year[1], year[2], year[3])
  const local = LOCAL.exec(bare)
  if (local) return ordered(local[1], local[3], fullYear(local[4]), form)
  const short = WITHOUT_YEAR.exec(bare)
  if (short) return inYear(short[1], short[3], form)
  if (form.isSerial) return serialDate(bare)
  return namedDate(plainText(bare), form)
}

/** Parses the serial number of a spreadsheet date, in days since the end of 1899. */
export function serialDate(text: string): CalendarDate | null {
  const days = Number(SERIAL.exec(text)?.[1] ?? 0)
  return days < 30_000 || days > 70_000 ? null : addDays('1899-12-30', days)
}

/** Parses an OFX date from its first eight digits: `20261123120000[-3:BRT]`. Null for `00000000` and invalid dates. */
export function ofxDate(text: string): CalendarDate | null {
  const match = /^(\d{4})(\d{2})(\d{2})/.exec(text.trim())
  return match && realDate(match[1], match[2], match[3])
}

function namedDate(plain: string, form: DateForm): CalendarDate | null {
  const first = NAMED_FIRST.exec(plain)
  if (first) return realDate(first[3], monthNumber(first[1]), first[2])
  const named = NAMED.exec(plain)
  const month = monthNumber(named?.[2])
  if (!named || month === '') return null
  if (named[3] !== undefined) return realDate(fullYear(named[3]), month, named[1])
  return form.year === null ? null : realDate(String(yearFor(Number(month), form)), month, named[1])
}

/** The month by its first three letters; empty for other words. */
function monthNumber(word = ''): string {
  const index = MONTHS.findIndex((names) => names.split(' ').includes(word.slice(0, 3)))
  return index < 0 ? '' : String(index + 1)
}

function ordered(first = '', second = '', year: string, { order }: DateForm): CalendarDate | null {
  return order === 'day-first' ? realDate(year, second, first) : realDate(year, first, second)
}

function inYear(first = '', second = '', form: DateForm): CalendarDate | null {
  if (form.year === null) return null
  const month = Number(form.order === 'day-first' ? second : first)
  return ordered(first, second, String(yearFor(month, form)), form)
}

function yearFor(month: number, { year, isTurn }: DateForm): number {
  return (year as number) - (isTurn && month > 6 ? 1 : 0)
}

function fullYear(year = ''): string {
  return year.length === 2 ? `20${year}` : year
}

function realDate(year = '', month = '', day = ''): CalendarDate | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

/** The date format of a whole file, and its ambiguities. */
export interface DateReading {
  form: DateForm
  /** Whether every date is valid in both orders. */
  isOrderOpen: boolean
  /** Whether dates have no year. */
  isYearOpen: boolean
}

/** The known facts about a file's dates. */
export interface KnownDates {
  order?: DayOrder
  year?: number
  /** The last date that the file covers. */
  until?: CalendarDate | null
  today: CalendarDate
}

/** Determines the format of a date column from all its values. A date that is valid in one order only decides for all. */
export function dateReadingOf(texts: readonly string[], { order, year, until = null, today }: KnownDates): DateReading {
  // Many rows share a date: examine each distinct text once.
  const counts = countTexts(texts)
  const bare = [...counts.keys()]
  const pairs = bare.flatMap((text): [number, number][] => {
    const match = LOCAL.exec(text) ?? WITHOUT_YEAR.exec(text)
    return match ? [[Number(match[1]), Number(match[3])]] : []
  })
  const isDayFirst = pairs.some(([first]) => first > 12)
  const isMonthFirst = !isDayFirst && pairs.some(([, second]) => second > 12)
  const isOrderOpen = !isDayFirst && !isMonthFirst && pairs.some(([first, second]) => first !== second)
  const found: DayOrder = isMonthFirst ? 'month-first' : isOrderOpen ? (order ?? 'day-first') : 'day-first'
  const months = bare.flatMap((text) => monthWithoutYear(text, found))
  const isTurn = months.some((month) => month > 10) && months.some((month) => month < 3)
  const serials = bare.reduce((sum, text) => (serialDate(text) === null ? sum : sum + (counts.get(text) ?? 0)), 0)
  const isSerial = serials * 2 > texts.length - (counts.get('') ?? 0)
  const latest = months.reduce((most, month) => (isTurn && month > 6 ? most : Math.max(most, month)), 0)
  const isYearOpen = months.length > 0 && until === null
  const known = months.length === 0 ? null : (year ?? yearOfLatest(latest, until ?? today))
  return { form: { order: found, year: known, ...(isTurn && { isTurn }), ...(isSerial && { isSerial }) }, isOrderOpen, isYearOpen }
}

/** Counts the unwrapped texts of cells. */
function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const bare = unwrapCell(text)
    counts.set(bare, (counts.get(bare) ?? 0) + 1)
  }
  return counts
}

function monthWithoutYear(text: string, order: DayOrder): number[] {
  const short = WITHOUT_YEAR.exec(text)
  if (short) return [Number(order === 'day-first' ? short[3] : short[1])]
  const named = NAMED.exec(plainText(text))
  const month = Number(monthNumber(named?.[2]))
  return named && named[3] === undefined && month > 0 ? [month] : []
}

/** The latest year in which a month is not after a date. */
function yearOfLatest(month: number, day: CalendarDate): number {
  return Number(day.slice(0, 4)) - (month > Number(day.slice(5, 7)) ? 1 : 0)
}
