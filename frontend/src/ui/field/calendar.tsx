import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths, isCalendarDate, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { formatDay, formatMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { IconButton } from '../icon-button'
import { dateByKey, weeksOf } from './calendar-days'
import { escapeHandledInside } from '../overlay/escape-handled-inside'
import styles from './calendar.module.css'

interface CalendarProps {
  chosen: CalendarDate | null
  onPick: (date: CalendarDate) => void
  onClose: () => void
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** Picks a day of a month; arrows move by day, Page Up and Page Down by month. */
export default function Calendar({ chosen, onPick, onClose }: CalendarProps) {
  const now = useToday()
  const [at, setAt] = useState(chosen ?? now)
  const days = useRef<HTMLTableElement>(null)
  const byKey = useRef(true)

  useEffect(() => {
    days.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (byKey.current) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
    byKey.current = false
  }, [at])

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    // Closes the calendar, but not the form around it.
    event.stopPropagation()
    onClose()
  }

  function move(event: KeyboardEvent): void {
    const next = dateByKey(at, event.key)
    if (!next || !isCalendarDate(next)) return
    event.preventDefault()
    byKey.current = true
    setAt(next)
  }

  function turn(months: number): void {
    const next = addMonths(at, months)
    if (isCalendarDate(next)) setAt(next)
  }

  return (
    <div className={styles.calendar} role="group" aria-label="Calendário" onKeyDown={leave}>
      <div className={styles.head}>
        <IconButton
          {...escapeHandledInside}
          size="sm"
          label="Mês anterior"
          icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
          onClick={() => turn(-1)}
        />
        <span className={styles.month} aria-live="polite">
          {formatMonth(monthOf(at))}
        </span>
        <IconButton
          {...escapeHandledInside}
          size="sm"
          label="Mês seguinte"
          icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          onClick={() => turn(1)}
        />
      </div>
      <table ref={days} role="grid" aria-label={formatMonth(monthOf(at))} onKeyDown={move}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(monthOf(at)).map((week, index) => (
            <tr key={index}>
              {week.map((date, day) => (
                <td key={day} aria-selected={date === chosen && date !== null}>
                  {date && (
                    <button
                      type="button"
                      className={styles.day}
                      data-today={date === now}
                      data-chosen={date === chosen}
                      {...escapeHandledInside}
                      aria-label={formatDay(date, '')}
                      aria-current={date === now ? 'date' : undefined}
                      tabIndex={date === at ? 0 : -1}
                      onClick={() => onPick(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
