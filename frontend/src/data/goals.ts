import type { Goal, GoalList, GoalStats } from '@prumo/shared/goals'
import { compareText, type QueuedCommand } from './sync/command'
import { mapAnswer, applyToList, type PositionedAnswer } from './sync/optimistic'
import { goalsRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** `GET /goals`: all goals, in one list for every screen. */
export const goalsQuery: QueryDefinition<readonly Goal[]> = {
  key: ['goal', 'list'],
  fetch: async (account, signal) => {
    return mapAnswer(await account.read<GoalList>(...goalsRequest, signal), ({ goals }) => goals)
  },
  isPersisted: true,
}

/** All goals in the server's order, with this device's commands applied. */
export function useGoals(): QueryResult<readonly Goal[]> {
  return useOptimisticQuery(goalsQuery, optimisticGoals)
}

function optimisticGoals(fresh: PositionedAnswer<readonly Goal[]>, queue: readonly QueuedCommand[]): readonly Goal[] {
  return applyToList(fresh.data, queue, fresh, compareGoals)
}

/** Active goals by deadline, then completed ones, newest first. */
export function compareGoals(one: Goal, other: Goal): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  if (one.completed) return compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id)
  return compareText(one.deadline, other.deadline) || compareText(one.createdAt, other.createdAt) || compareText(one.id, other.id)
}

/** Statistics of goals, as in `GET /goals/stats`. */
export function goalStats(goals: readonly Goal[]): GoalStats {
  const completed = goals.filter((goal) => goal.completed).length
  const sum = (name: 'targetAmount' | 'currentAmount') => goals.reduce((total, goal) => total + goal[name], 0)
  return {
    active: goals.length - completed,
    completed,
    totalTarget: sum('targetAmount'),
    totalCurrent: sum('currentAmount'),
    completionRate: goals.length === 0 ? 0 : completed / goals.length,
  }
}
