import { IconChevronDown } from '@tabler/icons-react'
import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from './field-frame'
import styles from './field.module.css'

interface SelectFieldProps<T extends string> {
  field: FieldBinding<T | ''>
  label: string
  /** Shown before anything is chosen. */
  prompt: string
  options: readonly T[]
  /** The labels of options, if not their own text. */
  labels?: Readonly<Record<T, string>>
  autoComplete?: string
}

/** The platform's select, which every phone shows in its own way. */
export function SelectField<T extends string>({ field, label, prompt, options, labels, autoComplete }: SelectFieldProps<T>) {
  return (
    <FieldFrame label={label} error={field.error}>
      {({ id, describedBy, invalid }) => (
        <div className={styles.select}>
          <select
            id={id}
            ref={field.ref}
            name={field.name}
            autoComplete={autoComplete}
            className={styles.control}
            value={field.value}
            onChange={(event) => field.onChange(event.target.value as T)}
            onBlur={field.onBlur}
            aria-describedby={describedBy}
            aria-invalid={invalid}
          >
            <option value="" disabled hidden>
              {prompt}
            </option>
            {options.map((option) => (
              <option key={option} value={option}>
                {labels?.[option] ?? option}
              </option>
            ))}
          </select>
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </div>
      )}
    </FieldFrame>
  )
}
