import { MAX_TITLE } from '@prumo/shared/limits'
import { formatCentavos } from '@prumo/shared/money'
import { useForm } from '../../../lib/form'
import { TextField } from '../../../ui/form/text-field'
import { AmountField } from '../../../ui/money/amount-field'
import { OfferedAmount } from '../../../ui/money/offered-amount'
import type { MovementDraft } from '../fund/fund-changes'
import { draftOf, movementRules, type MovementValues } from './movement-rules'
import styles from './movement-form.module.css'

export interface MovementFormProps {
  /** For the button that sends it from outside. */
  id: string
  kind: MovementDraft['kind']
  initial: MovementValues
  /** What is in the fund, and what it lacks; in centavos. */
  balance: number
  missing: number
  onMove: (draft: MovementDraft) => void
}

/** How much goes in or out, and why. */
export function MovementForm({ id, kind, initial, balance, missing, onMove }: MovementFormProps) {
  const form = useForm<MovementValues>(initial, movementRules(kind, balance))
  const amount = form.field('amount')
  const offer = kind === 'deposit' ? { label: 'Tudo o que falta', centavos: missing } : { label: 'Tudo', centavos: balance }

  return (
    <form id={id} noValidate onSubmit={(event) => void form.submit((values) => onMove(draftOf(kind, values)))(event)}>
      <p>Na reserva: {formatCentavos(balance)}</p>
      <div className={styles.fields}>
        <AmountField field={amount} label="Valor" large autoFocus />
        {offer.centavos > 0 && <OfferedAmount {...offer} field={amount} formId={id} />}
        <TextField field={form.field('description')} label="Descrição" optional maxLength={MAX_TITLE} autoComplete="off" />
      </div>
    </form>
  )
}
