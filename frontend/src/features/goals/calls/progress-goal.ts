import { currentAfter } from '@prumo/shared/goal-rules'
import type { Goal, GoalAnswer, GoalChangesBody, GoalProgressBody } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { write, type WriteRequest } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { corrected } from '../goal/goal-draft'
import { progressText } from '../goal/progress-text'
import { goals } from './goals'

type Progress = Change<Goal> & { before: Goal; after: Goal } & ({ way: 'PATCH'; body: GoalProgressBody } | { way: 'PUT'; body: GoalChangesBody })

/** `PATCH /goals/{id}/progress`; taken back by `PUT /goals/{id}` with the amount from before. */
export function useProgressGoal() {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Goal, Progress>(goals, {
    // On the version that was seen, so that what is said to have been applied is what was applied.
    send: async (change) => (await write<GoalAnswer>({ ...requestOf(change), body: change.body, version: change.before.version })).goal,
    onFailed: (failure, { before, way }) => fail(failure, way === 'PATCH' ? `O progresso de ${before.title} não foi salvo.` : `O progresso de ${before.title} não foi desfeito.`),
  })

  function holding(before: Goal, currentAmount: number): Goal {
    return corrected(before, { currentAmount }, new Date().toISOString())
  }

  return (before: Goal, addedCentavos: number) => {
    const current = currentAfter({ currentAmount: centavosOf(before.currentAmount), targetAmount: centavosOf(before.targetAmount) }, addedCentavos)
    const after = holding(before, centavosToReais(current))
    mutate({ before, after, way: 'PATCH', body: { amount: centavosToReais(addedCentavos) } })
    const undone = { currentAmount: before.currentAmount }
    showToast({
      text: progressText(before, after, addedCentavos),
      action: { label: 'Desfazer', run: () => mutate({ before: after, after: holding(after, before.currentAmount), way: 'PUT', body: undone }) },
    })
  }
}

function requestOf({ way, before }: Progress): Pick<WriteRequest, 'method' | 'path'> {
  return way === 'PATCH' ? { method: 'PATCH', path: `/goals/${before.id}/progress` } : { method: 'PUT', path: `/goals/${before.id}` }
}
