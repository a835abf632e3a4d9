import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './section-head.module.css'

interface SectionHeadProps {
  /** For the section's `aria-labelledby`. */
  id: string
  title: string
  /** Quietly beside it: what it is of. */
  note?: string | null
  /** What a sign used below means; on a phone only where there is room. */
  legend?: ReactNode
  /** At the right end: where there is more of it. */
  more?: { to: string; label: string }
  /** At the right end: what can be done here. */
  action?: ReactNode
}

/** The heading of a part of a screen. */
export function SectionHead({ id, title, note, legend, more, action }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {note && <p className={styles.note}>{note}</p>}
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
