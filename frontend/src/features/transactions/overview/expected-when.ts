import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { monthName } from '../../../lib/dates'

/** `estava prevista para ontem`, of a transaction whose day has come. */
export function expectedWhen(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'está prevista para hoje'
  if (date === addDays(now, -1)) return 'estava prevista para ontem'
  const year = date.slice(0, 4) === now.slice(0, 4) ? '' : ` de ${date.slice(0, 4)}`
  return `estava prevista para ${Number(date.slice(8))} de ${monthName(date)}${year}`
}
