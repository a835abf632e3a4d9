import type { ReactNode } from 'react'
import styles from './foot.module.css'

/** What stays at the foot of a screen with one way out: what it comes to, and the button. */
export function Foot({ figures, note, children }: { figures?: ReactNode; note?: string; children: ReactNode }) {
  return (
    <div className={styles.foot} data-foot>
      <p className={styles.said}>
        {figures}
        {note && <span className={styles.note}>{note}</span>}
      </p>
      {children}
    </div>
  )
}
