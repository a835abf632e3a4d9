import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Facts under one another, each on a rule: what it is, and how it stands. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  label: string
  children: ReactNode
  /** At the right end: what can be done about it. */
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
