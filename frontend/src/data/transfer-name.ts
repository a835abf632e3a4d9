import type { Transaction } from '@prumo/shared/transactions'

/** `Inter → Caixa` */
export function transferName(from: string, to: string): string {
  return `${from} → ${to}`
}

/** Whether the description of a transfer is the name that its wallets give it. */
export function isNamedByWallets(
  { description, walletId, toWalletId }: Pick<Transaction, 'description' | 'walletId' | 'toWalletId'>,
  walletName: (id: string) => string,
): boolean {
  return toWalletId !== null && description === transferName(walletName(walletId), walletName(toWalletId))
}
