import type { ReactNode } from 'react'
import { Modal } from '@mantine/core'
import './mantine-overlays.css'
import styles from './dialog.module.css'
import { CloseOnBack } from './navigation-guard'
import { useIsTopmost } from './use-is-topmost'
import { useScrollLock } from './use-scroll-lock'
import { useReturningFocus } from './use-returning-focus'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** Whether the address opens it: then going back closes it without further handling. */
  isHistoryEntry?: boolean
  title: ReactNode
  children?: ReactNode
  /** The buttons, the safe one first and with `data-autofocus`. */
  actions?: ReactNode
  /** `medium` for a form, `wide` for a list in columns. */
  size?: keyof typeof widths
}

/** In pixels. */
const widths = { narrow: 440, medium: 520, wide: 760 } as const

/** A question that has to be answered first. The focus stays inside and returns afterwards. */
export function Dialog({ open, onClose, isHistoryEntry = false, title, children, actions, size = 'narrow' }: DialogProps) {
  const content = useReturningFocus(open)
  const removeScrollProps = useScrollLock(open)
  const isTopmost = useIsTopmost(open)
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      closeOnEscape={isTopmost}
      centered
      size={widths[size]}
      zIndex="var(--z-modal)"
      // Closes at once, so that its question is never visible without its subject.
      transitionProps={{ transition: 'fade', duration: 160, exitDuration: 0 }}
      classNames={{ overlay: styles.scrim, content: styles.content, title: styles.title, body: styles.text }}
    >
      {open && !isHistoryEntry && <CloseOnBack onClose={onClose} />}
      <Modal.Overlay color="transparent" />
      <Modal.Content ref={content} shadow="none">
        <Modal.Title>{title}</Modal.Title>
        {children && <Modal.Body>{children}</Modal.Body>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}
