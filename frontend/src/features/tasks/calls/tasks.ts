import { taskPriorities } from '@prumo/shared/task-rules'
import type { Task, TaskAnswer } from '@prumo/shared/tasks'
import { get } from '../../../lib/api'
import { byText, type EntityKind } from '../../../lib/entities/entity-list'

/** `GET /tasks/{id}` */
async function readTask(id: string, signal?: AbortSignal): Promise<Task> {
  return (await get<TaskAnswer>(`/tasks/${encodeURIComponent(id)}`, {}, signal)).task
}

/** Open first, then by priority, then the newest. */
function compare(one: Task, other: Task): number {
  if (one.completed !== other.completed) return one.completed ? 1 : -1
  const urgency = taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority)
  return urgency || byText(other.createdAt, one.createdAt) || byText(other.id, one.id)
}

export const tasks: EntityKind<Task> = { name: 'tasks', read: readTask, compare }
