import { transactionCommands, transactionFields } from './transaction-commands'
import type { SyncedEntity } from './sync/entity-registry'

export const transactionEntity = {
  name: 'transaction',
  path: (id: string) => `/transactions/${id}`,
  commands: transactionCommands,
  fields: transactionFields,
  // What is spent moves the target of the emergency fund.
  alsoChanges: ['emergency-fund'],
} as const satisfies SyncedEntity
