import { useEffect, useMemo } from 'react'
import { useImports } from '../../data/imports'
import { useWallets } from '../../data/wallets'
import { rememberedWallet } from './remembered-wallets'
import type { StatementDraft } from './statement-review'
import { walletOfStatement } from './statement-wallet'
import type { StatementWallet } from './review-wallets'

/** What is known of the wallet of the current statement. */
type StatementWalletState = 'known' | 'loading' | 'asked' | 'unavailable'

/**
 * Finds the wallet of a statement, and says whether the person has to be asked. A device that never read the wallets cannot know it:
 * then the server finds it.
 */
export function useStatementWallet(draft: StatementDraft | undefined, onFound: (wallet: StatementWallet) => void): StatementWalletState {
  const { data, isFailed } = useWallets()
  const imports = useImports()
  const isOpen = draft !== undefined && draft.wallet === null
  // Only a file that names no account needs the earlier imports.
  const isWaiting = isOpen && draft.statement.account === '' && imports.isPending
  const found = useMemo(() => {
    if (!isOpen || !data || isWaiting) return null
    const remembered = rememberedWallet(draft.statement)
    return walletOfStatement(draft.statement, { wallets: data.wallets, imports: imports.data ?? [], remembered })
  }, [isOpen, isWaiting, draft, data, imports.data])
  useEffect(() => {
    if (found) onFound({ id: found.id, name: found.name, kind: found.kind })
  }, [found, onFound])
  if (!isOpen) return 'known'
  if (!data) return isFailed ? 'unavailable' : 'loading'
  return isWaiting || found ? 'loading' : 'asked'
}
