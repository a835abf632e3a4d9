import type { Goal, GoalList, GoalStats } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import { centavosOf } from '../lib/centavos'
import { byText, type Item } from './command'
import { mapped, shownAll, type Fresh } from './shown'
import { askGoals } from './questions'
import { useRead, type Read, type Reading } from './reads'

/** `GET /goals`: all of them, the one list that every screen shows. */
export const allGoals: Read<readonly Goal[]> = {
  key: ['goal', 'list'],
  ask: async (account, signal) => {
    return mapped(await account.read<GoalList>(...askGoals, signal), ({ goals }) => goals)
  },
  isKept: true,
}

/** All goals in the server's order, with this device's commands on them. */
export function useGoals(): Reading<readonly Goal[]> {
  return useRead(allGoals, shownGoals)
}

function shownGoals(fresh: Fresh<readonly Goal[]>, line: readonly Item[]): readonly Goal[] {
  return shownAll(fresh.data, line, fresh, compareGoals)
}

/** The active by deadline, then the completed, newest first. */
export function compareGoals(one: Goal, other: Goal): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  if (one.completed) return byText(other.createdAt, one.createdAt) || byText(other.id, one.id)
  return byText(one.deadline, other.deadline) || byText(one.createdAt, other.createdAt) || byText(one.id, other.id)
}

/** How the goals stand together: what `GET /goals/stats` answers. */
export function goalStats(goals: readonly Goal[]): GoalStats {
  const completed = goals.filter((goal) => goal.completed).length
  const sum = (name: 'targetAmount' | 'currentAmount') => centavosToReais(goals.reduce((total, goal) => total + centavosOf(goal[name]), 0))
  return {
    active: goals.length - completed,
    completed,
    totalTarget: sum('targetAmount'),
    totalCurrent: sum('currentAmount'),
    completionRate: goals.length === 0 ? 0 : completed / goals.length,
  }
}
