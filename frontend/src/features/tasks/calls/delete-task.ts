import { useCallback } from 'react'
import type { Task } from '@prumo/shared/tasks'
import { sendDeletion } from '../../../lib/entities/deletion'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { useRestoreTask } from './restore-task'
import { tasks } from './tasks'

type Deletion = Change<Task> & { before: Task; after: null }

/** `DELETE /tasks/{id}`, sent at once; taking it back is a command of its own. */
export function useDeleteTask() {
  const fail = useFailureToast()
  const restore = useRestoreTask()
  const { mutate } = useEntityCommand<Task, Deletion>(tasks, {
    send: ({ before }) => sendDeletion(tasks, before),
    onFailed: (failure, { before }) => fail(failure, `${before.title} não foi excluído.`),
  })
  return useCallback(
    (task: Task) => {
      mutate({ before: task, after: null })
      showToast({ text: 'Item excluído', action: { label: 'Desfazer', run: () => restore(task) } })
    },
    [mutate, restore],
  )
}
