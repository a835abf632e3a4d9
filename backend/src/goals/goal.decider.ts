import { currentAfter, goalTexts, isReached } from '@prumo/shared/goal-rules'
import type { Goal, GoalChanges } from '@prumo/shared/goals'
import { MAX_GOALS } from '@prumo/shared/limits'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  type Decider,
  requireAlive,
  changedNames,
  requireDeleted,
  evolveEntity,
  existing,
  refuseBeyondQuota,
  refuseUsedId,
  type EntityState,
} from '../event-store/decider/decider.js'
import { undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { GoalDetails, GoalEvent } from './goal.events.js'

/**
 * Amounts in centavos. `count` is the number of existing goals. `BringGoal` restores a goal from a copy, with its
 * original time of creation.
 */
export type GoalCommand =
  | { type: 'SetGoal'; details: GoalDetails; count?: number }
  | { type: 'CorrectGoal'; changes: GoalChanges }
  | { type: 'ProgressGoal'; amount: number }
  | { type: 'BringGoal'; details: GoalDetails; createdAt: string; count?: number }
  | { type: 'DeleteGoal' }
  | { type: 'RestoreGoal'; count?: number }
  | Undo<GoalEvent>

const quota = { max: MAX_GOALS, text: goalTexts.tooMany }

export type GoalState = EntityState<GoalDetails>

export const goalDecider: Decider<GoalCommand, GoalState, GoalEvent> = {
  entity: 'goal',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'SetGoal':
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        return [{ type: 'GoalSet', data: { after: command.details } }]
      case 'CorrectGoal':
        return correct(requireAlive(state).details, command.changes)
      case 'ProgressGoal':
        return progress(requireAlive(state).details, command.amount)
      case 'BringGoal':
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        return [{ type: 'GoalRestored', data: { after: command.details, createdAt: command.createdAt } }]
      case 'DeleteGoal':
        return [{ type: 'GoalDeleted', data: { before: requireAlive(state).details } }]
      case 'RestoreGoal': {
        const { details, createdAt } = requireDeleted(state, goalTexts.notDeleted)
        refuseBeyondQuota(quota, command.count)
        return [{ type: 'GoalRestored', data: { after: details, createdAt } }]
      }
      case 'Undo':
        return undoEntityEvent(state, command, {
          quota,
          deleted: (before) => ({ type: 'GoalDeleted', data: { before } }),
          restored: (after, createdAt) => ({ type: 'GoalRestored', data: { after, createdAt } }),
          changed: (before, after) => ({ type: 'GoalCorrected', data: { before, after } }),
        })
    }
  },

  evolve: evolveEntity,
}

function correct(before: GoalDetails, changes: GoalChanges): GoalEvent[] {
  const after: GoalDetails = {
    title: changes.title ?? before.title,
    targetAmount: changes.targetAmount ?? before.targetAmount,
    currentAmount: changes.currentAmount ?? before.currentAmount,
    deadline: changes.deadline ?? before.deadline,
    category: changes.category ?? before.category,
    priority: changes.priority ?? before.priority,
  }
  return changedNames(before, after).length === 0 ? [] : [{ type: 'GoalCorrected', data: { before, after } }]
}

function progress(before: GoalDetails, amount: number): GoalEvent[] {
  const after = { ...before, currentAmount: currentAfter(before, amount) }
  const applied = after.currentAmount - before.currentAmount
  return applied === 0 ? [] : [{ type: 'GoalProgressed', data: { before, after, applied } }]
}

/** The goal in the shape of the API, amounts in reais. */
export function toGoal(state: GoalState): OnWire<Goal> {
  const { id, accountId, details, createdAt, updatedAt, version } = existing(state)
  const amounts = { targetAmount: centavosToReais(details.targetAmount), currentAmount: centavosToReais(details.currentAmount) }
  return { id, userId: accountId, ...details, ...amounts, completed: isReached(details), createdAt, updatedAt, version }
}
