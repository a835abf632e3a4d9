import type { ReactNode } from 'react'
import { IconCheck } from '@tabler/icons-react'
import styles from './field.module.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  /** The id of the element that describes it. */
  describedBy?: string
}

export function Checkbox({ label, checked, onChange, name, describedBy }: CheckboxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        name={name}
        className={styles.box}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={describedBy}
      />
      <IconCheck size={16} stroke={2.5} aria-hidden />
      {label}
    </label>
  )
}
