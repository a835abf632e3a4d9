import { fundCommands, fundFields } from './emergency-fund-commands'
import type { EntityDescription } from './entity-description'

export const fundEntity = {
  name: 'emergency-fund',
  path: () => '/emergency-fund',
  commands: fundCommands,
  fields: fundFields,
  activity: { label: 'Reserva', param: 'reserva' },
} as const satisfies EntityDescription
