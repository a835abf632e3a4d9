import type { ReactNode } from 'react'
import styles from './foot.module.css'

/** The sticky foot of a screen: figures, a note and its main button. */
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
