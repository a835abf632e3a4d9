import { MAX_BATCH } from '@prumo/shared/batch-rules'
import { hasSingleKeys } from '../../../lib/single-keys-preference'
import { shownKeys } from './selection-keys'
import styles from './selection-bar.module.css'

interface SelectionHintProps {
  /** How many transactions the filter shows. */
  total: number
  onTickAll: () => void
}

/** The keys of the ticks, in place of the list's column heads, and the button that ticks all. */
export function SelectionHint({ total, onTickAll }: SelectionHintProps) {
  return (
    <div className={styles.hint}>
      {hasSingleKeys() &&
        shownKeys.map(([key, what]) => (
          <span key={key}>
            <kbd>{key}</kbd> {what}
          </span>
        ))}
      <button type="button" onClick={onTickAll}>
        {tickAllText(total)}
      </button>
    </div>
  )
}

/** `Marcar as 49`, `Marcar as primeiras 500` */
export function tickAllText(total: number): string {
  if (total === 1) return 'Marcar a única'
  return total > MAX_BATCH ? `Marcar as primeiras ${MAX_BATCH}` : `Marcar as ${total}`
}
