import { balanceCommands } from './balance-commands'
import type { EntityDescription } from './entity-description'

export const balanceEntity = {
  name: 'balance',
  path: () => '/balance',
  commands: balanceCommands,
  // The forecast is cached under the transactions that it sums up.
  alsoChanges: ['transaction'],
  activity: { label: 'Saldo do banco', param: 'saldo' },
} as const satisfies EntityDescription
