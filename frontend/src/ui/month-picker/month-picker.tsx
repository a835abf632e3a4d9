import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { IconChevronLeft } from '@tabler/icons-react'
import { IconChevronRight } from '@tabler/icons-react'
import { FIRST_YEAR, LAST_YEAR, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth, shortMonthName, today } from '../../lib/dates'
import { IconButton } from '../button/icon-button'
import { useDismiss } from './dismiss'
import { useKeptInside } from './kept-inside'
import styles from './month-picker.module.css'

interface MonthPickerProps {
  month: CalendarMonth | null
  onChange: (month: CalendarMonth | null) => void
  /** What the choice of no month is called; without it a month is always chosen. */
  none?: string
  /** As a control with a border, or as quiet text beside a heading. */
  look: 'control' | 'text'
}

/** A month and its year. */
export function MonthPicker({ month, onChange, none, look }: MonthPickerProps) {
  const now = monthOf(today())
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [year, setYear] = useState(0)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  useDismiss(open, [trigger, panel], close)
  useKeptInside(open, panel)

  useEffect(() => {
    if (!open) return
    panel.current?.scrollIntoView({ block: 'nearest' })
    panel.current?.querySelector<HTMLElement>('[aria-pressed="true"], [aria-current]')?.focus({ preventScroll: true })
  }, [open])

  function toggle(): void {
    setYear(Number((month ?? now).slice(0, 4)))
    setOpen(!open)
  }

  function choose(next: CalendarMonth | null): void {
    close()
    trigger.current?.focus()
    onChange(next)
  }

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
    trigger.current?.focus()
  }

  return (
    <div className={styles.picker}>
      <button ref={trigger} type="button" className={styles.trigger} data-look={look} aria-expanded={open} aria-controls={panelId} onClick={toggle}>
        <span className="visually-hidden">Mês: </span>
        {month ? formatMonth(month) : none}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      {open && (
        <div ref={panel} id={panelId} className={styles.panel} role="group" aria-label="Escolher o mês" onKeyDown={leave}>
          {none && (
            <button type="button" className={styles.none} aria-pressed={month === null} onClick={() => choose(null)}>
              {none}
            </button>
          )}
          <div className={styles.year}>
            <IconButton size="sm" label="Ano anterior" disabled={year <= FIRST_YEAR} icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />} onClick={() => setYear(year - 1)} />
            <span aria-live="polite">{year}</span>
            <IconButton size="sm" label="Ano seguinte" disabled={year >= LAST_YEAR} icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />} onClick={() => setYear(year + 1)} />
          </div>
          <div className={styles.months}>
            {monthsOf(year).map((option) => (
              <button key={option} type="button" className={styles.month} aria-label={formatMonth(option)} aria-pressed={option === month} aria-current={option === now ? 'date' : undefined} onClick={() => choose(option)}>
                {shortMonthName(option)}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function monthsOf(year: number): CalendarMonth[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}
