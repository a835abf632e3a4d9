import { walletCommands, walletFields } from './wallet-commands'
import type { EntityDescription } from './entity-description'

export const walletEntity = {
  name: 'wallet',
  path: (id: string) => `/wallets/${id}`,
  commands: walletCommands,
  fields: walletFields,
  // The forecast is cached under the transactions, and starts with the balances of wallets.
  alsoChanges: ['transaction', 'balance'],
  activity: { label: 'Contas', param: 'contas', hasHistory: true },
} as const satisfies EntityDescription

/** Which wallet is the main one. The device changes it by a command on the chosen wallet. */
export const mainWalletEntity = {
  name: 'main-wallet',
  path: () => '/wallets',
  commands: {},
  alsoChanges: ['wallet', 'balance'],
  activity: { label: 'Conta principal', param: 'conta-principal' },
} as const satisfies EntityDescription
