import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo'
import styles from './identity-layout.module.css'

interface IdentityLayoutProps {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  /** Wider than the default, for a form with two columns. */
  wide?: boolean
  children: ReactNode
  /** Alternative links below the form. */
  footer?: ReactNode
}

/** The layout of the pages before sign-in: one column, with a line beside it down to the submit button. */
export function IdentityLayout({ title, lead, wide = false, children, footer }: IdentityLayoutProps) {
  return (
    <main className={styles.page}>
      <div className={styles.column} data-wide={wide}>
        <a href="/" className={styles.brand}>
          <Logo />
        </a>
        <div className={styles.body}>
          <Rail />
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </main>
  )
}

function Rail() {
  return (
    <span className={styles.rail} aria-hidden="true">
      <svg viewBox="0 8 32 24" width="30" height="22.5">
        <rect fill="var(--text)" x="12.4" y="8" width="7.2" height="3.2" rx="1" />
        <path
          fill="var(--signal)"
          d="M9 14.2a1.7 1.7 0 0 1 1.7-1.7h10.6a1.7 1.7 0 0 1 1.7 1.7v3.1c0 .75-.2 1.5-.57 2.15L16 31 9.57 19.45A4.4 4.4 0 0 1 9 17.3z"
        />
      </svg>
    </span>
  )
}
