import { recurrenceCommands, recurrenceDerivedCommands } from './recurrence-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const recurrenceEntity = {
  name: 'recurrence',
  path: (id: string) => `/recurrences/${id}`,
  commands: { ...recurrenceCommands, ...recurrenceDerivedCommands },
  alsoChanges: ['transaction', 'emergency-fund'],
} as const satisfies SyncedEntity
