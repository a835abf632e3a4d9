import type { CSSProperties } from 'react'
import { widthInEms } from '../../ui/money-format'
import styles from './count-strip.module.css'

export interface GoalCount {
  label: string
  /** Formatted: `3`, `2 de 5`, an amount; null while loading. */
  text: string | null
  /** Marks a long text. On a phone two of them form a row of their own. */
  isAmount?: boolean
}

/** A strip of counts, in the style of the totals. */
export function CountStrip({ label, counts }: { label: string; counts: readonly GoalCount[] }) {
  return (
    <section className={styles.frame} aria-label={label}>
      <dl className={styles.strip}>
        {counts.map(({ label: name, text, isAmount = false }) => (
          <div key={name} className={styles.count} data-amount={isAmount}>
            <dt>{name}</dt>
            {/* Reduces the text size of a long amount instead of cutting it. */}
            <dd style={{ '--ems': widthInEms(text ?? '0') } as CSSProperties}>{text ?? <span className={styles.waiting} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
