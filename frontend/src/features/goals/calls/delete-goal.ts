import { useCallback } from 'react'
import type { Goal } from '@prumo/shared/goals'
import { sendDeletion } from '../../../lib/entities/deletion'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { goals } from './goals'
import { useRestoreGoal } from './restore-goal'

type Deletion = Change<Goal> & { before: Goal; after: null }

/** `DELETE /goals/{id}`, sent at once; taking it back is a command of its own. */
export function useDeleteGoal() {
  const fail = useFailureToast()
  const restore = useRestoreGoal()
  const { mutate } = useEntityCommand<Goal, Deletion>(goals, {
    send: ({ before }) => sendDeletion(goals, before),
    onFailed: (failure, { before }) => fail(failure, `A meta ${before.title} não foi excluída.`),
  })
  return useCallback(
    (goal: Goal) => {
      mutate({ before: goal, after: null })
      showToast({ text: 'Meta excluída', action: { label: 'Desfazer', run: () => restore(goal) } })
    },
    [mutate, restore],
  )
}
