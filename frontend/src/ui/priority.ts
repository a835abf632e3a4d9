import { taskPriorities, type TaskPriority } from '@prumo/shared/task-rules'

/** Goals and tasks know the same three. */
export type Priority = TaskPriority

/** The least urgent first, as they are offered. */
export const priorities: readonly Priority[] = taskPriorities.toReversed()

export const priorityNames: Record<Priority, string> = { low: 'Baixa', medium: 'Média', high: 'Alta' }
