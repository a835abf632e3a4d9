import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './section-head.module.css'

interface SectionHeadProps {
  /** For the section's `aria-labelledby`. */
  id: string
  title: string
  /** What a sign used below means; on a phone only where there is room. */
  legend?: ReactNode
  /** At the right end: where there is more of it. */
  more?: { to: string; label: string }
  /** At the right end: what can be done here. */
  action?: ReactNode
}

/** The heading of a part of a screen. */
export function SectionHead({ id, title, legend, more, action }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {legend && <div className={styles.legend}>{legend}</div>}
      <div className={styles.end}>
        {more && (
          <Link to={more.to} className={styles.more}>
            {more.label}
          </Link>
        )}
        {action}
      </div>
    </div>
  )
}
