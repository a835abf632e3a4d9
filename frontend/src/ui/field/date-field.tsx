import { useRef, useState, type KeyboardEvent } from 'react'
import { IconCalendar } from '@tabler/icons-react'
import { daysBetween, isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import { formatDate, today } from '../../lib/dates'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from './field-frame'
import { IconButton } from '../icon-button'
import { lazyPart } from '../lazy-part'
import { useTouch } from '../media'
import { escapeHandledInside } from '../overlay/escape-handled-inside'
import styles from './date-field.module.css'

const Calendar = lazyPart(() => import('./calendar'), { what: 'o calendário', place: <div className={styles.place} /> })

/** What happened lies nearest to today, in doubt before it; what is due comes next; a day to look back at is over. */
export type DateDirection = 'nearest' | 'next' | 'past'

interface DateFieldProps {
  /** A calendar date, or the typed text if it is none. */
  field: FieldBinding<string>
  label: string
  /** The side of today on which a date without a year is searched. */
  direction: DateDirection
  autoFocus?: boolean
}

/** The platform's picker on touch screens; on a desktop `dd/mm/aaaa`, typed or picked from a calendar. */
export function DateField({ field, label, direction, autoFocus = false }: DateFieldProps) {
  const touch = useTouch()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // The text while the field has the focus; formatted on blur.
  const [typed, setTyped] = useState<string | null>(null)
  // Half a date may change the form, and with it the direction.
  const directionAtFirst = useRef(direction)

  function type(text: string): void {
    if (typed === null) directionAtFirst.current = direction
    setTyped(text)
    field.onChange(parseDate(text, today(), directionAtFirst.current) ?? text)
  }

  function leave(): void {
    setTyped(null)
    field.onBlur()
  }

  function close(): void {
    setOpen(false)
    toggle.current?.focus()
  }

  /** Escape in the field closes only the calendar, nothing around it. */
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }

  const escape = open ? { ...escapeHandledInside, onKeyDown: closeByKey } : {}

  function pick(date: string): void {
    close()
    field.onChange(date)
  }

  return (
    <FieldFrame label={label} error={field.error}>
      {({ id, describedBy, invalid }) => {
        const common = {
          id,
          name: field.name,
          ref: field.ref,
          className: styles.input,
          'aria-describedby': describedBy,
          'aria-invalid': invalid,
          'data-autofocus': autoFocus || undefined,
          ...escape,
        }
        return (
          <>
            <div className={styles.control} data-invalid={invalid}>
              {touch ? (
                <input
                  {...common}
                  type="date"
                  value={isCalendarDate(field.value) ? field.value : ''}
                  onChange={(event) => field.onChange(event.target.value)}
                  onBlur={field.onBlur}
                />
              ) : (
                <>
                  <input
                    {...common}
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder="dd/mm/aaaa"
                    value={typed ?? formatTyped(field.value)}
                    onChange={(event) => type(event.target.value)}
                    onBlur={leave}
                  />
                  <IconButton
                    ref={toggle}
                    size="sm"
                    label={open ? 'Fechar calendário' : 'Abrir calendário'}
                    icon={<IconCalendar size={20} stroke={1.75} aria-hidden />}
                    aria-expanded={open}
                    {...escape}
                    onClick={() => setOpen(!open)}
                  />
                </>
              )}
            </div>
            {open && <Calendar chosen={isCalendarDate(field.value) ? field.value : null} onPick={pick} onClose={close} />}
          </>
        )
      }}
    </FieldFrame>
  )
}

function formatTyped(value: string): string {
  return isCalendarDate(value) ? formatDate(value) : value
}

/**
 * A date in a common spelling: `05/12/2026`, `05122026`, `5/12/26`, `5-12-2026`, or `5/12`, which is of the year before, of this or of
 * the next. Null for anything else: the 30th of February, a month 13, half a date.
 */
export function parseDate(text: string, now: CalendarDate, direction: DateDirection): CalendarDate | null {
  const bare = text.trim()
  const match = /^(\d{1,2})[/\-. ](\d{1,2})(?:[/\-. ](\d{4}|\d{2}))?$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare)
  if (match) {
    const [, day = '', month = '', year] = match
    const inYear = (written: string) => toCalendarDate(`${written}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    return year === undefined ? chooseYear(inYear, now, direction) : inYear(expandYear(year))
  }
  return toCalendarDate(bare)
}

/** The date in the year that its direction asks for; null if it has no such day. */
function chooseYear(inYear: (year: string) => CalendarDate | null, now: CalendarDate, direction: DateDirection): CalendarDate | null {
  const dates = [-1, 0, 1].map((years) => inYear(String(Number(now.slice(0, 4)) + years))).filter((date) => date !== null)
  if (direction === 'next') return dates.find((date) => date >= now) ?? null
  const past = dates.findLast((date) => date <= now)
  if (direction === 'past') return past ?? null
  const next = dates.find((date) => date > now)
  if (past === undefined || next === undefined) return past ?? next ?? null
  return daysBetween(now, next) < daysBetween(past, now) ? next : past
}

function expandYear(year: string): string {
  return year.length === 2 ? `20${year}` : year
}

function toCalendarDate(date: string): CalendarDate | null {
  return isCalendarDate(date) ? date : null
}
