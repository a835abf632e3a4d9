import { useRef } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import type { Wallet } from '@prumo/shared/wallets'
import { useAccount } from '../../data/account'
import { useDraft } from '../../data/use-draft'
import { stateWalletBalance } from '../../data/wallet-commands'
import { useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { balanceProblem } from '../../ui/field/amount-text'
import { Checkbox } from '../../ui/field/checkbox'
import { Dialog } from '../../ui/overlay/dialog'
import { balanceText, typedBalance } from './wallet-form-values'
import { inName } from './wallet-texts'
import styles from './correct-balance-dialog.module.css'

interface CorrectBalanceDialogProps {
  open: boolean
  wallet: Wallet
  onClose: () => void
}

const FORM_ID = 'correct-balance'

/** Asks for today's balance of a wallet, and says what it changes before it is saved. */
export default function CorrectBalanceDialog({ open, wallet, onClose }: CorrectBalanceDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Quanto ${wallet.kind === 'card' ? 'você deve' : 'tem'} ${inName(wallet.name)} hoje?`}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            Usar este
          </Button>
        </>
      }
    >
      <CorrectBalanceForm wallet={wallet} onClose={onClose} />
    </Dialog>
  )
}

function CorrectBalanceForm({ wallet, onClose }: Pick<CorrectBalanceDialogProps, 'wallet' | 'onClose'>) {
  const { outbox } = useAccount()
  const now = useToday()
  const { id, kind } = wallet
  const before = wallet.balance.amount
  const isCard = kind === 'card'
  const form = useForm({ amount: balanceText(before), isNegative: isCard ? before > 0 : before < 0 }, { amount: balanceProblem })
  const typed = useDraft(draftName('wallet-balance', id), form)
  // Guards against a second tap while the dialog closes.
  const isSaved = useRef(false)
  const isNegative = form.field('isNegative')
  const wanted = balanceProblem(form.values.amount) === null ? typedBalance({ kind, ...form.values }) : null

  function save(valid: typeof form.values): void {
    const balance = typedBalance({ kind, ...valid })
    if (isSaved.current || balance === null) return
    isSaved.current = true
    typed.remove()
    void outbox.enqueue(stateWalletBalance(wallet, balance, now))
    onClose()
  }

  return (
    <form id={FORM_ID} noValidate className={styles.form} onSubmit={(event) => void form.submit(save)(event)}>
      <DraftOffer offer={typed.offer} />
      <AmountField field={form.field('amount')} label={isCard ? 'O que você deve' : 'Saldo'} large autoFocus />
      <Checkbox
        label={isCard ? 'Está a meu favor' : 'Está negativo'}
        name="negativo"
        checked={isNegative.value}
        onChange={isNegative.onChange}
      />
      <p role="status" className={styles.note}>
        {wanted !== null && correctionText(before, wanted, isCard)}
      </p>
    </form>
  )
}

/** What a stated balance means against the sum: `R$ 12,00 a menos do que a soma. …` */
export function correctionText(before: number, wanted: number, isCard: boolean): string {
  if (wanted === before) return 'É o que a soma já diz.'
  // Of a card, the sum says what is owed.
  const difference = isCard ? before - wanted : wanted - before
  const words = difference < 0 ? 'a menos' : 'a mais'
  return `${formatCentavos(Math.abs(difference))} ${words} do que a soma. Nenhum lançamento é criado ou mudado.`
}
