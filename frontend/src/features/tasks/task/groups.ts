import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import type { EntityKind } from '../../../lib/entities/entity-list'

/** How long what was just done, or opened again, stays where it was. */
export const DONE_STAYS_MS = 600

type Turned = ReadonlyMap<string, boolean>

/** Those of a type in their order: the open, then the done. What has just been turned keeps its place for a moment. */
export function ordered(tasks: readonly Task[], type: TaskType, justTurned: Turned, compare: EntityKind<Task>['compare']): Task[] {
  const asPlaced = (task: Task) => ({ ...task, completed: isPlacedDone(task, justTurned) })
  return tasks.filter((task) => task.type === type).sort((one, other) => compare(asPlaced(one), asPlaced(other)))
}

/** Whether a task stands among the done. */
export function isPlacedDone({ id, completed }: Task, justTurned: Turned): boolean {
  return justTurned.get(id) ?? completed
}

export interface Progress {
  done: number
  total: number
}

/** How many of each type there are, and how many of them are done; null while nobody knows. */
export function progressByType(tasks: readonly Task[] | undefined): Record<TaskType, Progress> | null {
  if (!tasks) return null
  const of = (type: TaskType): Progress => {
    const all = tasks.filter((task) => task.type === type)
    return { done: all.filter(({ completed }) => completed).length, total: all.length }
  }
  return Object.fromEntries(taskTypes.map((type) => [type, of(type)])) as Record<TaskType, Progress>
}
