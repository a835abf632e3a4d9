import { formatCentavos } from '@prumo/shared/money'
import { partsOfAmount } from '../../ui/money-format'
import styles from './monthly-figure.module.css'

/** The monthly expenses and income, aligned at the comma. */
export function MonthlyFigure({ expense, income }: { expense: number; income: number }) {
  return (
    <section className={styles.figure} aria-labelledby="por-mes">
      <div>
        <h2 id="por-mes">Por mês</h2>
        <p>A semanal conta 52 vezes no ano; a anual, uma.</p>
      </div>
      <ol className={styles.line}>
        <Amount centavos={-expense} heard={`${formatCentavos(expense)} de contas fixas`} words="de contas fixas" kind={styles.out} />
        {income > 0 && <Amount centavos={income} heard={`${formatCentavos(income)} que entram`} words="que entram" kind={styles.in} />}
      </ol>
    </section>
  )
}

interface MonthlyAmountProps {
  centavos: number
  heard: string
  words: string
  kind: string | undefined
}

function Amount({ centavos, heard, words, kind }: MonthlyAmountProps) {
  const { whole, cents } = partsOfAmount(centavos === 0 ? 0 : centavos, true)
  return (
    <li className={kind}>
      <span className="visually-hidden">{heard}</span>
      <span className={styles.number} aria-hidden="true">
        {whole}
      </span>
      <span className={styles.words} aria-hidden="true">
        <b>{cents}</b> {words}
      </span>
    </li>
  )
}
