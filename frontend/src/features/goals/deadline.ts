import { dateInSaoPaulo, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'

const plain = new Intl.NumberFormat('pt-BR')

/** `Faltam 42 dias`, `Falta 1 dia`, `Vence hoje`, `3 dias de atraso` */
export function daysLeft(deadline: CalendarDate, now: CalendarDate): string {
  const days = daysBetween(now, deadline)
  if (days === 0) return 'Vence hoje'
  const count = `${plain.format(Math.abs(days))} ${Math.abs(days) === 1 ? 'dia' : 'dias'}`
  if (days < 0) return `${count} de atraso`
  return days === 1 ? `Falta ${count}` : `Faltam ${count}`
}

export function isOverdue(deadline: CalendarDate, now: CalendarDate): boolean {
  return deadline < now
}

/** The percentage expected by now for steady growth from creation to the deadline: 0 to 100. */
export function paceOf({ createdAt, deadline }: Pick<Goal, 'createdAt' | 'deadline'>, now: CalendarDate): number {
  const start = dateInSaoPaulo(new Date(createdAt))
  if (now >= deadline) return 100
  const days = daysBetween(start, deadline)
  const passed = Math.max(0, daysBetween(start, now))
  return Math.round((passed / days) * 1000) / 10
}
