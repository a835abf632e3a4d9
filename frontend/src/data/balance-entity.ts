import { balanceCommands } from './balance-commands'
import type { EntityDescription } from './entity-description'

export const balanceEntity = {
  name: 'balance',
  path: () => '/balance',
  commands: balanceCommands,
  // The forecast is kept under the transactions that it adds up.
  alsoChanges: ['transaction'],
  activity: { label: 'Saldo do banco', param: 'saldo' },
} as const satisfies EntityDescription
