import type { TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { compareTasks } from '../../data/tasks'

/** How long a toggled task keeps its place. */
export const DONE_STAYS_MS = 600

type ToggledTasks = ReadonlyMap<string, boolean>

/** The tasks of a type: open, then completed. A toggled task keeps its place for a moment. */
export function orderTasks(tasks: readonly Task[], type: TaskType, justTurned: ToggledTasks): Task[] {
  const asPlaced = (task: Task) => ({ ...task, completed: isPlacedDone(task, justTurned) })
  return tasks.filter((task) => task.type === type).sort((one, other) => compareTasks(asPlaced(one), asPlaced(other)))
}

/** Whether a task is placed among the completed. */
export function isPlacedDone({ id, completed }: Task, justTurned: ToggledTasks): boolean {
  return justTurned.get(id) ?? completed
}
