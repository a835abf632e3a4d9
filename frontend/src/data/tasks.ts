import { taskPriorities, taskTypes, type TaskType } from '@prumo/shared/task-rules'
import type { Task, TaskList, TaskStats } from '@prumo/shared/tasks'
import { compareText, type QueuedCommand } from './sync/command'
import { mapAnswer, applyToList, type PositionedAnswer } from './sync/optimistic'
import { tasksRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** `GET /tasks`: all tasks, in one list for every screen. */
export const tasksQuery: QueryDefinition<readonly Task[]> = {
  key: ['task', 'list'],
  fetch: async (account, signal) => {
    return mapAnswer(await account.read<TaskList>(...tasksRequest, signal), ({ tasks }) => tasks)
  },
  isPersisted: true,
}

/** All tasks in the server's order, with this device's commands applied. */
export function useTasks(): QueryResult<readonly Task[]> {
  return useOptimisticQuery(tasksQuery, optimisticTasks)
}

function optimisticTasks(fresh: PositionedAnswer<readonly Task[]>, queue: readonly QueuedCommand[]): readonly Task[] {
  return applyToList(fresh.data, queue, fresh, compareTasks)
}

/** Open first, then by priority, then the newest. */
export function compareTasks(one: Task, other: Task): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  const urgency = taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority)
  return urgency || compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id)
}

/** The counts of each type, and how many are completed, as in `GET /tasks/stats`. */
export function taskStats(tasks: readonly Task[]): TaskStats {
  const of = (type: TaskType) => {
    const all = tasks.filter((task) => task.type === type)
    return { done: all.filter(({ completed }) => completed).length, total: all.length }
  }
  return Object.fromEntries(taskTypes.map((type) => [type, of(type)])) as TaskStats
}
