import { accountCommands } from './account-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const accountEntity = {
  name: 'account',
  path: () => '/auth/verify',
  commands: accountCommands,
} as const satisfies SyncedEntity
