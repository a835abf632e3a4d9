import { importCommands, importDerivedCommands } from './import-commands'
import type { EntityDescription } from './entity-description'

export const importEntity = {
  name: 'import',
  path: (id: string) => `/imports/${id}`,
  commands: { ...importCommands, ...importDerivedCommands },
  alsoChanges: ['transaction', 'emergency-fund', 'balance', 'wallet'],
  activity: { label: 'Importações', param: 'importacoes' },
} as const satisfies EntityDescription
