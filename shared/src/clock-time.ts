import { TIME_ZONE } from './calendar.js'

const format = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })

/** The time of day in São Paulo: `9h02`. @param at milliseconds */
export function clockTime(at: number): string {
  const [hour, minute] = format.format(at).split(':')
  return `${Number(hour)}h${minute}`
}

/** `às 9h02`; one o'clock and midnight take the singular: `à 1h05`. */
export function atClockTime(at: number): string {
  const time = clockTime(at)
  return `${isSingular(time) ? 'à' : 'às'} ${time}`
}

/** For use after `até`: `as 9h02`, `a 1h05`. */
export function untilClockTime(at: number): string {
  const time = clockTime(at)
  return `${isSingular(time) ? 'a' : 'as'} ${time}`
}

function isSingular(time: string): boolean {
  return /^[01]h/.test(time)
}
