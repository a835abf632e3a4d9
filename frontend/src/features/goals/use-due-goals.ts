import { addDays } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import { useGoals } from '../../data/goals'
import { useToday } from '../../lib/use-today'

/** Today and the next six days. */
const A_WEEK_ENDS_DAYS = 6

/** The active goals that are overdue or due within a week, the longest overdue first. */
export function useDueGoals(): Goal[] {
  const { data } = useGoals()
  const last = addDays(useToday(), A_WEEK_ENDS_DAYS)
  return (data ?? []).filter(({ completed, deadline }) => !completed && deadline <= last)
}
