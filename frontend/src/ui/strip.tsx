import { IconX, type Icon } from '@tabler/icons-react'
import { IconButton } from './icon-button'
import styles from './strip.module.css'

interface StripAction {
  label: string
  /** A link instead of a button: a page outside the app. */
  href?: string
  /** Opens the link beside the app. */
  inNewTab?: boolean
  isBusy?: boolean
  onClick?: () => void
}

interface StripNotice {
  icon: Icon
  title: string
  detail?: string | null | undefined
  actions?: readonly StripAction[]
  /** Puts the notice away for a while. */
  onDismiss?: () => void
}

interface StripProps {
  /** Its name in tests. */
  name: string
  tone: 'inverse' | 'warning' | 'plain'
  /** Null shows nothing. The region stays, because screen readers announce only changes of an existing one. */
  notice: StripNotice | null
}

/** A notice above the page, over its whole width. */
export function Strip({ name, tone, notice }: StripProps) {
  return (
    <div role="status" data-chrome data-strip={name}>
      {notice && (
        <div className={styles.strip} data-tone={tone} data-short={!notice.detail && notice.actions !== undefined}>
          <notice.icon size={22} stroke={1.75} aria-hidden />
          <div className={styles.words}>
            <p>
              <b>{notice.title}</b> {notice.detail && <span>{notice.detail}</span>}
            </p>
            {notice.actions && <div className={styles.actions}>{notice.actions.map(action)}</div>}
          </div>
          {notice.onDismiss && (
            <IconButton label="Agora não" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={notice.onDismiss} />
          )}
        </div>
      )}
    </div>
  )
}

function action({ label, href, inNewTab = false, isBusy = false, onClick }: StripAction) {
  return href === undefined ? (
    <button key={label} type="button" className={styles.action} aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onClick}>
      {label}
    </button>
  ) : (
    <a key={label} href={href} target={inNewTab ? '_blank' : undefined} className={styles.action}>
      {label}
    </a>
  )
}
