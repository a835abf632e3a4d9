import type { Goal, GoalAnswer } from '@prumo/shared/goals'
import { get } from '../../../lib/api'
import { byText, type EntityKind } from '../../../lib/entities/entity-list'

/** `GET /goals/{id}` */
async function readGoal(id: string, signal?: AbortSignal): Promise<Goal> {
  return (await get<GoalAnswer>(`/goals/${encodeURIComponent(id)}`, {}, signal)).goal
}

/** The active by deadline, then the completed, newest first. */
function compare(one: Goal, other: Goal): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  if (one.completed) return byText(other.createdAt, one.createdAt) || byText(other.id, one.id)
  return byText(one.deadline, other.deadline) || byText(one.createdAt, other.createdAt) || byText(one.id, other.id)
}

export const goals: EntityKind<Goal> = { name: 'goals', read: readGoal, compare }

export const GOALS_SCREEN = '/dashboard/goals'
