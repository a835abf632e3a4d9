import type { Goal, GoalAnswer, GoalChangesBody } from '@prumo/shared/goals'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { formAddress } from '../../../lib/form-address'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { corrected, correctionOf, type GoalDraft } from '../goal/goal-draft'
import { GOALS_SCREEN, goals } from './goals'

type Correction = Change<Goal> & { before: Goal; after: Goal; body: GoalChangesBody; draft: GoalDraft }

/** `PUT /goals/{id}` with what was edited. */
export function useCorrectGoal() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Goal, Correction>(goals, {
    send: async ({ before, body }) => (await write<GoalAnswer>({ method: 'PUT', path: `/goals/${before.id}`, body, version: before.version })).goal,
    onDone: () => showToast({ text: 'Alteração salva' }),
    onFailed: (failure, { before, draft }) => fail(failure, `A alteração de ${before.title} não foi salva.`, { address: formAddress(GOALS_SCREEN, before.id), draft }),
  })
  return (before: Goal, draft: GoalDraft) => {
    const body = correctionOf(before, draft)
    if (Object.keys(body).length > 0) mutate({ before, after: corrected(before, body, new Date().toISOString()), body, draft })
  }
}
