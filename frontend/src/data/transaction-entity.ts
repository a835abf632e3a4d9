import { transactionCommands, transactionFields } from './transaction-commands'
import type { EntityDescription } from './entity-description'

export const transactionEntity = {
  name: 'transaction',
  path: (id: string) => `/transactions/${id}`,
  commands: transactionCommands,
  fields: transactionFields,
  // Expenses change the target of the emergency fund.
  alsoChanges: ['emergency-fund'],
  activity: { label: 'Transações', param: 'transacoes', hasHistory: true },
} as const satisfies EntityDescription
