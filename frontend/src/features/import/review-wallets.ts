import type { WalletKind } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'

/** A wallet that a statement or one of its lines belongs to. Plain data, because a refused import stores it. */
export interface StatementWallet {
  id: string
  name: string
  kind: WalletKind
  /** Set for a wallet that the import creates; a card has both days. */
  opens?: { closingDay: number | null; dueDay: number | null }
}

/** The wallet of a statement, and the others that its lines may come from or go to. */
export interface ReviewWallets {
  own: StatementWallet
  others: readonly StatementWallet[]
  /** The main wallet if it is another one: it is taken to pay the bills of cards. */
  main: StatementWallet | null
}

/**
 * The wallets as a review names them: those that can be chosen, and those that the import creates.
 * @param newName the name that the wallet of the statement takes with the import; null if it keeps its own
 */
export function reviewWalletsOf(
  own: StatementWallet,
  wallets: readonly Wallet[],
  newCards: readonly StatementWallet[],
  newName: string | null,
): ReviewWallets {
  const known = new Set(wallets.map(({ id }) => id))
  const all: StatementWallet[] = [...wallets.filter(({ archived }) => !archived), ...newCards.filter(({ id }) => !known.has(id))]
  const others = all.filter(({ id }) => id !== own.id).map(({ id, name, kind }) => ({ id, name, kind }))
  const main = wallets.find(({ isMain }) => isMain)
  return { own: newName === null ? own : { ...own, name: newName }, others, main: others.find(({ id }) => id === main?.id) ?? null }
}
