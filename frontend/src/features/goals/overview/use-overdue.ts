import type { Goal } from '@prumo/shared/goals'
import { today } from '../../../lib/dates'
import { useGoals } from '../calls/list-goals'
import { isOverdue } from '../deadline/days-left'

/** The active goals whose deadline has passed, the longest overdue first. */
export function useOverdue(): Goal[] {
  const { data } = useGoals()
  const now = today()
  return (data ?? []).filter(({ completed, deadline }) => !completed && isOverdue(deadline, now))
}
