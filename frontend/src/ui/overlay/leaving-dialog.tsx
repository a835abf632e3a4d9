import type { ReactNode } from 'react'
import { Modal } from '@mantine/core'
import { Button } from '../button'
import './mantine-overlays.css'
import styles from './leaving-dialog.module.css'
import { useScrollLock } from './use-scroll-lock'
import { useReturningFocus } from './use-returning-focus'

interface LeavingDialogProps {
  open: boolean
  title: string
  text: string
  /** The safe answer, such as `Ficar até enviar`, and the one that loses something and says what. */
  stay: string
  leave: string
  busy?: boolean
  onStay: () => void
  onLeave: () => void
  /** What would be lost, as `LeavingRow`s. */
  children?: ReactNode
}

/** Asks before leaving loses something; on a phone it opens from below. Escape and a tap on the scrim stay. */
export function LeavingDialog({ open, title, text, stay, leave, busy = false, onStay, onLeave, children }: LeavingDialogProps) {
  const content = useReturningFocus(open)
  const removeScrollProps = useScrollLock(open)
  return (
    <Modal.Root
      opened={open}
      onClose={onStay}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      centered
      size={440}
      zIndex="calc(var(--z-modal) + 1)"
      transitionProps={{ transition: 'fade', duration: 160, exitDuration: 0 }}
      classNames={{ overlay: styles.scrim, inner: styles.inner, content: styles.content, title: styles.title, body: styles.text }}
    >
      <Modal.Overlay color="transparent" />
      <Modal.Content ref={content} shadow="none" data-from-below>
        <Modal.Title>{title}</Modal.Title>
        <Modal.Body>
          <p>{text}</p>
          {children && <ul className={styles.rows}>{children}</ul>}
        </Modal.Body>
        <div className={styles.actions}>
          <Button size="lg" block data-autofocus onClick={onStay}>
            {stay}
          </Button>
          <Button variant="losing" block busy={busy} onClick={onLeave}>
            {leave}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface LeavingRowProps {
  subject: string
  amount?: ReactNode
  about?: ReactNode
  /** At the right, below the amount. */
  beside?: ReactNode
}

/** One item that would be lost. */
export function LeavingRow({ subject, amount, about, beside }: LeavingRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.subject}>{subject}</span>
      <span className={styles.amount}>{amount}</span>
      <span className={styles.about}>{about}</span>
      <span className={styles.beside}>{beside}</span>
    </li>
  )
}
