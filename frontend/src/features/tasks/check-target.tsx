import { IconCheck } from '@tabler/icons-react'
import own from './check-target.module.css'
import styles from '../../ui/field/field.module.css'

interface CheckTargetProps {
  /** The id of the element that labels it. */
  labelledBy: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox whose label is elsewhere in the row, with a full-size touch target. */
export function CheckTarget({ labelledBy, checked, onChange }: CheckTargetProps) {
  return (
    <label className={own.target}>
      <input
        type="checkbox"
        className={styles.box}
        aria-labelledby={labelledBy}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <IconCheck size={16} stroke={2.5} aria-hidden />
    </label>
  )
}
