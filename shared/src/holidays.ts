import { addDays, type CalendarDate } from './calendar.js'

/** National bank holidays of Brazil, computed by rule: fixed dates, and dates relative to Easter. */

/** Month and day of the national holidays, each with the first year in which it is national (20 November: Law 14.759/2023). */
const FIXED: readonly (readonly [monthAndDay: string, since: number])[] = [
  ['01-01', 0],
  ['04-21', 0],
  ['05-01', 0],
  ['09-07', 0],
  ['10-12', 0],
  ['11-02', 0],
  ['11-15', 0],
  ['11-20', 2024],
  ['12-25', 0],
]

/** Offsets in days from Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const FROM_EASTER = [-48, -47, -2, 60] as const

const holidaysOfYears = new Map<number, ReadonlySet<CalendarDate>>()

/** Whether a date is a bank holiday: a national holiday, Carnival or Corpus Christi. Weekends are not considered. */
export function isHoliday(date: CalendarDate): boolean {
  const year = Number(date.slice(0, 4))
  const known = holidaysOfYears.get(year) ?? holidaysOf(year)
  holidaysOfYears.set(year, known)
  return known.has(date)
}

/** Whether banks are open on a day. */
export function isWorkingDay(date: CalendarDate): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/** The day itself, or the next day on which banks are open. */
export function nextWorkingDay(date: CalendarDate): CalendarDate {
  let day = date
  while (!isWorkingDay(day)) day = addDays(day, 1)
  return day
}

function holidaysOf(year: number): ReadonlySet<CalendarDate> {
  const easter = easterOf(year)
  const fixed = FIXED.filter(([, since]) => year >= since).map(([monthAndDay]) => `${year}-${monthAndDay}`)
  return new Set([...fixed, ...FROM_EASTER.map((days) => addDays(easter, days))])
}

/** Easter Sunday of the Gregorian calendar: the Sunday after the ecclesiastical full moon that follows 20 March. */
function easterOf(year: number): CalendarDate {
  const century = Math.floor(year / 100)
  const leapsLeftOut = century - Math.floor(century / 4)
  const moonDrift = Math.floor((8 * century + 13) / 25)
  const age = (19 * (year % 19) + leapsLeftOut - moonDrift + 15) % 30
  // The ecclesiastical tables have the formula's two latest full moons one day earlier.
  const fullMoon = age - (age === 29 || (age === 28 && year % 19 > 10) ? 1 : 0)
  const afterMoon = addDays(`${String(year).padStart(4, '0')}-03-21`, fullMoon)
  return addDays(afterMoon, 7 - new Date(`${afterMoon}T00:00:00Z`).getUTCDay())
}
