import type { ReactNode } from 'react'
import { IconArrowsRightLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { formatLongDay, formatWeekday } from '../../lib/dates'
import { IconButton } from '../../ui/icon-button'
import { Flow, Money } from '../../ui/money'
import type { CertainEntry } from '../../data/certain-entries'
import { describeBand, speakDay, unrecordedOf } from './forecast-texts'
import type { ChosenDay } from './use-chosen-day'
import styles from './day-panel.module.css'

interface DayPanelProps {
  chosen: ChosenDay
  /** Those of that day. */
  entries: readonly CertainEntry[]
  now: CalendarDate
}

/** The transactions of a day and the balance after it, with buttons to the previous and next day that have some. */
export function DayPanel({ chosen, entries, now }: DayPanelProps) {
  const { day, before, after, isChosen, go } = chosen
  const unrecorded = unrecordedOf(day, entries)
  const band = describeBand(day)
  const isBare = entries.length === 0 && unrecorded.income === 0 && unrecorded.expense === 0
  return (
    <section className={styles.panel} aria-labelledby="forecast-day" data-chrome>
      <div className={styles.head}>
        <h2 id="forecast-day" className="section-title">
          {day.date === now ? formatLongDay(now, now) : formatWeekday(day.date)}
        </h2>
        <div className={styles.steps}>
          <DayStep
            label="Dia anterior com lançamentos"
            icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
            to={before}
            go={go}
          />
          <DayStep label="Próximo dia com lançamentos" icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />} to={after} go={go} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isChosen ? speakDay(day, now) : ''}
      </p>
      <ul className={styles.entries}>
        {entries.map(({ key, description, amount, type, address, label, kind }) => (
          <li key={key}>
            <Link to={address} className={styles.open} aria-label={label}>
              {isMoved(kind) && <IconArrowsRightLeft size={16} stroke={1.75} aria-hidden />} {description}
            </Link>
            <Money centavos={amount} type={type} expected={isMoved(kind)} />
          </li>
        ))}
        {(['income', 'expense'] as const).map(
          (type) =>
            unrecorded[type] > 0 && (
              <li key={type}>
                <span>O que se repete, ainda sem lançamento</span>
                <Flow centavos={unrecorded[type]} type={type} />
              </li>
            ),
        )}
        {isBare && (
          <li>
            <span>Nada previsto para este dia</span>
          </li>
        )}
        <li className={styles.rest}>
          <b>Fica</b>
          <b className="money" data-short={day.balance < 0 || undefined}>
            {formatCentavos(day.balance)}
          </b>
          {band && <small>Pelo seu histórico, deve ficar {band}</small>}
        </li>
      </ul>
    </section>
  )
}

interface DayStepProps {
  label: string
  icon: ReactNode
  to: number | null
  go: (index: number) => void
}

/** At the first or last day the button keeps the focus and is inert, because a disabled button would lose it. */
function DayStep({ label, icon, to, go }: DayStepProps) {
  return <IconButton label={label} icon={icon} aria-disabled={to === null || undefined} onClick={() => to !== null && go(to)} />
}

function isMoved(kind: CertainEntry['kind']): boolean {
  return kind === 'between' || kind === 'card-transfer'
}
