import { addDays, type CalendarDate } from '@prumo/shared/calendar'

/** `hoje`, `ontem`, `25/11`, with the year if it is another: `25/11/25` */
export function shortDay(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'hoje'
  if (date === addDays(now, -1)) return 'ontem'
  const day = `${date.slice(8, 10)}/${date.slice(5, 7)}`
  return date.slice(0, 4) === now.slice(0, 4) ? day : `${day}/${date.slice(2, 4)}`
}
