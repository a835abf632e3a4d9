import { currentAfter, goalTexts, isReached } from '@prumo/shared/goal-rules'
import type { Goal, GoalChanges } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import type { Decider } from '../event-store/deciding/decider.js'
import type { GoalDetails, GoalEvent } from './goal.events.js'

/** Amounts in centavos. */
export type GoalCommand =
  | { type: 'SetGoal'; details: GoalDetails }
  | { type: 'CorrectGoal'; changes: GoalChanges }
  | { type: 'ProgressGoal'; amount: number }
  | { type: 'DeleteGoal' }
  | { type: 'RestoreGoal' }

export interface KnownGoal {
  status: 'set' | 'deleted'
  id: string
  accountId: string
  details: GoalDetails
  createdAt: string
  updatedAt: string
  version: number
}
export type GoalState = { status: 'none' } | KnownGoal

export const goalDecider: Decider<GoalCommand, GoalState, GoalEvent> = {
  entity: 'goal',
  initial: { status: 'none' },
  exists: (state) => state.status === 'set',

  decide(command, state) {
    switch (command.type) {
      case 'SetGoal':
        if (state.status !== 'none') throw new Rejected('CONFLICT')
        return [{ type: 'GoalSet', data: { after: command.details } }]
      case 'CorrectGoal':
        if (state.status !== 'set') throw new Rejected('NOT_FOUND')
        return correct(state.details, command.changes)
      case 'ProgressGoal':
        if (state.status !== 'set') throw new Rejected('NOT_FOUND')
        return progress(state.details, command.amount)
      case 'DeleteGoal':
        if (state.status !== 'set') throw new Rejected('NOT_FOUND')
        return [{ type: 'GoalDeleted', data: { before: state.details } }]
      case 'RestoreGoal':
        if (state.status === 'none') throw new Rejected('NOT_FOUND')
        if (state.status === 'set') throw new Rejected('CONFLICT', goalTexts.notDeleted)
        return [{ type: 'GoalRestored', data: { after: state.details, createdAt: state.createdAt } }]
    }
  },

  evolve(state, event) {
    const change = { updatedAt: event.recordedAt, version: event.entityVersion }
    switch (event.type) {
      case 'GoalSet': {
        const { entityId: id, accountId, recordedAt: createdAt } = event
        return { status: 'set', id, accountId, createdAt, details: event.data.after, ...change }
      }
      case 'GoalCorrected':
      case 'GoalProgressed':
      case 'GoalRestored':
        return { ...known(state), status: 'set', details: event.data.after, ...change }
      case 'GoalDeleted':
        return { ...known(state), status: 'deleted', ...change }
    }
  },
}

function known(state: GoalState): KnownGoal {
  if (state.status === 'none') throw new Error('A goal changed before it was set')
  return state
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
  const changed = (Object.keys(after) as (keyof GoalDetails)[]).some((name) => after[name] !== before[name])
  return changed ? [{ type: 'GoalCorrected', data: { before, after } }] : []
}

function progress(before: GoalDetails, amount: number): GoalEvent[] {
  const after = { ...before, currentAmount: currentAfter(before, amount) }
  const applied = after.currentAmount - before.currentAmount
  return applied === 0 ? [] : [{ type: 'GoalProgressed', data: { before, after, applied } }]
}

/** The goal as the wire shows it, amounts in reais. */
export function toGoal(state: GoalState): Goal {
  const { id, accountId, details, createdAt, updatedAt, version } = known(state)
  const amounts = { targetAmount: centavosToReais(details.targetAmount), currentAmount: centavosToReais(details.currentAmount) }
  return { id, userId: accountId, ...details, ...amounts, completed: isReached(details), createdAt, updatedAt, version }
}
