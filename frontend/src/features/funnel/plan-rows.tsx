import { formatCentavos } from '@prumo/shared/money'
import { monthlyPriceOf, plans, type PlanId } from '@prumo/shared/plans'
import { partsOfAmount } from '../../ui/money-format'
import styles from './plan-rows.module.css'

interface PlanRowsProps {
  chosen: PlanId
  /** Disables the other plans. */
  isHeld: boolean
  onChoose: (id: PlanId) => void
}

/** The plans as radio rows, with monthly prices aligned at the comma. */
export function PlanRows({ chosen, isHeld, onChoose }: PlanRowsProps) {
  return (
    <div className={styles.frame}>
      <fieldset className={styles.plans} disabled={isHeld}>
        <legend className="visually-hidden">Plano</legend>
        {plans.map((plan) => {
          const monthly = monthlyPriceOf(plan)
          const { whole, cents } = partsOfAmount(monthly)
          return (
            <label key={plan.id} className={styles.plan}>
              <input type="radio" name="plano" value={plan.id} checked={plan.id === chosen} onChange={() => onChoose(plan.id)} />
              <span className={styles.name}>
                {plan.duration}
                {plan.popular && <em>Mais escolhido</em>}
              </span>
              <span className={styles.month}>
                <span className="visually-hidden">{formatCentavos(monthly)} por mês</span>
                <span className={styles.whole} aria-hidden="true">
                  <small>R$</small> {whole}
                </span>
                <span className={styles.cents} aria-hidden="true">
                  {cents} <small>/mês</small>
                </span>
              </span>
              <span className={styles.total}>{plan.description}</span>
              <span className={styles.before}>
                <s>De {formatCentavos(plan.originalPrice)}</s> {plan.discount}% a menos
              </span>
            </label>
          )
        })}
      </fieldset>
    </div>
  )
}
