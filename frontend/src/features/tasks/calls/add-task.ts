import type { Task, TaskAnswer } from '@prumo/shared/tasks'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { formAddress } from '../../../lib/form-address'
import { useUser } from '../../../lib/session'
import { newId, write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { kinds, tabAddress } from '../task/kinds'
import { added, additionOf, type TaskDraft } from '../task/task-draft'
import { tasks } from './tasks'

type Addition = Change<Task> & { after: Task; draft: TaskDraft }

/** `POST /tasks` */
export function useAddTask() {
  const user = useUser()
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Task, Addition>(tasks, {
    send: async ({ after }) => (await write<TaskAnswer>({ method: 'POST', path: '/tasks', body: additionOf(after) })).task,
    onDone: ({ after }) => showToast({ text: `${kinds[after.type].one} na lista` }),
    onFailed: (failure, { after, draft }) => fail(failure, `${after.title} não foi salvo.`, { address: formAddress(tabAddress(draft.type)), draft }),
  })
  return (draft: TaskDraft) => mutate({ before: null, after: added(draft, newId(), user.id, new Date().toISOString()), draft })
}
