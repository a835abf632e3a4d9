import { MAX_TASKS } from '@prumo/shared/limits'
import { taskTexts } from '@prumo/shared/task-rules'
import type { TaskChanges } from '@prumo/shared/tasks'
import { given } from '../../test/test-given.js'
import { taskDecider, toTask, type TaskCommand } from './task.decider.js'
import type { TaskDetails, TaskEvent } from './task.events.js'

const today = '2026-11-20'
const open: TaskDetails = {
  title: 'Vender pela internet',
  type: 'objective',
  estimatedCost: 35_000,
  estimatedDate: '2026-12-15',
  priority: 'medium',
  completed: false,
}
const done: TaskDetails = { ...open, completed: true }

const added = (after: TaskDetails): TaskEvent => ({ type: 'TaskAdded', data: { after } })
const deleted = (before: TaskDetails): TaskEvent => ({ type: 'TaskDeleted', data: { before } })
const completed: TaskEvent = { type: 'TaskCompleted', data: { before: open, after: done } }
const reopened: TaskEvent = { type: 'TaskReopened', data: { before: done, after: open } }
const tasks = (...history: TaskEvent[]) => given(taskDecider, ...history)
const whatNeedsATask: TaskCommand[] = [{ type: 'CorrectTask', changes: {}, today }, { type: 'ToggleTask' }, { type: 'DeleteTask' }]

describe('adding', () => {
  const { completed: _, ...details } = open

  it('leaves it open', () => {
    tasks().when({ type: 'AddTask', details, today }).then(added(open))
  })

  it('defaults to today', () => {
    tasks()
      .when({ type: 'AddTask', details: { ...details, estimatedDate: null }, today })
      .then(added({ ...open, estimatedDate: today }))
  })

  it('refuses a used id, even of a deleted entity', () => {
    tasks(added(open)).when({ type: 'AddTask', details, today }).thenRejected('CONFLICT')
    tasks(added(open), deleted(open)).when({ type: 'AddTask', details, today }).thenRejected('CONFLICT')
  })
})

it.each(whatNeedsATask)('refuses $type for a missing or deleted task', (command) => {
  tasks().when(command).thenRejected('NOT_FOUND')
  tasks(added(open), deleted(open)).when(command).thenRejected('NOT_FOUND')
})

describe('correcting', () => {
  const correcting = (before: TaskDetails, changes: TaskChanges) => tasks(added(before)).when({ type: 'CorrectTask', changes, today })

  it('carries the full details before and after', () => {
    const after: TaskDetails = { ...open, title: 'Vender', type: 'task', estimatedCost: 0, estimatedDate: '2027-01-01', priority: 'low' }
    correcting(open, after).then({ type: 'TaskCorrected', data: { before: open, after } })
  })

  it('reads a date of null as today, and keeps one that is not given', () => {
    correcting(open, { estimatedDate: null }).then({
      type: 'TaskCorrected',
      data: { before: open, after: { ...open, estimatedDate: today } },
    })
    correcting(open, { estimatedCost: 0 }).then({ type: 'TaskCorrected', data: { before: open, after: { ...open, estimatedCost: 0 } } })
  })

  it('has events of their own for completing and reopening', () => {
    correcting(open, { completed: true, title: open.title }).then(completed)
    correcting(done, { completed: false }).then(reopened)
  })

  it('calls it a correction when more than completion changes', () => {
    const after = { ...done, title: 'Vender' }
    correcting(open, { completed: true, title: 'Vender' }).then({ type: 'TaskCorrected', data: { before: open, after } })
  })

  it('records nothing when nothing changes', () => {
    correcting(open, {}).thenNothing()
    correcting(done, { ...done }).thenNothing()
  })
})

it('toggles there and back', () => {
  tasks(added(open)).when({ type: 'ToggleTask' }).then(completed)
  tasks(added(open), completed).when({ type: 'ToggleTask' }).then(reopened)
})

describe('deleting and restoring', () => {
  it('deletes a task', () => {
    tasks(added(open), completed).when({ type: 'DeleteTask' }).then(deleted(done))
  })

  it('restores it unchanged, with its creation and a growing version', () => {
    const restoring = tasks(added(open), completed, deleted(done)).when({ type: 'RestoreTask' })
    restoring.then({ type: 'TaskRestored', data: { after: done, createdAt: '2026-01-01T12:00:00.000Z' } })
    expect(toTask(restoring.thenState())).toMatchObject({
      estimatedCost: 350,
      completed: true,
      version: 4,
      createdAt: '2026-01-01T12:00:00.000Z',
      updatedAt: '2026-01-01T12:03:00.000Z',
    })
  })

  it('refuses to restore an existing or unknown one', () => {
    tasks(added(open)).when({ type: 'RestoreTask' }).thenRejected('CONFLICT', 'Este item não está excluído.')
    tasks().when({ type: 'RestoreTask' }).thenRejected('NOT_FOUND')
  })
})

it('is restored from a copy as it was, once', () => {
  const bring = { type: 'BringTask', details: done, createdAt: '2025-03-01T10:00:00.000Z' } as const
  const brought: TaskEvent = { type: 'TaskRestored', data: { after: done, createdAt: bring.createdAt } }
  tasks().when(bring).then(brought)
  tasks(brought).when(bring).thenRejected('CONFLICT')
  expect(toTask(tasks(brought).state)).toMatchObject({ createdAt: bring.createdAt, completed: true, version: 1 })
})

it('refuses one more than the quota, by every command', () => {
  const count = MAX_TASKS
  const withdrawn = deleted(open)
  tasks().when({ type: 'AddTask', details: open, today, count }).thenRejected('QUOTA_EXCEEDED', taskTexts.tooMany)
  tasks().when({ type: 'BringTask', details: done, createdAt: '2025-03-01T10:00:00.000Z', count }).thenRejected('QUOTA_EXCEEDED')
  const gone = tasks(added(open), withdrawn)
  gone.when({ type: 'RestoreTask', count }).thenRejected('QUOTA_EXCEEDED')
  gone.when({ type: 'Undo', position: 2, entry: withdrawn, count }).thenRejected('QUOTA_EXCEEDED')
  expect(gone.when({ type: 'RestoreTask', count: count - 1 }).thenState()).toMatchObject({ status: 'alive' })
  expect(taskTexts.tooMany).toContain(count.toLocaleString('pt-BR'))
})
