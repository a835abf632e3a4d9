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
  optional?: boolean
  error?: string | null
  /** At the right end of the label's line. */
  aside?: ReactNode
  children: (ids: FieldIds) => ReactNode
}

/** A label above, a control, and a line below that is kept free for the error, so that nothing moves. */
export function FieldFrame({ label, hint, optional = false, error, aside, children }: FieldFrameProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {optional && <span className={styles.optional}> (opcional)</span>}
        </label>
        {aside}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, describedBy, invalid: error ? true : undefined })}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

/** The line of a field's error; empty it keeps its height. */
export function FieldError({ id, text }: { id: string; text: string | null | undefined }) {
  return (
    <p id={id} className={styles.error}>
      {text && (
        <>
          <IconExclamationCircle size={16} stroke={1.75} aria-hidden />
          {text}
        </>
      )}
    </p>
  )
}
