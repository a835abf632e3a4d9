import { formatCentavos } from '@prumo/shared/money'
import { monthlyPriceOf, type Plan, type PlanId } from '@prumo/shared/plans'
import styles from './plan-change.module.css'

interface PlanChoiceProps {
  plans: readonly Plan[]
  chosen: PlanId
  /** Marked as the one that follows. */
  waiting: string | null
  /** Nothing else can be chosen now. */
  isHeld: boolean
  onChoose: (id: PlanId) => void
}

/** The plans that one can change to: what each costs, and what a month of it comes to. */
export function PlanChoice({ plans, chosen, waiting, isHeld, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className={styles.plans} disabled={isHeld}>
      <legend className="visually-hidden">Plano</legend>
      {plans.map((plan) => (
        <label key={plan.id} className={styles.plan}>
          <input type="radio" name="plano" value={plan.id} checked={plan.id === chosen} onChange={() => onChoose(plan.id)} />
          <span className={styles.name}>
            {plan.duration}
            {plan.id === waiting && <em>Marcado</em>}
          </span>
          <span className={styles.month}>
            {formatCentavos(monthlyPriceOf(plan))} <small>por mês</small>
          </span>
          <span className={styles.total}>{plan.description}</span>
        </label>
      ))}
    </fieldset>
  )
}
