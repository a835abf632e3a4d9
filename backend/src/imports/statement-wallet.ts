import type { ImportRow } from '@prumo/shared/imports'
import { walletTexts } from '@prumo/shared/wallet-rules'
import type { WalletAtDay } from '../wallets/find-wallets.js'
import type { WrongWallet } from './import.decider.js'

interface SentStatement {
  walletId?: string | undefined
  /** A hash of bank and account number. */
  account: string | null
}

/** The wallet of a statement: the one that it names, else the one that its account belongs to, else the main one. */
export function walletOfStatement({ walletId, account }: SentStatement, wallets: readonly WalletAtDay[]): WalletAtDay | WrongWallet {
  const owner = wallets.find(({ statementAccounts }) => account !== null && statementAccounts.includes(account))
  const wallet = walletId === undefined ? (owner ?? wallets.find(({ isMain }) => isMain)) : wallets.find(({ id }) => id === walletId)
  const reason = obstacleOf(wallet)
  return wallet && reason === null ? wallet : { field: 'walletId', reason: reason ?? walletTexts.unknown }
}

export function isWrongWallet(found: WalletAtDay | WrongWallet): found is WrongWallet {
  return 'reason' in found
}

/** The first wallet of a line that a transfer may not come from or go to; null if there is none. @param own the statement's wallet */
export function wrongWalletIn(rows: readonly ImportRow[], own: WalletAtDay, wallets: readonly WalletAtDay[]): WrongWallet | null {
  const known = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  for (const { toWalletId, fromWalletId } of rows) {
    const named = toWalletId ?? fromWalletId
    if (named === undefined) continue
    const reason = named === own.id ? walletTexts.sameWallet : obstacleOf(known.get(named))
    if (reason !== null) return { field: toWalletId === undefined ? 'fromWalletId' : 'toWalletId', reason }
  }
  return null
}

function obstacleOf(wallet: WalletAtDay | undefined): string | null {
  if (!wallet) return walletTexts.unknown
  return wallet.isArchived ? walletTexts.archived : null
}
