import type { ReactNode } from 'react'
import { Modal } from '@mantine/core'
import './mantine-overlays.css'
import styles from './full-screen.module.css'
import { CloseOnBack } from './navigation-guard'
import { useIsTopmost } from './use-is-topmost'
import { useReturningFocus } from './use-returning-focus'
import { useScrollLock } from './use-scroll-lock'

interface FullScreenProps {
  open: boolean
  onClose: () => void
  /** Names it for screen readers; its visible title is part of `children`. */
  label: string
  children: ReactNode
}

/** A dark ground over everything, the same in both themes, for what is looked at. Esc and going back close it. */
export function FullScreen({ open, onClose, label, children }: FullScreenProps) {
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
      fullScreen
      zIndex="var(--z-modal)"
      transitionProps={{ transition: 'fade', duration: 160, exitDuration: 0 }}
      classNames={{ content: styles.content, body: styles.body }}
    >
      {open && <CloseOnBack onClose={onClose} />}
      <Modal.Content ref={content} shadow="none" aria-label={label} data-mantine-color-scheme="dark">
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
