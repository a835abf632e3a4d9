import type { CalendarDate } from '@prumo/shared/calendar'
import { isReached, type GoalCategory, type GoalPriority } from '@prumo/shared/goal-rules'
import type { Goal, GoalChangesBody, NewGoalBody } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'

/** What a person says about a goal. */
export interface GoalDraft {
  title: string
  targetCentavos: number
  currentCentavos: number
  deadline: CalendarDate
  category: GoalCategory
  priority: GoalPriority
}

/** A new goal as the server will answer it. */
export function set(draft: GoalDraft, id: string, userId: string, at: string): Goal {
  const details = detailsOf(draft)
  return { id, userId, ...details, completed: isReached(details), createdAt: at, updatedAt: at, version: 1 }
}

export function settingOf({ id, title, targetAmount, currentAmount, deadline, category, priority }: Goal): NewGoalBody {
  return { id, title, targetAmount, currentAmount, deadline, category, priority }
}

/** A goal with some of its details changed, as the server will answer it. */
export function corrected(before: Goal, changes: GoalChangesBody, at: string): Goal {
  const after = { ...before, ...changes } as Goal
  return { ...after, completed: isReached(after), updatedAt: at, version: before.version + 1 }
}

/** Only what differs: what was not touched is not sent. */
export function correctionOf(before: Goal, draft: GoalDraft): GoalChangesBody {
  const details = detailsOf(draft)
  const names = (Object.keys(details) as (keyof typeof details)[]).filter((name) => details[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, details[name]]))
}

function detailsOf({ targetCentavos, currentCentavos, ...entered }: GoalDraft) {
  return { ...entered, targetAmount: centavosToReais(targetCentavos), currentAmount: centavosToReais(currentCentavos) }
}
