import { useId, useRef, useState } from 'react'
import { useClickOutside } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth } from '../../lib/dates'
import { lazyPart, usePrefetch } from '../lazy-part'
import styles from './month-picker.module.css'

const MonthPanel = lazyPart(() => import('./month-panel'), { what: 'os meses' })

interface MonthPickerProps {
  month: CalendarMonth | null
  onChange: (month: CalendarMonth | null) => void
  /** The label for choosing no month; undefined if a month is required. */
  none?: string
  /** Shown without a month, if choosing none is no option. */
  prompt?: string
  /** A bordered control, or quiet text beside a heading. */
  look: 'control' | 'text'
}

/** A press or the focus outside closes the panel. */
const ATTENTION_LEAVES = ['pointerdown', 'focusin']

/** Chooses a month of any year. */
export function MonthPicker({ month, onChange, none, prompt = none, look }: MonthPickerProps) {
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const picker = useClickOutside<HTMLDivElement>(close, ATTENTION_LEAVES, undefined, open)
  usePrefetch(MonthPanel)

  function leave(): void {
    close()
    trigger.current?.focus()
  }

  function choose(next: CalendarMonth | null): void {
    leave()
    onChange(next)
  }

  return (
    <div ref={picker} className={styles.picker}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        data-look={look}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">Mês: </span>
        {month ? formatMonth(month) : prompt}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </button>
      {open && <MonthPanel id={panelId} month={month} none={none} onChoose={choose} onLeave={leave} onDismissFailure={close} />}
    </div>
  )
}
