import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useClickOutside } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { IconChevronLeft } from '@tabler/icons-react'
import { IconChevronRight } from '@tabler/icons-react'
import { FIRST_YEAR, LAST_YEAR, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth, shortMonthName, today } from '../lib/dates'
import { IconButton } from './icon-button'
import styles from './month-picker.module.css'

interface MonthPickerProps {
  month: CalendarMonth | null
  onChange: (month: CalendarMonth | null) => void
  /** What the choice of no month is called; without it a month is always chosen. */
  none?: string
  /** What the control says where no month is chosen, and no month is not among its choices. */
  prompt?: string
  /** As a control with a border, or as quiet text beside a heading. */
  look: 'control' | 'text'
}

/** A press or the focus elsewhere. */
const ATTENTION_LEAVES = ['pointerdown', 'focusin']
/** Between the panel and the end of the screen. */
const EDGE = 8

/** A month and its year. */
export function MonthPicker({ month, onChange, none, prompt = none, look }: MonthPickerProps) {
  const now = monthOf(today())
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [year, setYear] = useState(0)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  const picker = useClickOutside<HTMLDivElement>(close, ATTENTION_LEAVES, undefined, open)
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
    <div ref={picker} className={styles.picker}>
      <button ref={trigger} type="button" className={styles.trigger} data-look={look} aria-expanded={open} aria-controls={panelId} onClick={toggle}>
        <span className="visually-hidden">Mês: </span>
        {month ? formatMonth(month) : prompt}
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

/** Moves what floats to the left as far as it would leave the screen at the right, however large its text is set. */
function useKeptInside(open: boolean, floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = floating.current
    if (!open || !box) return
    const observer = new ResizeObserver(() => {
      box.style.translate = ''
      const over = box.getBoundingClientRect().right + EDGE - document.documentElement.clientWidth
      if (over > 0) box.style.translate = `${-over}px`
    })
    observer.observe(box)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [open, floating])
}
