import type { Task } from '@prumo/shared/tasks'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { useDeleteTask } from '../calls/delete-task'

interface DeleteDialogProps {
  /** The one being asked about, or the last one while it closes. */
  task: Task
  open: boolean
  onClose: () => void
}

export default function DeleteDialog({ task, open, onClose }: DeleteDialogProps) {
  const remove = useDeleteTask()
  return (
    <ConfirmDialog
      open={open}
      title={`Excluir ${task.title}`}
      text="Tem certeza que deseja excluir este item?"
      confirm="Excluir"
      danger
      onConfirm={() => {
        remove(task)
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
