import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A list of labelled values with a rule above each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  label: string
  children: ReactNode
  /** Buttons at the right end. */
  action?: ReactNode
}

export function Fact({ label, children, action }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
        {action}
      </dd>
    </div>
  )
}
