import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A drawing of at most 220 by 150. */
  drawing?: ReactNode
  title: string
  /** Why it is empty, or the next step. */
  reason: ReactNode
  /** Exactly one action. */
  action?: ReactNode
}

export function EmptyState({ drawing, title, reason, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing && <div className={styles.drawing}>{drawing}</div>}
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.reason}>{reason}</p>
      {action}
    </div>
  )
}
