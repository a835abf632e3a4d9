import { isCalendarDate } from '@prumo/shared/calendar'

/** The error of a required date, or null. */
export function dateProblem(value: string): string | null {
  if (value.trim() === '') return 'Escolha uma data'
  return isCalendarDate(value) ? null : 'Digite uma data como 05/12/2026'
}
