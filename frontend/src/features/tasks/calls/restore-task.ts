import { useCallback } from 'react'
import type { Task, TaskAnswer } from '@prumo/shared/tasks'
import { sendRestoration } from '../../../lib/entities/deletion'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { tasks } from './tasks'

type Restoration = Change<Task> & { before: null; after: Task }

/** `POST /tasks/{id}/restore` */
export function useRestoreTask() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Task, Restoration>(tasks, {
    send: async ({ after }) => (await sendRestoration<TaskAnswer>(tasks, after)).task,
    onFailed: (failure, { after }) => fail(failure, `${after.title} não voltou.`),
  })
  return useCallback((deleted: Task) => mutate({ before: null, after: deleted }), [mutate])
}
