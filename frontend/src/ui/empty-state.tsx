import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** One of our own drawings, at most 220 by 150. */
  drawing?: ReactNode
  title: string
  /** Why it is empty, or what comes next. */
  reason: ReactNode
  /** Exactly one thing to do. */
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
