import { balanceCommands } from './balance-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const balanceEntity = {
  name: 'balance',
  path: () => '/balance',
  commands: balanceCommands,
  // The forecast is kept under the transactions that it adds up.
  alsoChanges: ['transaction'],
} as const satisfies SyncedEntity
