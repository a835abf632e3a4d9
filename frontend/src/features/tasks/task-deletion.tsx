import { useState, type ReactNode } from 'react'
import type { Task } from '@prumo/shared/tasks'
import { useAccount } from '../../data/account'
import { deleteTask } from '../../data/task-commands'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/overlay/confirm-dialog')).ConfirmDialog }), {
  what: 'a pergunta',
})

/** A function that asks for confirmation of a deletion, and the dialog to render. */
export function useDeletion(): { askDeletion: (task: Task) => void; dialog: ReactNode } {
  const { outbox } = useAccount()
  usePrefetch(ConfirmDialog)
  /** The open request; after that the last one, until the dialog has faded out. */
  const [task, setTask] = useState<Task | null>(null)
  const [open, setOpen] = useState(false)

  function confirm(): void {
    if (open && task) void outbox.enqueue(deleteTask(task))
    setOpen(false)
  }

  return {
    askDeletion: (asked) => {
      setTask(asked)
      setOpen(true)
    },
    dialog: task && (
      <ConfirmDialog
        isRequested={open}
        onDismissFailure={() => setOpen(false)}
        open={open}
        title={`Excluir ${task.title}`}
        text="Tem certeza que deseja excluir este item?"
        confirm="Excluir"
        danger
        onConfirm={confirm}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}
