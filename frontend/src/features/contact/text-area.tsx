import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from '../../ui/field/field-frame'
import styles from '../../ui/field/field.module.css'

interface TextAreaProps {
  field: FieldBinding<string>
  label: string
  rows: number
  maxLength: number
}

/** A text of several lines; it grows with what is typed where the browser can. */
export function TextArea({ field, label, rows, maxLength }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={field.error}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          ref={field.ref}
          name={field.name}
          rows={rows}
          maxLength={maxLength}
          className={styles.control}
          value={field.value}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onBlur}
          aria-describedby={describedBy}
          aria-invalid={invalid}
        />
      )}
    </FieldFrame>
  )
}
