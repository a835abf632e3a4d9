import { addDays, dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { formatDate } from './dates'

/** Moments in milliseconds, formatted in Portuguese and always in São Paulo's time. */

const time = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: 'numeric', minute: '2-digit' })

/** `hoje, às 13h50`, `ontem, à 1h05`, `18/11/2026, às 9h12` */
export function formatMoment(at: number, now: CalendarDate): string {
  return `${dayOf(at, now)}, ${isOne(at) ? 'à' : 'às'} ${clockTime(at)}`
}

/** For use after `até`: `as 9h12 de hoje`, `a 1h05 de ontem`, `as 9h12 de 18/11/2026` */
export function formatAsOf(at: number, now: CalendarDate): string {
  return `${isOne(at) ? 'a' : 'as'} ${clockTime(at)} de ${dayOf(at, now)}`
}

/** `9h12` */
export function clockTime(at: number): string {
  return time
    .format(at)
    .replace(':', 'h')
    .replace(/^0(?=\d)/, '')
}

/** One o'clock and midnight take the singular. */
function isOne(at: number): boolean {
  return /^[01]h/.test(clockTime(at))
}

function dayOf(at: number, today: CalendarDate): string {
  const date = dateInSaoPaulo(new Date(at))
  if (date === today) return 'hoje'
  return date === addDays(today, -1) ? 'ontem' : formatDate(date)
}
