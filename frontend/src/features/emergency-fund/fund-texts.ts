import { dateInSaoPaulo, TIME_ZONE } from '@prumo/shared/calendar'
import type { MovementKind } from '@prumo/shared/emergency-fund-rules'
import { formatDate, today } from '../../lib/dates'

export const movementNames: Record<MovementKind, string> = { deposit: 'Depósito', withdrawal: 'Retirada', adjustment: 'Ajuste' }

const plain = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** A larger number of months is meaningless to a reader. */
const MOST_MONTHS = 120

/** `1 mês`, `3 meses`, `mais de 10 anos`; `—` for null */
export function monthsText(months: number | null): string {
  if (months === null) return '—'
  if (months > MOST_MONTHS) return 'mais de 10 anos'
  return months === 1 ? '1 mês' : `${plain.format(months)} meses`
}

/** `48,3%` */
export function percentText(percent: number): string {
  return `${plain.format(percent)}%`
}

const clock = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' })

/** Formats an ISO 8601 time: `às 14:32` today, otherwise `em 20/11/2026 às 14:32`. */
export function momentText(at: string, now = today()): string {
  const moment = new Date(at)
  const date = dateInSaoPaulo(moment)
  const time = `às ${clock.format(moment)}`
  return date === now ? time : `em ${formatDate(date)} ${time}`
}
