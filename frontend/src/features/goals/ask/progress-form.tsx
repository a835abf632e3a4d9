import { goalTexts } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import { formatCentavos, parseCentavos } from '@prumo/shared/money'
import { useForm, type Rules } from '../../../lib/form'
import { AmountField } from '../../../ui/money/amount-field'
import { OfferedAmount } from '../../../ui/money/offered-amount'
import { missingCentavos, writeProgress } from '../goal/amounts'
import styles from './progress-form.module.css'

interface ProgressFormProps {
  /** For the button that sends it from outside. */
  id: string
  goal: Goal
  onAdd: (centavos: number) => void
}

interface Values {
  amount: string
}

const rules: Rules<Values> = { amount: (text) => (parseCentavos(text) ? null : goalTexts.progressInvalid) }

/** An amount, or all that is missing at one tap; what goes beyond the target is said before it is sent. */
export function ProgressForm({ id, goal, onAdd }: ProgressFormProps) {
  const form = useForm<Values>({ amount: '' }, rules)
  const amount = form.field('amount')
  const missing = missingCentavos(goal)
  const isMore = (parseCentavos(amount.value) ?? 0) > missing

  return (
    <form id={id} noValidate onSubmit={(event) => void form.submit((values) => onAdd(parseCentavos(values.amount) ?? 0))(event)}>
      <p>
        {goal.title}: {writeProgress(goal)}
      </p>
      <div className={styles.amount}>
        <AmountField field={amount} label="Valor" large autoFocus />
      </div>
      <OfferedAmount label="Tudo o que falta" centavos={missing} field={amount} formId={id} />
      <p role="status" className={styles.more}>
        {isMore && `O que passar de ${formatCentavos(missing)} não entra.`}
      </p>
    </form>
  )
}
