import { useCallback } from 'react'
import type { Goal, GoalAnswer } from '@prumo/shared/goals'
import { sendRestoration } from '../../../lib/entities/deletion'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { goals } from './goals'

type Restoration = Change<Goal> & { before: null; after: Goal }

/** `POST /goals/{id}/restore` */
export function useRestoreGoal() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Goal, Restoration>(goals, {
    send: async ({ after }) => (await sendRestoration<GoalAnswer>(goals, after)).goal,
    onFailed: (failure, { after }) => fail(failure, `A meta ${after.title} não voltou.`),
  })
  return useCallback((deleted: Goal) => mutate({ before: null, after: deleted }), [mutate])
}
