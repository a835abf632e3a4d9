import type { TransactionType } from '@prumo/shared/transaction-rules'
import { formatFlow, speakFlow } from './money-format'
import styles from './money.module.css'

interface MoneyProps {
  /** Never negative: the type carries the sign. */
  centavos: number
  type: TransactionType
  /** Of an amount that was not received: it loses its colour and counts nowhere. */
  struck?: boolean
  /** Of an amount that is only expected: it has no colour yet. */
  expected?: boolean
}

/** The amount of a transaction: sign, colour, and its kind in words for those who hear it. */
export function Money({ centavos, type, struck = false, expected = false }: MoneyProps) {
  const Text = struck ? 's' : 'span'
  return (
    <span className={`money ${styles.money}`}>
      <span className={`visually-hidden ${styles.heard}`}>{speakFlow(centavos, type)}</span>
      <Text aria-hidden="true" className={struck ? styles.struck : expected ? styles.expected : styles[type]}>
        {formatFlow(centavos, type)}
      </Text>
    </span>
  )
}

/** What goes into or out of something else than the account, such as its fund: sign and colour, which say enough beside what was done. */
export function Flow({ centavos, type }: Pick<MoneyProps, 'centavos' | 'type'>) {
  return <span className={`money ${styles[type]}`}>{formatFlow(centavos, type)}</span>
}
