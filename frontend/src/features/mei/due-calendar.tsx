import { useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { monthAfter } from '@prumo/shared/mei-rules'
import type { MeiYearView } from '@prumo/shared/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { formatMonth, formatShortDate } from '../../lib/dates'
import { weeksOf } from '../../ui/field/calendar-days'
import { IconButton } from '../../ui/icon-button'
import { calendarEntries } from './mei-texts'
import styles from './due-calendar.module.css'

interface DueCalendarProps {
  view: MeiYearView
  profile: MeiProfileEntity
  now: CalendarDate
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']

/** The obligations of a month on its days, with their names below. */
export default function DueCalendar({ view, profile, now }: DueCalendarProps) {
  const entries = calendarEntries(view, profile, now)
  const months = entries.map(({ due }) => monthOf(due))
  const [first, last] = [months[0] ?? monthOf(now), months.at(-1) ?? monthOf(now)]
  const next = entries.find(({ isDone, due }) => !isDone && due >= now)
  const [month, setMonth] = useState(next ? monthOf(next.due) : last)
  const shown = entries.filter(({ due }) => monthOf(due) === month)
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          size="sm"
          label="Mês anterior"
          disabled={month <= first}
          icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
          onClick={() => setMonth(monthAfter(month, -1))}
        />
        <b aria-live="polite">{formatMonth(month)}</b>
        <IconButton
          size="sm"
          label="Mês seguinte"
          disabled={month >= last}
          icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
      </div>
      <table aria-label={`O que vence em ${formatMonth(month)}`}>
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
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, day) => {
                const due = shown.filter((entry) => entry.due === date)
                return (
                  <td key={day} data-due={due.length > 0 || undefined} data-today={date === now || undefined}>
                    {date && Number(date.slice(8))}
                    {due.length > 0 && <span className="visually-hidden">: {due.map(({ title }) => title).join(', ')}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.entries}>
        {shown.length === 0 && <li>Nada vence neste mês.</li>}
        {shown.map(({ key, due, title, state, isLate }) => (
          <li key={key} data-late={isLate || undefined}>
            <time dateTime={due}>{formatShortDate(due, due)}</time>
            <span>{title}</span>
            <small>{state}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
