import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import { taskTexts } from '@prumo/shared/task-rules'
import type { NewTask, Task, TaskChanges } from '@prumo/shared/tasks'
import type { Decider } from '../event-store/deciding/decider.js'
import type { TaskDetails, TaskEvent } from './task.events.js'

/** `today` is the date in São Paulo when the command was issued: what a date of null stands for. */
export type TaskCommand =
  | { type: 'AddTask'; details: Omit<NewTask, 'id'>; today: CalendarDate }
  | { type: 'CorrectTask'; changes: TaskChanges; today: CalendarDate }
  | { type: 'ToggleTask' }
  | { type: 'DeleteTask' }
  | { type: 'RestoreTask' }

export interface KnownTask {
  status: 'added' | 'deleted'
  id: string
  accountId: string
  details: TaskDetails
  createdAt: string
  updatedAt: string
  version: number
}
export type TaskState = { status: 'none' } | KnownTask

export const taskDecider: Decider<TaskCommand, TaskState, TaskEvent> = {
  entity: 'task',
  initial: { status: 'none' },
  exists: (state) => state.status === 'added',

  decide(command, state) {
    switch (command.type) {
      case 'AddTask': {
        if (state.status !== 'none') throw new Rejected('CONFLICT')
        const { estimatedDate, ...rest } = command.details
        return [{ type: 'TaskAdded', data: { after: { ...rest, estimatedDate: estimatedDate ?? command.today, completed: false } } }]
      }
      case 'CorrectTask':
        if (state.status !== 'added') throw new Rejected('NOT_FOUND')
        return correct(state.details, command.changes, command.today)
      case 'ToggleTask':
        if (state.status !== 'added') throw new Rejected('NOT_FOUND')
        return changed(state.details, { ...state.details, completed: !state.details.completed })
      case 'DeleteTask':
        if (state.status !== 'added') throw new Rejected('NOT_FOUND')
        return [{ type: 'TaskDeleted', data: { before: state.details } }]
      case 'RestoreTask':
        if (state.status === 'none') throw new Rejected('NOT_FOUND')
        if (state.status === 'added') throw new Rejected('CONFLICT', taskTexts.notDeleted)
        return [{ type: 'TaskRestored', data: { after: state.details, createdAt: state.createdAt } }]
    }
  },

  evolve(state, event) {
    const change = { updatedAt: event.recordedAt, version: event.entityVersion }
    switch (event.type) {
      case 'TaskAdded': {
        const { entityId: id, accountId, recordedAt: createdAt } = event
        return { status: 'added', id, accountId, createdAt, details: event.data.after, ...change }
      }
      case 'TaskCorrected':
      case 'TaskCompleted':
      case 'TaskReopened':
      case 'TaskRestored':
        return { ...known(state), status: 'added', details: event.data.after, ...change }
      case 'TaskDeleted':
        return { ...known(state), status: 'deleted', ...change }
    }
  },
}

function known(state: TaskState): KnownTask {
  if (state.status === 'none') throw new Error('A task changed before it was added')
  return state
}

function correct(before: TaskDetails, changes: TaskChanges, today: CalendarDate): TaskEvent[] {
  return changed(before, {
    title: changes.title ?? before.title,
    type: changes.type ?? before.type,
    estimatedCost: changes.estimatedCost ?? before.estimatedCost,
    estimatedDate: changes.estimatedDate === undefined ? before.estimatedDate : (changes.estimatedDate ?? today),
    priority: changes.priority ?? before.priority,
    completed: changes.completed ?? before.completed,
  })
}

/** What to record of a change: completing and reopening have names of their own where nothing else changes. */
function changed(before: TaskDetails, after: TaskDetails): TaskEvent[] {
  const names = (Object.keys(after) as (keyof TaskDetails)[]).filter((name) => after[name] !== before[name])
  if (names.length === 0) return []
  const completion = after.completed ? 'TaskCompleted' : 'TaskReopened'
  return [{ type: names.every((name) => name === 'completed') ? completion : 'TaskCorrected', data: { before, after } }]
}

/** The task as the wire shows it, `estimatedCost` in reais. */
export function toTask(state: TaskState): Task {
  const { id, accountId, details, createdAt, updatedAt, version } = known(state)
  return { id, userId: accountId, ...details, estimatedCost: centavosToReais(details.estimatedCost), createdAt, updatedAt, version }
}
