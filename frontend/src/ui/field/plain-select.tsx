import { useId } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './plain-select.module.css'

interface PlainSelectProps {
  label: string
  /** Whether the label is visible above it. */
  isLabelled?: boolean
  value: string
  options: readonly (readonly [value: string, text: string])[]
  /** Shown before anything is chosen. */
  prompt?: string
  /** Lighter, for a choice that means none. */
  isQuiet?: boolean
  isDisabled?: boolean
  onChange: (value: string) => void
}

/** The platform's select outside a form; a choice applies at once. */
export function PlainSelect({
  label,
  isLabelled = false,
  value,
  options,
  prompt,
  isQuiet = false,
  isDisabled = false,
  onChange,
}: PlainSelectProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      {isLabelled && (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      <span className={styles.select} data-large={isLabelled}>
        <select
          id={id}
          aria-label={isLabelled ? undefined : label}
          value={value}
          data-quiet={isQuiet}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        >
          {prompt && (
            <option value="" disabled hidden>
              {prompt}
            </option>
          )}
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </span>
    </div>
  )
}
