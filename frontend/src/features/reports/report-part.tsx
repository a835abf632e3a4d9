import { useId, type ReactNode } from 'react'
import styles from './report-part.module.css'

interface ReportPartProps {
  title: string
  /** What is to be known of it, in a sentence or two. */
  note?: ReactNode
  /** Where it is a chart: whether its table is shown instead, and the way to change that. */
  table?: { isShown: boolean; onToggle: () => void }
  /** Goes on from the part above it, without a rule between. */
  isJoined?: boolean
  children: ReactNode
}

/** One step of the argument: what it is about at the left, or above where there is no room; what it shows beside it. */
export function ReportPart({ title, note, table, isJoined = false, children }: ReportPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id} data-joined={isJoined}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {table && (
          <button type="button" className={styles.toggle} onClick={table.onToggle}>
            {table.isShown ? 'Ver como gráfico' : 'Ver como tabela'}
            <span className="visually-hidden">: {title}</span>
          </button>
        )}
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
