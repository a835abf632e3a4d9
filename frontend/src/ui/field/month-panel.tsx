import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { FIRST_YEAR, LAST_YEAR, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth, shortMonthName } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { IconButton } from '../icon-button'
import styles from './month-panel.module.css'
import { escapeHandledInside } from '../overlay/escape-handled-inside'

interface MonthPanelProps {
  id: string
  month: CalendarMonth | null
  /** The label for choosing no month; undefined if a month is required. */
  none: string | undefined
  onChoose: (month: CalendarMonth | null) => void
  onLeave: () => void
}

/** Between the panel and the edge of the screen, in pixels. */
const EDGE = 8

/** The months of a year, in a panel below its button. */
export default function MonthPanel({ id, month, none, onChoose, onLeave }: MonthPanelProps) {
  const now = monthOf(useToday())
  const [year, setYear] = useState(Number((month ?? now).slice(0, 4)))
  const panel = useRef<HTMLDivElement>(null)
  useKeepOnScreen(panel)

  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    panel.current?.querySelector<HTMLElement>('[aria-pressed="true"], [aria-current]')?.focus({ preventScroll: true })
  }, [])

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeave()
  }

  return (
    <div ref={panel} id={id} className={styles.panel} role="group" aria-label="Escolher o mês" onKeyDown={leave}>
      {none && (
        <button {...escapeHandledInside} type="button" className={styles.none} aria-pressed={month === null} onClick={() => onChoose(null)}>
          {none}
        </button>
      )}
      <div className={styles.year}>
        <IconButton
          {...escapeHandledInside}
          size="sm"
          label="Ano anterior"
          disabled={year <= FIRST_YEAR}
          icon={<IconChevronLeft size={20} stroke={1.75} aria-hidden />}
          onClick={() => setYear(year - 1)}
        />
        <span aria-live="polite">{year}</span>
        <IconButton
          {...escapeHandledInside}
          size="sm"
          label="Ano seguinte"
          disabled={year >= LAST_YEAR}
          icon={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
          onClick={() => setYear(year + 1)}
        />
      </div>
      <div className={styles.months}>
        {monthsOf(year).map((option) => (
          <button
            {...escapeHandledInside}
            key={option}
            type="button"
            className={styles.month}
            aria-label={formatMonth(option)}
            aria-pressed={option === month}
            aria-current={option === now ? 'date' : undefined}
            onClick={() => onChoose(option)}
          >
            {shortMonthName(option)}
          </button>
        ))}
      </div>
    </div>
  )
}

function monthsOf(year: number): CalendarMonth[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}

/** Moves a floating element to the left as far as it would leave the screen at the right, whatever the text size. */
function useKeepOnScreen(floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = floating.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      box.style.translate = ''
      const over = box.getBoundingClientRect().right + EDGE - document.documentElement.clientWidth
      if (over > 0) box.style.translate = `${-over}px`
    })
    observer.observe(box)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [floating])
}
