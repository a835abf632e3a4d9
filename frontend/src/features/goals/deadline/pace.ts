import { dateInSaoPaulo, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'

/**
 * How much of a goal should be there by now if it grew by the same amount every day, from the day it was set to
 * its deadline: 0 to 100.
 */
export function paceOf({ createdAt, deadline }: Pick<Goal, 'createdAt' | 'deadline'>, now: CalendarDate): number {
  const start = dateInSaoPaulo(new Date(createdAt))
  if (now >= deadline) return 100
  const days = daysBetween(start, deadline)
  const passed = Math.max(0, daysBetween(start, now))
  return Math.round((passed / days) * 1000) / 10
}
