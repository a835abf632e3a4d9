import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { atClockTime, untilClockTime } from '@prumo/shared/clock-time'
import { formatDate } from './dates'

/** Moments in milliseconds, formatted in Portuguese and always in São Paulo's time. */

/** `hoje, às 13h50`, `ontem, à 1h05`, `18/11/2026, às 9h12` */
export function formatMoment(at: number, now: CalendarDate): string {
  return `${dayOf(at, now)}, ${atClockTime(at)}`
}

/** For use after `até`: `as 9h12 de hoje`, `a 1h05 de ontem`, `as 9h12 de 18/11/2026` */
export function formatAsOf(at: number, now: CalendarDate): string {
  return `${untilClockTime(at)} de ${dayOf(at, now)}`
}

function dayOf(at: number, today: CalendarDate): string {
  const date = dateInSaoPaulo(new Date(at))
  if (date === today) return 'hoje'
  return date === addDays(today, -1) ? 'ontem' : formatDate(date)
}
