import { taskCommands, taskFields } from './task-commands'
import type { EntityDescription } from './entity-description'

export const taskEntity = {
  name: 'task',
  path: (id: string) => `/tasks/${id}`,
  commands: taskCommands,
  fields: taskFields,
  activity: { label: 'Tarefas', param: 'tarefas', hasHistory: true },
} as const satisfies EntityDescription
