import { fundCommands, fundFields } from './emergency-fund-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const fundEntity = {
  name: 'emergency-fund',
  path: () => '/emergency-fund',
  commands: fundCommands,
  fields: fundFields,
} as const satisfies SyncedEntity
