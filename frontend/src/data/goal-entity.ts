import { goalCommands, goalFields } from './goal-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const goalEntity = {
  name: 'goal',
  path: (id: string) => `/goals/${id}`,
  commands: goalCommands,
  fields: goalFields,
} as const satisfies SyncedEntity
