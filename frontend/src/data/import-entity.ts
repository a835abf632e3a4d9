import { importCommands, importDerivedCommands } from './import-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const importEntity = {
  name: 'import',
  path: (id: string) => `/imports/${id}`,
  commands: { ...importCommands, ...importDerivedCommands },
  alsoChanges: ['transaction', 'emergency-fund', 'balance'],
} as const satisfies SyncedEntity
