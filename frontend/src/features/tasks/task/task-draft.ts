import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { TaskPriority, TaskType } from '@prumo/shared/task-rules'
import type { NewTaskBody, Task, TaskChangesBody } from '@prumo/shared/tasks'

/** What a person says about a task. */
export interface TaskDraft {
  title: string
  type: TaskType
  priority: TaskPriority
  costCentavos: number
  date: CalendarDate
}

/** A new task as the server will answer it. */
export function added(draft: TaskDraft, id: string, userId: string, at: string): Task {
  return { id, userId, ...detailsOf(draft), completed: false, createdAt: at, updatedAt: at, version: 1 }
}

export function additionOf({ id, title, type, priority, estimatedCost, estimatedDate }: Task): NewTaskBody {
  return { id, title, type, priority, estimatedCost, estimatedDate }
}

/** A task with some of its details changed, as the server will answer it. */
export function corrected(before: Task, changes: Partial<Task>, at: string): Task {
  return { ...before, ...changes, updatedAt: at, version: before.version + 1 }
}

/** Only what differs: what was not touched is not sent. */
export function correctionOf(before: Task, draft: TaskDraft): Partial<Task> & TaskChangesBody {
  const details = detailsOf(draft)
  const names = (Object.keys(details) as (keyof typeof details)[]).filter((name) => details[name] !== before[name])
  return Object.fromEntries(names.map((name) => [name, details[name]]))
}

function detailsOf({ costCentavos, date, ...entered }: TaskDraft) {
  return { ...entered, estimatedCost: centavosToReais(costCentavos), estimatedDate: date }
}
