import { memo, useRef, useState } from 'react'
import { useClickOutside, useFocusTrap, useWindowEvent } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useNoticesEnabled } from '../lib/notices-preference'
import { IconButton } from '../ui/icon-button'
import { lazyPart, usePrefetch } from '../ui/lazy-part'
import { CloseOnBack } from '../ui/overlay/navigation-guard'
import { Skeleton } from '../ui/skeleton'
import { markNoticesRead, useNotices } from './notices'
import styles from './menus.module.css'

const NoticesPanel = lazyPart(() => import('./notices-panel'), { what: 'os avisos', place: <Skeleton height="6rem" /> })

const MOST_COUNTED = 9

/** The bell: opens the notices, counts the unread ones, and shows whether this device has them turned off. */
export const Bell = memo(function Bell() {
  const [open, setOpen] = useState(false)
  const isOn = useNoticesEnabled()
  const notices = useNotices()
  const { all, unread, hasMore } = notices
  usePrefetch(NoticesPanel)

  function change(opens: boolean): void {
    setOpen(opens)
    // Notices become read when the panel closes; while it is open they still count as unread.
    if (!opens && isOn && unread.length > 0) markNoticesRead(all)
  }

  const close = (): void => change(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const place = useClickOutside<HTMLSpanElement>(close, undefined, undefined, open)
  const panel = useFocusTrap(open)

  // On the window: the focus may be outside the panel while its content is still loading.
  useWindowEvent('keydown', ({ key }) => {
    if (!open || key !== 'Escape') return
    close()
    trigger.current?.focus()
  })

  return (
    <span ref={place} className={styles.bell} data-off={!isOn || undefined}>
      <IconButton
        ref={trigger}
        label={isOn ? labelOf(all.length, unread.length, hasMore) : 'Avisos desligados'}
        icon={<IconBell size={20} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => (open ? close() : change(true))}
      />
      {isOn && unread.length > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread.length > MOST_COUNTED ? `${MOST_COUNTED}+` : unread.length}
        </span>
      )}
      {open && <CloseOnBack onClose={close} />}
      {open && (
        <div ref={panel} role="dialog" aria-label="Avisos" className={styles.notices}>
          <NoticesPanel isOn={isOn} notices={notices} onFollow={close} />
        </div>
      )}
    </span>
  )
})

function labelOf(count: number, unread: number, hasMore: boolean): string {
  if (count === 0) return 'Avisos'
  // Only the first of many are read: their number is not known.
  const pending = hasMore ? 'muitas pendências' : count === 1 ? '1 pendência' : `${count} pendências`
  return unread === 0 || hasMore ? `Avisos: ${pending}` : `Avisos: ${pending}, ${unread === 1 ? '1 nova' : `${unread} novas`}`
}
