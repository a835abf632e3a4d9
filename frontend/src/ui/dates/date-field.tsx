import { lazy, Suspense, useRef, useState } from 'react'
import { IconCalendar } from '@tabler/icons-react'
import { isCalendarDate } from '@prumo/shared/calendar'
import type { FieldBinding } from '../../lib/form'
import { formatDate, today } from '../../lib/dates'
import { FieldFrame } from '../form/field-frame'
import { IconButton } from '../button/icon-button'
import { parseDate } from './parse-date'
import { useTouch } from './touch'
import styles from './date-field.module.css'

const Calendar = lazy(() => import('../calendar/calendar'))

interface DateFieldProps {
  /** A calendar date, or what was typed when it is none. */
  field: FieldBinding<string>
  label: string
  autoFocus?: boolean
}

/** The phone's own picker under a finger; on a desktop `dd/mm/aaaa`, typed or taken from a calendar. */
export function DateField({ field, label, autoFocus = false }: DateFieldProps) {
  const touch = useTouch()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // What is being typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string): void {
    setTyped(text)
    field.onChange(parseDate(text, today()) ?? text)
  }

  function leave(): void {
    setTyped(null)
    field.onBlur()
  }

  function close(): void {
    setOpen(false)
    toggle.current?.focus()
  }

  function pick(date: string): void {
    close()
    field.onChange(date)
  }

  return (
    <FieldFrame label={label} error={field.error}>
      {({ id, describedBy, invalid }) => {
        const common = { id, name: field.name, ref: field.ref, className: styles.input, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'data-autofocus': autoFocus || undefined }
        return (
          <>
            <div className={styles.control} data-invalid={invalid}>
              {touch ? (
                <input {...common} type="date" value={isCalendarDate(field.value) ? field.value : ''} onChange={(event) => field.onChange(event.target.value)} onBlur={field.onBlur} />
              ) : (
                <>
                  <input {...common} type="text" inputMode="numeric" autoComplete="off" placeholder="dd/mm/aaaa" value={typed ?? shownAs(field.value)} onChange={(event) => type(event.target.value)} onBlur={leave} />
                  <IconButton
                    ref={toggle}
                    size="sm"
                    label={open ? 'Fechar calendário' : 'Abrir calendário'}
                    icon={<IconCalendar size={20} stroke={1.75} aria-hidden />}
                    aria-expanded={open}
                    onClick={() => setOpen(!open)}
                  />
                </>
              )}
            </div>
            {open && (
              <Suspense fallback={<div className={styles.place} />}>
                <Calendar chosen={isCalendarDate(field.value) ? field.value : null} onPick={pick} onClose={close} />
              </Suspense>
            )}
          </>
        )
      }}
    </FieldFrame>
  )
}

function shownAs(value: string): string {
  return isCalendarDate(value) ? formatDate(value) : value
}
