import { useState } from 'react'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from './field-frame'
import styles from './field.module.css'

interface PasswordFieldProps {
  field: FieldBinding<string>
  label: string
  hint?: string
  /** The requirements of the password, shown below. */
  rule?: string
  autoComplete: 'current-password' | 'new-password'
  /** For a dialog that starts with this field; otherwise a button before it would get the focus. */
  autoFocus?: boolean
}

/** A password with a labelled button that reveals it. */
export function PasswordField({ field, label, hint, rule, autoComplete, autoFocus = false }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame
      label={label}
      hint={hint}
      rule={rule}
      error={field.error}
      aside={
        <button
          type="button"
          className={styles.reveal}
          aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${spokenLabel(label)}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Ocultar' : 'Mostrar'}
        </button>
      }
    >
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          ref={field.ref}
          name={field.name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={styles.control}
          value={field.value}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onBlur}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          data-autofocus={autoFocus || undefined}
        />
      )}
    </FieldFrame>
  )
}

/** The label with its article: `a nova senha`, `a confirmação da senha`. */
function spokenLabel(label: string): string {
  const name = label.toLowerCase()
  return name.startsWith('confirme a ') ? `a confirmação da ${name.slice('confirme a '.length)}` : `a ${name}`
}
