import { useState } from 'react'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { formatShortDate } from '../../../lib/dates'
import { useToday } from '../../../lib/use-today'
import { Checkbox } from '../../../ui/field/checkbox'
import { partsOfAmount } from '../../../ui/money-format'
import { count, flowOf, SHOWN_CHANGES, type RuleApplication } from './rule-application'
import styles from './rule-sheet.module.css'

interface RuleMatchesProps {
  application: RuleApplication
  isApplied: boolean
  onChange: (isApplied: boolean) => void
}

/** The tick that applies a rule to what exists, with what would change: three of them, and the sum of the rest. */
export function RuleMatches({ application: { matching, changing, text }, isApplied, onChange }: RuleMatchesProps) {
  const now = useToday()
  const [isWhole, setWhole] = useState(false)
  const shown = changing.slice(0, isWhole ? MOST_SHOWN : SHOWN_CHANGES)
  const rest = changing.slice(shown.length)
  return (
    <div className={styles.matches}>
      {changing.length === 0 ? (
        <p className={styles.quiet}>{text}</p>
      ) : (
        <Checkbox
          checked={isApplied}
          onChange={onChange}
          label={
            <span className={styles.apply}>
              <b>Aplicar {existing(matching)}</b>
              <small>{text}</small>
            </span>
          }
        />
      )}
      <ul className={styles.changes} aria-label="O que muda">
        {shown.map((each) => (
          <li key={each.id}>
            <time dateTime={each.date}>{formatShortDate(each.date, now)}</time>
            <b title={each.description}>{each.description}</b>
            <span>{each.category ?? NO_CATEGORY}</span>
            <Amount rows={[each]} />
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span />
            {isWhole ? (
              <b>mais {count(rest.length)}</b>
            ) : (
              <button type="button" onClick={() => setWhole(true)}>
                mais {count(rest.length)}
              </button>
            )}
            <span />
            <Amount rows={rest} />
          </li>
        )}
      </ul>
    </div>
  )
}

/** The most rows of the unfolded list. */
const MOST_SHOWN = 100

/** `às 37 que já existem` */
export function existing(matching: number): string {
  return matching === 1 ? 'à que já existe' : `às ${count(matching)} que já existem`
}

function Amount({ rows }: { rows: Parameters<typeof flowOf>[0] }) {
  const { centavos, type } = flowOf(rows)
  const { whole, cents } = partsOfAmount(type === 'income' ? centavos : -centavos, true)
  return (
    <span className={`money ${styles.amount}`} data-type={type}>
      {whole}
      {cents}
    </span>
  )
}
