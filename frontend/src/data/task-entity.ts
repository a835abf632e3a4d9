import { taskCommands, taskFields } from './task-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const taskEntity = {
  name: 'task',
  path: (id: string) => `/tasks/${id}`,
  commands: taskCommands,
  fields: taskFields,
} as const satisfies SyncedEntity
