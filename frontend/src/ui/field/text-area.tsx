import { cutText } from '@prumo/shared/text-form'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from './field-frame'
import styles from './field.module.css'

interface TextAreaProps {
  field: FieldBinding<string>
  label: string
  optional?: boolean
  placeholder?: string
  rows: 2 | 6
  /** In Unicode code points; the HTML attribute counts UTF-16 units. */
  maxLength: number
}

/** A multi-line text field, which grows with its text where the browser supports it. */
export function TextArea({ field, label, optional = false, placeholder, rows, maxLength }: TextAreaProps) {
  return (
    <FieldFrame label={label} optional={optional} error={field.error}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          ref={field.ref}
          name={field.name}
          rows={rows}
          placeholder={placeholder}
          className={styles.control}
          value={field.value}
          onChange={(event) => field.onChange(cutText(event.target.value, maxLength))}
          onBlur={field.onBlur}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        />
      )}
    </FieldFrame>
  )
}
