import { recurrenceCommands, recurrenceDerivedCommands } from './recurrence-commands'
import type { EntityDescription } from './entity-description'

export const recurrenceEntity = {
  name: 'recurrence',
  path: (id: string) => `/recurrences/${id}`,
  commands: { ...recurrenceCommands, ...recurrenceDerivedCommands },
  alsoChanges: ['transaction', 'emergency-fund'],
  activity: { label: 'O que se repete', param: 'recorrentes' },
} as const satisfies EntityDescription
