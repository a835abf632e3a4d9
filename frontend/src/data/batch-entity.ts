import { batchCommands, batchDerivedCommands } from './batch-commands'
import type { EntityDescription } from './entity-description'

/** Commands on several transactions, each an entity of its own. */
export const batchEntity = {
  name: 'batch',
  path: (id: string) => `/transactions/batch/${id}`,
  commands: { ...batchCommands, ...batchDerivedCommands },
  // A renamed category also changes recurrences and rules.
  alsoChanges: ['transaction', 'emergency-fund', 'balance', 'recurrence', 'rule'],
  activity: { label: 'Várias de uma vez', param: 'varias' },
} as const satisfies EntityDescription
