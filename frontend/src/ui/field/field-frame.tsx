import { useId, type ReactNode } from 'react'
import { IconExclamationCircle } from '@tabler/icons-react'
import styles from './field.module.css'

export interface FieldIds {
  id: string
  /** For the control's `aria-describedby`. */
  describedBy: string | undefined
  /** For the control's `aria-invalid`. */
  invalid: true | undefined
}

interface FieldFrameProps {
  label: ReactNode
  /** Shown below the label, before anything is wrong. */
  hint?: ReactNode
  /** Shown below the control, where an error takes its place. */
  rule?: string | undefined
  /** Said behind the label; a text says why the field holds something already. */
  optional?: boolean | string
  error?: string | null
  /** At the right end of the label's line. */
  aside?: ReactNode
  children: (ids: FieldIds) => ReactNode
}

/** A label above, a control, and a line below that is kept free for the error, so that nothing moves. */
export function FieldFrame({ label, hint, rule, optional = false, error, aside, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, (error || rule) && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {optional && <span className={styles.optional}>{` (${optional === true ? 'opcional' : optional})`}</span>}
        </label>
        {aside}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, describedBy, invalid: error ? true : undefined })}
      <FieldError id={errorId} text={error} rule={rule} />
    </div>
  )
}

/** The line of a field's error; empty it keeps its height. */
export function FieldError({ id, text, rule }: { id: string; text: string | null | undefined; rule?: string | undefined }) {
  return (
    <p id={id} className={styles.error} data-rule={!text && rule ? true : undefined}>
      {!text && rule}
      {text && (
        <>
          <IconExclamationCircle size={16} stroke={1.75} aria-hidden />
          {text}
        </>
      )}
    </p>
  )
}
