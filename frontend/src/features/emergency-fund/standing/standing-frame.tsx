import type { ReactNode } from 'react'
import styles from './fund-standing.module.css'

interface StandingFrameProps {
  gauge: ReactNode
  /** Beside the gauge. */
  children: ReactNode
  actions: ReactNode
}

/** The gauge, beside it what it shows, and what can be done. */
export function StandingFrame({ gauge, children, actions }: StandingFrameProps) {
  return (
    <section className={styles.frame} aria-label="Situação da reserva">
      <div className={styles.inner}>
        {gauge}
        <div className={styles.beside}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </section>
  )
}
