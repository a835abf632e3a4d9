import { formatPlainCentavos } from '@prumo/shared/money'
import { stateBalance, type Balance } from '../../data/balance-commands'
import { useAccount } from '../../data/account'
import { useDraft } from '../../data/use-draft'
import { useWallets } from '../../data/wallets'
import { today } from '../../lib/dates'
import { useForm } from '../../lib/form'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { Checkbox } from '../../ui/field/checkbox'
import { balanceProblem, parseSigned } from '../../ui/field/amount-text'
import styles from './balance-form.module.css'

interface BalanceFormProps {
  /** The last stated balance. */
  seen: Balance | null
  /** The initial amount in centavos; null for an empty field. */
  initial: number | null
  onStated?: () => void
}

/** Asks for today's balance of the main wallet. Decimal keyboards of phones have no minus, so a checkbox sets the sign. */
export function BalanceForm({ seen, initial, onStated }: BalanceFormProps) {
  const { id } = useUser()
  const { outbox } = useAccount()
  const { main, hasSeveral } = useWallets()
  const form = useForm(
    { amount: initial === null ? '' : formatPlainCentavos(Math.abs(initial)), isShort: (initial ?? 0) < 0 },
    { amount: balanceProblem },
  )
  const short = form.field('isShort')
  const draft = useDraft('balance', form)

  const send = form.submit(({ amount, isShort }) => {
    const { centavos, isMinus } = parseSigned(amount)
    draft.remove()
    void outbox.enqueue(stateBalance(id, seen, isShort || isMinus ? -centavos : centavos, today()))
    onStated?.()
  })

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <DraftOffer offer={draft.offer} />
      <div className={styles.line}>
        <AmountField
          field={form.field('amount')}
          label={hasSeveral && main ? `Saldo de ${main.name}` : 'Saldo da conta'}
          autoFocus={onStated !== undefined}
        />
        <Button type="submit">Usar este</Button>
      </div>
      <div className={styles.below}>
        <Checkbox label="Está negativo" checked={short.value} onChange={short.onChange} name="negativo" />
        <p className={styles.note}>Dá para corrigir quando quiser.</p>
      </div>
    </form>
  )
}
