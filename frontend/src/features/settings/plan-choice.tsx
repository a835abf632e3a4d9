import { formatCentavos } from '@prumo/shared/money'
import { monthlyPriceOf, type Plan, type PlanId } from '@prumo/shared/plans'
import styles from './plan-change.module.css'

interface PlanChoiceProps {
  plans: readonly Plan[]
  chosen: PlanId
  /** The plan of the scheduled change. */
  waiting: string | null
  /** Disables the choices. */
  isHeld: boolean
  onChoose: (id: PlanId) => void
}

/** The plans to choose from, each with its price and its price a month. */
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
