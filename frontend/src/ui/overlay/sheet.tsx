import { memo, type ReactNode } from 'react'
import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../icon-button'
import { useNarrow } from '../media'
import { CloseOnBack } from './navigation-guard'
import './mantine-overlays.css'
import styles from './sheet.module.css'
import { useIsTopmost } from './use-is-topmost'
import { useScrollLock } from './use-scroll-lock'
import { useReturningFocus } from './use-returning-focus'

interface SheetProps {
  open: boolean
  onClose: () => void
  /** Whether the address opens it: then going back closes it without further handling. */
  isHistoryEntry?: boolean
  title: string
  children: ReactNode
}

/**
 * A form or a menu beside the page: from below on a phone, a panel at the right on a desktop. The focus stays inside, starting at
 * an element with `data-autofocus`, and returns afterwards. While it is closed or closing, it does not render again.
 */
export const Sheet = memo(function Sheet({ open, onClose, isHistoryEntry = false, title, children }: SheetProps) {
  const narrow = useNarrow()
  const content = useReturningFocus(open)
  const removeScrollProps = useScrollLock(open)
  const isTopmost = useIsTopmost(open)
  return (
    <Drawer.Root
      opened={open}
      onClose={onClose}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      closeOnEscape={isTopmost}
      position={narrow ? 'bottom' : 'right'}
      size={narrow ? 'auto' : 480}
      zIndex="var(--z-modal)"
      transitionProps={{ duration: 240, exitDuration: 160, timingFunction: 'var(--ease-out)' }}
      classNames={{ overlay: styles.scrim, content: styles.content, title: styles.title, body: styles.body }}
    >
      {open && !isHistoryEntry && <CloseOnBack onClose={onClose} />}
      <Drawer.Overlay color="transparent" />
      <Drawer.Content ref={content} shadow="none" data-sheet>
        <div className={styles.head}>
          <Drawer.Title>{title}</Drawer.Title>
          <IconButton label="Fechar" icon={<IconX size={22} stroke={1.75} aria-hidden />} onClick={onClose} />
        </div>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}, isUnchangedWhileClosed)

interface SheetFootProps {
  /** The button that takes the remaining width. */
  main: 'first' | 'last'
  children: ReactNode
}

/** The buttons of a sheet, which stay at its lower edge while it scrolls. */
export function SheetFoot({ main, children }: SheetFootProps) {
  return (
    <div className={styles.foot} data-main={main}>
      {children}
    </div>
  )
}

function isUnchangedWhileClosed(before: SheetProps, next: SheetProps): boolean {
  return !before.open && !next.open
}
