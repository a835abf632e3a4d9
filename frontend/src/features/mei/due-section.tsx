import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { isDasDescription } from '@prumo/shared/mei-das'
import type { MeiYearView } from '@prumo/shared/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { useRecurrences } from '../../data/recurrences'
import { RECURRENCES_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'
import type { TransactionDraft } from '../../data/transaction-commands'
import { formatShortDate } from '../../lib/dates'
import { formAddress, type FormLocationState } from '../../lib/form-address'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { lazyPart } from '../../ui/lazy-part'
import { Skeleton } from '../../ui/skeleton'
import { declarationAddress, monthlyReportAddress } from './mei-address'
import { dueLines, type DueLine } from './mei-texts'
import page from './mei-page.module.css'
import styles from './due-section.module.css'

const DueCalendar = lazyPart(() => import('./due-calendar'), { what: 'o calendário', place: <Skeleton height="18rem" /> })

interface DueSectionProps {
  view: MeiYearView
  profile: MeiProfileEntity
}

/** What is due next, as a list or as a calendar. */
export function DueSection({ view, profile }: DueSectionProps) {
  const now = useToday()
  const [asCalendar, setAsCalendar] = useState(false)
  const lines = dueLines(view, profile, now)
  return (
    <section aria-labelledby="mei-due">
      <div className={page.head}>
        <h2 id="mei-due">O que vem</h2>
        <button type="button" className={page.more} onClick={() => setAsCalendar(!asCalendar)}>
          {asCalendar ? 'Ver em lista' : 'Ver no calendário'}
        </button>
      </div>
      {asCalendar ? (
        <DueCalendar view={view} profile={profile} now={now} />
      ) : lines.length === 0 ? (
        <p className={styles.none}>Nada a pagar nem a entregar.</p>
      ) : (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <DueRow key={`${line.kind} ${line.of}`} line={line} view={view} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DueRow({ line, view }: { line: DueLine; view: MeiYearView }) {
  const isRunning = useToday().startsWith(`${view.year}`)
  const isGuest = useIsGuest()
  const { kind, of, due, isLate, title, detail } = line
  return (
    <li className={styles.line} data-late={isLate || undefined}>
      <time dateTime={due}>{formatShortDate(due, due)}</time>
      <span className={styles.words}>
        <b>{title}</b>
        <small>
          {isLate && <em>{kind === 'dasn' ? 'Atrasada' : 'Atrasado'}. </em>}
          {detail}
        </small>
      </span>
      <span className={styles.action}>
        {kind === 'monthly_report' ? (
          <Link to={monthlyReportAddress(of)} className={page.more}>
            Ver a folha<span className="visually-hidden"> de {title}</span>
          </Link>
        ) : kind === 'dasn' ? (
          <Link to={declarationAddress(of)} className={page.more}>
            {isRunning && Number(of) === view.year ? 'Ver a prévia' : 'Ver a folha'}
            <span className="visually-hidden"> de {title}</span>
          </Link>
        ) : (
          !isLate && !isGuest && <DasRecurrence line={line} amount={view.das.find(({ month }) => month === of)?.amount ?? 0} />
        )}
      </span>
    </li>
  )
}

/** Leads to the form of a recurrence for the DAS, or to the one that there is. */
function DasRecurrence({ line, amount }: { line: DueLine; amount: number }) {
  const navigate = useNavigate()
  const recurrences = useRecurrences().data
  if (!recurrences) return null
  const repeats = recurrences.some(({ type, description, next }) => type === 'expense' && next !== null && isDasDescription(description))
  if (repeats) {
    return (
      <Link to={RECURRENCES_SCREEN} className={page.more}>
        Já se repete
      </Link>
    )
  }
  const draft: TransactionDraft = {
    type: 'expense',
    centavos: amount,
    description: 'DAS do MEI',
    category: null,
    note: null,
    date: line.due,
    isScheduled: true,
    repeats: { every: 'month' },
  }
  return (
    <button
      type="button"
      className={page.more}
      onClick={() => void navigate(formAddress(TRANSACTIONS_SCREEN), { state: { draft } satisfies FormLocationState })}
    >
      Criar conta que repete
    </button>
  )
}
