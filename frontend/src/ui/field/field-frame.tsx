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
  /** Shown below the label. */
  hint?: ReactNode
  /** Shown below the control, where an error replaces it. */
  rule?: string | undefined
  /** Shown after the label; a text says where the field's initial value comes from. */
  optional?: boolean | string
  error?: string | null
  /** At the right end of the label's line. */
  aside?: ReactNode
  children: (ids: FieldIds) => ReactNode
}

/** A label, a control, and below it a line reserved for the error, so that nothing moves. */
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

/** The line of a field's error; it keeps its height when empty. */
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
