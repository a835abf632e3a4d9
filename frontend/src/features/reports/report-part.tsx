import { useId, type ReactNode } from 'react'
import styles from './report-part.module.css'

interface ReportPartProps {
  title: string
  /** One or two sentences about the part. */
  note?: ReactNode
  /** For a chart: whether its table is shown instead, and the switch. */
  table?: { isShown: boolean; onToggle: () => void }
  /** Continues the part above, without a line between. */
  isJoined?: boolean
  /** Comes before the figures, without a line above. */
  isLead?: boolean
  children: ReactNode
}

/** A part of the report: title and note at the left (above in the narrow layout), content beside them. */
export function ReportPart({ title, note, table, isJoined = false, isLead = false, children }: ReportPartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id} data-joined={isJoined} data-lead={isLead}>
      <div className={styles.head}>
        <h2 id={id} className="section-title">
          {title}
        </h2>
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
