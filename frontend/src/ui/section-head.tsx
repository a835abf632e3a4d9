import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './section-head.module.css'

interface SectionHeadProps {
  /** For the section's `aria-labelledby`. */
  id: string
  title: string
  /** A quiet detail beside the heading, such as its period. */
  note?: string | null
  /** The legend of a sign below; on a phone only if there is room. */
  legend?: ReactNode
  /** At the right end: a link to the rest. */
  more?: { to: string; label: string }
  /** At the right end: an action. */
  action?: ReactNode
}

/** The heading of a section. */
export function SectionHead({ id, title, note, legend, more, action }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1} className="section-title">
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
