import type { ReactNode } from 'react'
import { Link } from './link'
import styles from './button.module.css'

/** A link with only an icon. */
export function IconLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <Link to={to} className={styles.icon} data-size="sm" aria-label={label} title={label}>
      {icon}
    </Link>
  )
}
