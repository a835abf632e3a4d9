import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { cutText } from '@prumo/shared/text-form'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from './field-frame'
import styles from './field.module.css'

interface TextFieldProps {
  field: FieldBinding<string>
  label: string
  hint?: ReactNode
  optional?: boolean
  type?: HTMLInputTypeAttribute
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** The phone's keyboard. */
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  autoCapitalize?: string
  /** What an empty field stands for. */
  placeholder?: string
  /** In code points; the HTML attribute counts UTF-16 units. */
  maxLength?: number
  autoFocus?: boolean
}

export function TextField({ field, label, hint, optional = false, autoFocus = false, maxLength = Infinity, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} optional={optional} error={field.error}>
      {({ id, describedBy, invalid }) => (
        <input
          {...input}
          id={id}
          ref={field.ref}
          name={field.name}
          className={styles.control}
          value={field.value}
          onChange={(event) => field.onChange(cutText(event.target.value, maxLength))}
          onBlur={field.onBlur}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          data-autofocus={autoFocus || undefined}
        />
      )}
    </FieldFrame>
  )
}
