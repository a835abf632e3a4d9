import type { CalendarDate } from '@prumo/shared/calendar'
import { MAX_TASKS } from '@prumo/shared/limits'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { taskTexts } from '@prumo/shared/task-rules'
import type { NewTask, Task, TaskChanges } from '@prumo/shared/tasks'
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
import type { TaskDetails, TaskEvent } from './task.events.js'

/**
 * `today` is the date in São Paulo when the command was issued, which replaces a date of null. `count` is the number of
 * existing tasks. `BringTask` restores a task from a copy, with its original time of creation.
 */
export type TaskCommand =
  | { type: 'AddTask'; details: Omit<NewTask, 'id'>; today: CalendarDate; count?: number }
  | { type: 'CorrectTask'; changes: TaskChanges; today: CalendarDate }
  | { type: 'ToggleTask' }
  | { type: 'BringTask'; details: TaskDetails; createdAt: string; count?: number }
  | { type: 'DeleteTask' }
  | { type: 'RestoreTask'; count?: number }
  | Undo<TaskEvent>

const quota = { max: MAX_TASKS, text: taskTexts.tooMany }

export type TaskState = EntityState<TaskDetails>

export const taskDecider: Decider<TaskCommand, TaskState, TaskEvent> = {
  entity: 'task',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'AddTask': {
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        const { estimatedDate, ...rest } = command.details
        return [{ type: 'TaskAdded', data: { after: { ...rest, estimatedDate: estimatedDate ?? command.today, completed: false } } }]
      }
      case 'CorrectTask':
        return correct(requireAlive(state).details, command.changes, command.today)
      case 'ToggleTask': {
        const { details } = requireAlive(state)
        return changeEvents(details, { ...details, completed: !details.completed })
      }
      case 'BringTask':
        refuseUsedId(state)
        refuseBeyondQuota(quota, command.count)
        return [{ type: 'TaskRestored', data: { after: command.details, createdAt: command.createdAt } }]
      case 'DeleteTask':
        return [{ type: 'TaskDeleted', data: { before: requireAlive(state).details } }]
      case 'RestoreTask': {
        const { details, createdAt } = requireDeleted(state, taskTexts.notDeleted)
        refuseBeyondQuota(quota, command.count)
        return [{ type: 'TaskRestored', data: { after: details, createdAt } }]
      }
      case 'Undo':
        return undoEntityEvent(state, command, {
          quota,
          deleted: (before) => ({ type: 'TaskDeleted', data: { before } }),
          restored: (after, createdAt) => ({ type: 'TaskRestored', data: { after, createdAt } }),
          changed: (before, after) => ({ type: typeOfChange(before, after), data: { before, after } }),
        })
    }
  },

  evolve: evolveEntity,
}

function correct(before: TaskDetails, changes: TaskChanges, today: CalendarDate): TaskEvent[] {
  return changeEvents(before, {
    title: changes.title ?? before.title,
    type: changes.type ?? before.type,
    estimatedCost: changes.estimatedCost ?? before.estimatedCost,
    estimatedDate: changes.estimatedDate === undefined ? before.estimatedDate : (changes.estimatedDate ?? today),
    priority: changes.priority ?? before.priority,
    completed: changes.completed ?? before.completed,
  })
}

function changeEvents(before: TaskDetails, after: TaskDetails): TaskEvent[] {
  return changedNames(before, after).length === 0 ? [] : [{ type: typeOfChange(before, after), data: { before, after } }]
}

/** Completing and reopening are events of their own if nothing else changes. */
function typeOfChange(before: TaskDetails, after: TaskDetails): 'TaskCompleted' | 'TaskReopened' | 'TaskCorrected' {
  if (changedNames(before, after).some((name) => name !== 'completed')) return 'TaskCorrected'
  return after.completed ? 'TaskCompleted' : 'TaskReopened'
}

/** The task in the shape of the API, `estimatedCost` in reais. */
export function toTask(state: TaskState): OnWire<Task> {
  const { id, accountId, details, createdAt, updatedAt, version } = existing(state)
  return { id, userId: accountId, ...details, estimatedCost: centavosToReais(details.estimatedCost), createdAt, updatedAt, version }
}
