import type { ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  label: string
  /** Below the label: what it does, or its state in words. */
  note?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A setting that applies at once, as a row with its switch at the end. */
export function Switch({ label, note, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <label className={styles.row} data-disabled={disabled || undefined}>
      <span className={styles.words}>
        {label}
        {note && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked
        role="switch"
        className={styles.switch}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
