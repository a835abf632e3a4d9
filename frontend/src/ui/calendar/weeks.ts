import { addDays, daysBetween, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'

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
