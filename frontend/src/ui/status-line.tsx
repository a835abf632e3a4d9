import type { ReactNode } from 'react'
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import styles from './status-line.module.css'

type StatusTone = 'danger' | 'warning' | 'success' | 'neutral'

const icons = { danger: IconExclamationCircle, warning: IconAlertTriangle, success: IconCheck, neutral: IconInfoCircle }

interface StatusLineProps {
  tone?: StatusTone
  /** Required for a warning. */
  title?: string
  children: ReactNode
  /** A button or a link. */
  action?: ReactNode
}

/** A message within the page. Errors and warnings are announced at once. */
export function StatusLine({ tone = 'neutral', title, children, action }: StatusLineProps) {
  const Icon = icons[tone]
  return (
    <div className={styles.line} data-tone={tone} role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        {title && <b>{title}</b>}
        <span>{children}</span>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
