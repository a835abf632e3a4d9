import { IconCheck } from '@tabler/icons-react'
import own from './check-target.module.css'
import styles from '../../ui/field/field.module.css'

interface CheckTargetProps {
  /** The id of the text that names it. */
  labelledBy: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox whose name stands elsewhere in the row; as large as a finger. */
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
