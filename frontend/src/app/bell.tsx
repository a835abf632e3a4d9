import { memo, useState } from 'react'
import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useNoticesOn } from '../lib/notices-preference'
import { IconButton } from '../ui/icon-button'
import { lazyPart, useFetchedAhead } from '../ui/lazy-part'
import { useLeavingGuard } from '../ui/overlay/use-leaving-guard'
import { Skeleton } from '../ui/skeleton'
import { markRead, useNotices } from './notices'
import './mantine-menus.css'
import styles from './menus.module.css'

const NoticesPanel = lazyPart(() => import('./notices-panel'), { what: 'os avisos', place: <Skeleton height="6rem" /> })

const MOST_COUNTED = 9

/** What waits, how much of it is news, and whether this device points at it at all. */
export const Bell = memo(function Bell() {
  const [open, setOpen] = useState(false)
  const isOn = useNoticesOn()
  const notices = useNotices()
  const { all, unread, hasMore } = notices
  useFetchedAhead(NoticesPanel)

  function change(opens: boolean): void {
    setOpen(opens)
    // What was looked at is read; while one looks it is still news.
    if (!opens && isOn && unread.length > 0) markRead(all)
  }

  const { guarded } = useLeavingGuard(open, () => change(false), 'Avisos', { isStep: false })

  return guarded(
    <Popover
      opened={open}
      onChange={change}
      floatingStrategy="fixed"
      position="bottom-end"
      offset={6}
      width="min(320px, 100vw - 16px)"
      trapFocus
      returnFocus
      classNames={{ dropdown: styles.dropdown }}
    >
      <span className={styles.bell} data-off={!isOn || undefined}>
        <Popover.Target>
          <IconButton
            label={isOn ? labelOf(all.length, unread.length, hasMore) : 'Avisos desligados'}
            icon={<IconBell size={20} stroke={1.75} aria-hidden />}
            onClick={() => change(!open)}
          />
        </Popover.Target>
        {isOn && unread.length > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread.length > MOST_COUNTED ? `${MOST_COUNTED}+` : unread.length}
          </span>
        )}
      </span>
      <Popover.Dropdown aria-label="Avisos">
        <NoticesPanel isOn={isOn} notices={notices} onFollow={() => change(false)} />
      </Popover.Dropdown>
    </Popover>,
  )
})

function labelOf(count: number, unread: number, hasMore: boolean): string {
  if (count === 0) return 'Avisos'
  const pending = count === 1 ? '1 pendência' : `${hasMore ? 'mais de ' : ''}${count} pendências`
  return unread === 0 ? `Avisos: ${pending}` : `Avisos: ${pending}, ${unread === 1 ? '1 nova' : `${unread} novas`}`
}
