import { isCalendarDate } from '@prumo/shared/calendar'

/** What is wrong with a date that has to be given, or null. */
export function dateProblem(value: string): string | null {
  if (value.trim() === '') return 'Escolha uma data'
  return isCalendarDate(value) ? null : 'Digite uma data como 05/12/2026'
}
