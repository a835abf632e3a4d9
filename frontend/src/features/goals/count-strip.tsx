import type { CSSProperties } from 'react'
import { widthInEms } from '../../ui/money-format'
import styles from './count-strip.module.css'

export interface GoalCount {
  label: string
  /** As it is written: `3`, `2 de 5`, an amount; null while it loads. */
  text: string | null
  /** What may be long: on a phone two of them stand below the rest. */
  isAmount?: boolean
}

/** A few counts on one strip, in the look of the totals. */
export function CountStrip({ label, counts }: { label: string; counts: readonly GoalCount[] }) {
  return (
    <section className={styles.frame} aria-label={label}>
      <dl className={styles.strip}>
        {counts.map(({ label: name, text, isAmount = false }) => (
          <div key={name} className={styles.count} data-amount={isAmount}>
            <dt>{name}</dt>
            {/* A long one is set smaller rather than cut. */}
            <dd style={{ '--ems': widthInEms(text ?? '0') } as CSSProperties}>{text ?? <span className={styles.waiting} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
