import { daysBetween, type CalendarDate } from '@prumo/shared/calendar'

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
