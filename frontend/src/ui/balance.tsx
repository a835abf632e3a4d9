import type { CSSProperties } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { partsOfCentavos, widthInEms } from './money-format'
import styles from './balance.module.css'

/** The width of currency and cents, in ems of the large number. */
const AROUND_EM = 1.55

interface BalanceProps {
  centavos: number
  /** In the colour of what is missing; by default below zero. */
  isShort?: boolean
}

/** The large number of a screen, with smaller currency and cents. A long one is set smaller rather than cut. */
export function Balance({ centavos, isShort = centavos < 0 }: BalanceProps) {
  const { sign, currency, whole, cents } = partsOfCentavos(centavos)
  return (
    <div className={styles.frame} style={{ '--ems': widthInEms(sign + whole) + AROUND_EM } as CSSProperties}>
      <p className={styles.balance} data-short={isShort || undefined}>
        <span className="visually-hidden">{formatCentavos(centavos)}</span>
        <span aria-hidden="true">
          <span className={styles.sign}>{sign}</span>
          <span className={styles.currency}>{currency}</span>
          {whole}
          <span className={styles.cents}>{cents}</span>
        </span>
      </p>
    </div>
  )
}
