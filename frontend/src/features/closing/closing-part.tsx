import { useId, type ReactNode } from 'react'
import styles from './closing-page.module.css'

interface ClosingPartProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A part of the screen: title and note at the left, above on a phone, content beside them. */
export function ClosingPart({ title, note, children }: ClosingPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div>
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
