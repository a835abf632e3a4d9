import { addDays, addMonths, daysBetween, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'

/** A Sunday to count weekdays from. */
const SUNDAY: CalendarDate = '1970-01-04'

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return ((daysBetween(SUNDAY, date) % 7) + 7) % 7
}

/** The weeks a month touches, each from Sunday, with the days of its neighbours left out. */
export function weeksOf(month: CalendarMonth): (CalendarDate | null)[][] {
  const { from, to } = monthBounds(month)
  const weeks: (CalendarDate | null)[][] = []
  for (let sunday = addDays(from, -weekdayOf(from)); sunday <= to; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(sunday, day)).map((date) => (date < from || date > to ? null : date)))
  }
  return weeks
}

/** Where a key leads from a date in a calendar; null for keys that lead nowhere. */
export function dateByKey(from: CalendarDate, key: string): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1)
    case 'ArrowRight':
      return addDays(from, 1)
    case 'ArrowUp':
      return addDays(from, -7)
    case 'ArrowDown':
      return addDays(from, 7)
    case 'Home':
      return addDays(from, -weekdayOf(from))
    case 'End':
      return addDays(from, 6 - weekdayOf(from))
    case 'PageUp':
      return addMonths(from, -1)
    case 'PageDown':
      return addMonths(from, 1)
    default:
      return null
  }
}
