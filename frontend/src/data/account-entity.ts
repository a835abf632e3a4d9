import { accountCommands } from './account-commands'
import type { EntityDescription } from './entity-description'

export const accountEntity = {
  name: 'account',
  path: () => '/auth/verify',
  commands: accountCommands,
  activity: { label: 'Conta e perfil', param: 'perfil' },
} as const satisfies EntityDescription
