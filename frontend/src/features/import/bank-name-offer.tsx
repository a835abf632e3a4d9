import { MAIN_WALLET } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import type { StatementDraft } from './statement-review'
import { nameProblem } from './statement-wallet'

interface BankNameOfferProps {
  draft: StatementDraft
  /** The wallet of the statement. */
  wallet: Wallet
  wallets: readonly Wallet[]
  onTakeName: (takesName: boolean) => void
}

/** Offers the name of the bank to the main wallet, with its first statement and while it has no name of its own. */
export function BankNameOffer({ draft: { statement, takesName }, wallet, wallets, onTakeName }: BankNameOfferProps) {
  const { bank, isCard } = statement
  const isUnnamed = wallet.isMain && wallet.name === MAIN_WALLET.name && wallet.statementAccounts.length === 0
  if (!isUnnamed || isCard || bank === null || nameProblem(bank, wallets) !== null) return null
  return (
    <StatusLine
      tone={takesName ? 'success' : 'neutral'}
      action={
        <Button variant="line" size="sm" onClick={() => onTakeName(!takesName)}>
          {takesName ? 'Deixar como está' : `Chamar de ${bank}`}
        </Button>
      }
    >
      {takesName ? `Ao importar, sua conta passa a se chamar ${bank}.` : `Chamar sua conta de ${bank}?`}
    </StatusLine>
  )
}
