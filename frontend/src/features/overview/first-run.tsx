import { IconPlus } from '@tabler/icons-react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { ButtonLink } from '../../ui/button/button'
import { Balance } from '../../ui/money/balance'
import { resultLabel } from './month/month-words'
import styles from './month/month-result.module.css'

/** Before the first transaction: the frame is there, and what will move it. */
export function FirstRun({ now }: { now: CalendarMonth }) {
  return (
    <div className={styles.result}>
        <p className={styles.label}>{resultLabel(now, now, 0)}</p>
        <Balance centavos={0} />
        <p className={styles.say}>Lance a primeira transação e esta linha começa a se mover.</p>
        <div>
          <ButtonLink to="/dashboard/transactions?nova=1" icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Lançar a primeira transação
          </ButtonLink>
        </div>
    </div>
  )
}
