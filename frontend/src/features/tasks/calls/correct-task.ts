import type { Task, TaskAnswer, TaskChangesBody } from '@prumo/shared/tasks'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { formAddress } from '../../../lib/form-address'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { tabAddress } from '../task/kinds'
import { corrected, correctionOf, type TaskDraft } from '../task/task-draft'
import { tasks } from './tasks'

type Correction = Change<Task> & { before: Task; after: Task; body: TaskChangesBody; draft: TaskDraft }

/** `PUT /tasks/{id}` with what was edited. */
export function useCorrectTask() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Task, Correction>(tasks, {
    send: async ({ before, body }) => (await write<TaskAnswer>({ method: 'PUT', path: `/tasks/${before.id}`, body, version: before.version })).task,
    onDone: () => showToast({ text: 'Alteração salva' }),
    onFailed: (failure, { before, draft }) => fail(failure, `A alteração de ${before.title} não foi salva.`, { address: formAddress(tabAddress(before.type), before.id), draft }),
  })
  return (before: Task, draft: TaskDraft) => {
    const body = correctionOf(before, draft)
    if (Object.keys(body).length > 0) mutate({ before, after: corrected(before, body, new Date().toISOString()), body, draft })
  }
}
