import { formatPlainCentavos } from '@prumo/shared/money'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { EntryDraft } from '@prumo/shared/written-entry'
import { speakFlow } from '../../ui/money-format'
import { factsText } from './written-words'
import styles from './written-figure.module.css'

interface WrittenFigureProps {
  /** As it will be recorded. */
  draft: EntryDraft
  now: CalendarDate
}

/** The transaction as it will be recorded: its amount with the line through the comma, its description, category and day. */
export function WrittenFigure({ draft, now }: WrittenFigureProps) {
  const { type, amount, description } = draft
  const facts = factsText(draft, now)
  const [whole = '', cents = ''] = formatPlainCentavos(amount ?? 0).split(',')
  const sign = type === 'income' ? '+' : type === 'expense' ? '-' : ''
  return (
    <div className={styles.figure}>
      <p aria-hidden="true" className={`money ${styles.whole} ${styles[type ?? 'expense']}`}>
        {sign}
        {whole}
      </p>
      <div aria-hidden="true" className={styles.right}>
        <span className={`money ${styles.cents}`}>,{cents}</span>
        <p>
          <b>{description}</b>
          <small>{facts}</small>
        </p>
      </div>
      <p role="status" className="visually-hidden">
        {[type && amount !== null && speakFlow(amount, type), description, facts].filter(Boolean).join(', ')}
      </p>
    </div>
  )
}
