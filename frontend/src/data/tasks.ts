import { taskPriorities, taskTypes, type TaskType } from '@prumo/shared/task-rules'
import type { Task, TaskList, TaskStats } from '@prumo/shared/tasks'
import { byText, type Item } from './command'
import { mapped, shownAll, type Fresh } from './shown'
import { askTasks } from './questions'
import { useRead, type Read, type Reading } from './reads'

/** `GET /tasks`: all of them, the one list that every screen shows. */
export const allTasks: Read<readonly Task[]> = {
  key: ['task', 'list'],
  ask: async (account, signal) => {
    return mapped(await account.read<TaskList>(...askTasks, signal), ({ tasks }) => tasks)
  },
  isKept: true,
}

/** All tasks in the server's order, with this device's commands on them. */
export function useTasks(): Reading<readonly Task[]> {
  return useRead(allTasks, shownTasks)
}

function shownTasks(fresh: Fresh<readonly Task[]>, line: readonly Item[]): readonly Task[] {
  return shownAll(fresh.data, line, fresh, compareTasks)
}

/** Open first, then by priority, then the newest. */
export function compareTasks(one: Task, other: Task): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  const urgency = taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority)
  return urgency || byText(other.createdAt, one.createdAt) || byText(other.id, one.id)
}

/** How many of each type there are, and how many of them are done: what `GET /tasks/stats` answers. */
export function taskStats(tasks: readonly Task[]): TaskStats {
  const of = (type: TaskType) => {
    const all = tasks.filter((task) => task.type === type)
    return { done: all.filter(({ completed }) => completed).length, total: all.length }
  }
  return Object.fromEntries(taskTypes.map((type) => [type, of(type)])) as TaskStats
}
