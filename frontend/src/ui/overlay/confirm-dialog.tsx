import type { ReactNode } from 'react'
import { Button } from '../button'
import { StatusLine } from '../status-line'
import { Dialog } from './dialog'

interface ConfirmDialogProps {
  open: boolean
  /** The action and its object: `Excluir Embalagens Aurora, -R$ 386,70`. */
  title: ReactNode
  /** The question and the consequence. */
  text: string
  /** The verb: `Excluir`. */
  confirm: string
  danger?: boolean
  busy?: boolean
  /** Why the action failed. */
  error?: string | null
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a destructive action. The focus starts on the safe answer. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  danger = false,
  busy = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onCancel}>
            Cancelar
          </Button>
          <Button variant={danger ? 'danger' : 'action'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {error && <StatusLine tone="danger">{error}</StatusLine>}
    </Dialog>
  )
}
