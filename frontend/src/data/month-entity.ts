import type { EntityDescription } from './entity-description'
import { monthCommands } from './month-commands'

export const monthEntity = {
  name: 'month',
  path: () => '/months',
  commands: monthCommands,
  activity: { label: 'Meses fechados', param: 'meses' },
} as const satisfies EntityDescription
