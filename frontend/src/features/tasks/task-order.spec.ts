import type { TaskPriority, TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { taskStats } from '../../data/tasks'
import { orderTasks } from './task-order'

function task(id: string, type: TaskType, priority: TaskPriority, completed = false): Task {
  return { id, type, priority, completed, createdAt: `2026-11-0${id}T12:00:00.000Z` } as Task
}

const tasks = [
  task('1', 'task', 'low'),
  task('2', 'task', 'high', true),
  task('3', 'task', 'high'),
  task('4', 'problem', 'high'),
  task('5', 'task', 'high'),
  task('6', 'task', 'medium', true),
]

const ids = (found: Task[]) => found.map(({ id }) => id)

describe('the tasks of a type', () => {
  it('are ordered: open by priority and newest first, then completed', () => {
    expect(ids(orderTasks(tasks, 'task', new Map()))).toEqual(['5', '3', '1', '2', '6'])
  })

  it('keep their place right after a toggle', () => {
    expect(ids(orderTasks(tasks, 'task', new Map([['2', false]])))).toEqual(['5', '3', '2', '1', '6'])
    expect(ids(orderTasks(tasks, 'task', new Map([['1', true]])))).toEqual(['5', '3', '2', '6', '1'])
  })
})

it('are counted by type', () => {
  expect(taskStats(tasks)).toEqual({ objective: { done: 0, total: 0 }, problem: { done: 0, total: 1 }, task: { done: 2, total: 5 } })
})
