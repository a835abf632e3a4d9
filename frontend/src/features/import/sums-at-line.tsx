import { formatCentavos } from '@prumo/shared/money'
import { partsOfAmount } from '../../ui/money-format'
import type { FlowSums } from './statement-review'
import styles from './sums-at-line.module.css'

/** Expenses left of the line, income right. */
export function SumsAtLine({ sums: { expense, income }, struck = false }: { sums: FlowSums; struck?: boolean }) {
  return (
    <span className={`money ${styles.sums}`} data-struck={struck}>
      <span className="visually-hidden">
        Saiu {formatCentavos(expense)}, entrou {formatCentavos(income)}
      </span>
      <span className={styles.out} aria-hidden="true">
        {formatSum(-expense)}
      </span>
      <span className={styles.in} aria-hidden="true">
        {formatSum(income)}
      </span>
    </span>
  )
}

function formatSum(centavos: number): string {
  const { whole, cents } = partsOfAmount(centavos === 0 ? 0 : centavos, true)
  return `${whole}${cents}`
}
