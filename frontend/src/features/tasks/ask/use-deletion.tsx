import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Task } from '@prumo/shared/tasks'

const load = () => import('./delete-dialog')
const DeleteDialog = lazy(load)

/** Fetches the dialog before it is wanted. */
export function fetchDeleteDialog(): void {
  void load()
}

/** The way to ask for a deletion, and the dialog to be drawn somewhere on the page. */
export function useDeletion(): { askDeletion: (task: Task) => void; dialog: ReactNode } {
  const [task, setTask] = useState<Task | null>(null)
  const [open, setOpen] = useState(false)

  return {
    askDeletion: (asked) => {
      setTask(asked)
      setOpen(true)
    },
    dialog: task && (
      <Suspense fallback={null}>
        <DeleteDialog task={task} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
