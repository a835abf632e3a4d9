import type { ReactNode } from 'react'
import { IconLock } from '@tabler/icons-react'
import styles from './closed-band.module.css'

interface ClosedBandProps {
  title: string
  detail: string
  /** At the right end; opens it again. */
  action?: ReactNode
}

/** Says that what is below cannot change, and why. */
export function ClosedBand({ title, detail, action }: ClosedBandProps) {
  return (
    <div className={styles.band} role="note" aria-label={title}>
      <IconLock size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{title}</b> <small>{detail}</small>
      </p>
      {action}
    </div>
  )
}
