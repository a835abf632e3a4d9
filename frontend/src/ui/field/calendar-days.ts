import { addDays, addMonths, daysBetween, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'

/** A Sunday from which weekdays are counted. */
const SUNDAY: CalendarDate = '1970-01-04'

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return ((daysBetween(SUNDAY, date) % 7) + 7) % 7
}

/** The weeks of a month, each from Sunday; null for days of other months. */
export function weeksOf(month: CalendarMonth): (CalendarDate | null)[][] {
  const { from, to } = monthBounds(month)
  const weeks: (CalendarDate | null)[][] = []
  for (let sunday = addDays(from, -weekdayOf(from)); sunday <= to; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(sunday, day)).map((date) => (date < from || date > to ? null : date)))
  }
  return weeks
}

/** The date that a key moves to in a calendar; null for other keys. */
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
