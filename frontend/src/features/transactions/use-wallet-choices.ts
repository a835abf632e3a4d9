import { useMemo, useState } from 'react'
import type { Wallet } from '@prumo/shared/wallets'
import { lastUsedWallet } from '../../data/last-wallet'
import { useWallets } from '../../data/wallets'
import type { TransactionFormValues } from './transaction-form-values'
import { transferName as nameOfTransfer } from '../../data/transfer-name'

/** The wallets of the form, with the ones that it has until the person chooses. */
export interface WalletChoices {
  /** Last used first; empty while there is only one, so that nothing is seen of wallets. */
  offered: readonly Wallet[]
  /** The values with a wallet where the person chose none, and with two of a transfer. */
  complete: (values: TransactionFormValues) => TransactionFormValues
  /** `Inter → Caixa`, the description of a transfer that has no other. */
  transferName: (walletId: string | null, toWalletId: string | null) => string
}

/** @param present wallets that stay offered even if they are archived: those of the edited transaction */
export function useWalletChoices(present: Pick<TransactionFormValues, 'walletId' | 'toWalletId'>): WalletChoices {
  const { wallets, walletName } = useWallets()
  // The order stays while the form is open.
  const [last] = useState(lastUsedWallet)
  const { walletId: from, toWalletId: to } = present
  return useMemo(() => {
    const usable = wallets.filter(({ id, archived }) => !archived || id === from || id === to)
    const ordered = usable.toSorted((one, other) => Number(other.id === last) - Number(one.id === last))
    const offered = ordered.length > 1 ? ordered : []
    return {
      offered,
      complete: (values) => completeWallets(values, offered),
      transferName: (walletId, toWalletId) => nameOfTransfer(walletName(walletId ?? ''), walletName(toWalletId ?? '')),
    }
  }, [wallets, walletName, last, from, to])
}

/** The first offered wallet unless another is chosen; money comes from a bank or cash unless the person says otherwise. */
export function completeWallets(values: TransactionFormValues, offered: readonly Wallet[]): TransactionFormValues {
  const [first] = offered
  if (!first) return values
  const { type, toWalletId } = values
  if (type !== 'transfer') return { ...values, walletId: values.walletId ?? first.id }
  const usual = offered.find(({ kind, id }) => kind !== 'card' && id !== toWalletId) ?? first
  const walletId = values.walletId ?? usual.id
  const destination = toWalletId ?? offered.find(({ id }) => id !== walletId)?.id ?? null
  return { ...values, walletId, toWalletId: destination }
}
