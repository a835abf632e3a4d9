import type { TransactionType } from '@prumo/shared/transaction-rules'
import { formatFlow, formatPlainFlow, speakFlow, type TransferSide } from './money-format'
import styles from './money.module.css'

interface MoneyProps {
  /** Never negative: the type carries the sign. */
  centavos: number
  type: TransactionType
  /** For an amount that was not received: without colour, and in no sum. */
  struck?: boolean
  /** For an amount that is only expected: without colour yet. */
  expected?: boolean
  /** Of a transfer, seen from one of its sides. */
  side?: TransferSide | null
}

/** The amount of a transaction: sign, colour, and its type in words for screen readers. */
export function Money({ centavos, type, struck = false, expected = false, side = null }: MoneyProps) {
  const Text = struck ? 's' : 'span'
  return (
    <span className={`money ${styles.money}`}>
      <span className={`visually-hidden ${styles.heard}`}>{speakFlow(centavos, type)}</span>
      <Text aria-hidden="true" className={struck ? styles.struck : expected ? styles.expected : styles[type]}>
        {formatFlow(centavos, type, side)}
      </Text>
    </span>
  )
}

/** The same without the currency, for columns and lines that show it once or not at all. */
export function PlainMoney({ centavos, type, struck = false, expected = false, side = null }: MoneyProps) {
  const Text = struck ? 's' : 'span'
  return (
    <span className={`money ${styles.money}`} data-expected={expected || undefined}>
      <span className={`visually-hidden ${styles.heard}`}>{speakFlow(centavos, type)}</span>
      <Text aria-hidden="true" className={struck ? styles.struck : styles[type]}>
        {formatPlainFlow(centavos, type, side)}
      </Text>
    </span>
  )
}

/**
 * An amount into or out of something else than the account, such as the fund. Sign and colour suffice: the text beside it says the
 * action.
 */
export function Flow({ centavos, type }: Pick<MoneyProps, 'centavos' | 'type'>) {
  return <span className={`money ${styles[type]}`}>{formatFlow(centavos, type)}</span>
}
