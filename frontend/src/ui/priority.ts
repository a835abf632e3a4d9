import { taskPriorities, type TaskPriority } from '@prumo/shared/task-rules'

/** Goals and tasks have the same priorities. */
export type Priority = TaskPriority

/** In the order of the form: the least urgent first. */
export const priorities: readonly Priority[] = taskPriorities.toReversed()

export const priorityNames: Record<Priority, string> = { low: 'Baixa', medium: 'Média', high: 'Alta' }
