import { Bob } from '../../../ui/brand/bob'
import styles from './settling-bob.module.css'

const SIZE = 26
const LINE = 12

/** The weight comes to rest under the end of the bar, once. */
export function SettlingBob() {
  return (
    <svg className={styles.bob} width={SIZE} height={(SIZE * (32 + LINE)) / 32} viewBox={`0 0 32 ${32 + LINE}`} aria-hidden="true" focusable="false">
      <rect x="15.1" width="1.8" height={8 + LINE} fill="var(--text)" />
      <Bob y={LINE} />
    </svg>
  )
}
