import { memo } from 'react'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { FundMovement } from '@prumo/shared/emergency-fund'
import { formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import { formatShortDate } from '../../../lib/dates'
import { formatFlow } from '../../../ui/money/money-format'
import { movementNames } from '../fund/words'
import styles from './movement-list.module.css'

/** One movement: why, what and when; how much, and what was there after it. */
export const MovementRow = memo(function MovementRow({ movement: { kind, amount, description, balance, at } }: { movement: FundMovement }) {
  const centavos = Math.abs(centavosOf(amount))
  const direction = kind === 'withdrawal' || amount < 0 ? 'expense' : 'income'
  const name = movementNames[kind]
  const when = formatShortDate(dateInSaoPaulo(new Date(at)))
  return (
    <li className={styles.row}>
      <span className={styles.title}>{description ?? name}</span>
      <span className={`money ${styles.amount} ${styles[direction]}`}>{formatFlow(centavos, direction)}</span>
      <span className={styles.about}>{description ? `${name} · ${when}` : when}</span>
      <span className={`${styles.about} ${styles.balance}`}>
        Ficou <span className="money">{formatCentavos(centavosOf(balance))}</span>
      </span>
    </li>
  )
})
