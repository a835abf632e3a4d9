import { useCallback } from 'react'
import type { Task, TaskAnswer } from '@prumo/shared/tasks'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { write } from '../../../lib/write'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { corrected } from '../task/task-draft'
import { tasks } from './tasks'

type Toggle = Change<Task> & { before: Task; after: Task }

/** `PATCH /tasks/{id}/toggle` */
export function useToggleTask() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Task, Toggle>(tasks, {
    // On the version that was seen: from another state it would turn the wrong way.
    send: async ({ before }) => (await write<TaskAnswer>({ method: 'PATCH', path: `/tasks/${before.id}/toggle`, version: before.version })).task,
    onFailed: (failure, { before, after }) => fail(failure, `${before.title} não foi ${after.completed ? 'concluído' : 'reaberto'}.`),
  })
  return useCallback((before: Task) => mutate({ before, after: corrected(before, { completed: !before.completed }, new Date().toISOString()) }), [mutate])
}
