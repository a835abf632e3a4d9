import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { sideOf } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import type { TransferSide } from '../../ui/money-format'
import { isNamedByWallets, transferName } from '../../data/transfer-name'
import styles from './row-wallets.module.css'

/** What the rows of a list say about wallets. */
interface RowWallets {
  /** Whether there is a second wallet. */
  hasSeveral: boolean
  /** `Inter`, or of a transfer with a description of its own `Inter → Caixa`; empty where the list says it already. */
  nameOf: (transaction: Transaction) => string
  /** The side by which a transfer left or came, seen from the wallets of the filter; null among all. */
  sideOf: (transaction: Transaction) => TransferSide | null
}

const NO_WALLETS: RowWallets = { hasSeveral: false, nameOf: () => '', sideOf: () => null }
const RowWalletsContext = createContext<RowWallets>(NO_WALLETS)

/** Reads the wallets once, for the rows. @param shown the wallets of the filter; empty for all */
export function WalletsOfRows({ shown = ALL, children }: { shown?: readonly string[]; children: ReactNode }) {
  const { hasSeveral, walletName } = useWallets()
  const value = useMemo((): RowWallets => {
    if (!hasSeveral) return NO_WALLETS
    return {
      hasSeveral,
      nameOf: (transaction) => nameOf(transaction, walletName, shown.length === 1),
      sideOf: (transaction) => sideOf(transaction, shown),
    }
  }, [hasSeveral, walletName, shown])
  return <RowWalletsContext value={value}>{children}</RowWalletsContext>
}

const ALL: readonly string[] = []

export function useRowWallets(): RowWallets {
  return useContext(RowWalletsContext)
}

function nameOf(transaction: Transaction, walletName: (id: string) => string, isOne: boolean): string {
  const { walletId, toWalletId } = transaction
  if (toWalletId === null) return isOne ? '' : walletName(walletId)
  return isNamedByWallets(transaction, walletName) ? '' : transferName(walletName(walletId), walletName(toWalletId))
}

/** The description of a row, with the sign of a transfer before it. */
export function RowDescription({ transaction }: { transaction: Transaction }) {
  return transaction.type === 'transfer' ? (
    <>
      <IconArrowsRightLeft size={16} stroke={1.75} aria-hidden className={styles.transfer} /> {transaction.description}
    </>
  ) : (
    <>{transaction.description}</>
  )
}

/** The wallet of a row in small; nothing with one wallet. */
export function RowWallet({ transaction }: { transaction: Transaction }) {
  const name = useRowWallets().nameOf(transaction)
  return name === '' ? null : <small className={styles.name}>{name}</small>
}
