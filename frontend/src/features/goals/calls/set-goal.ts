import type { Goal, GoalAnswer } from '@prumo/shared/goals'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { formAddress } from '../../../lib/form-address'
import { useUser } from '../../../lib/session'
import { newId, write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { set, settingOf, type GoalDraft } from '../goal/goal-draft'
import { GOALS_SCREEN, goals } from './goals'

type Setting = Change<Goal> & { after: Goal; draft: GoalDraft }

/** `POST /goals`; answers the new goal's id. */
export function useSetGoal() {
  const user = useUser()
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<Goal, Setting>(goals, {
    send: async ({ after }) => (await write<GoalAnswer>({ method: 'POST', path: '/goals', body: settingOf(after) })).goal,
    onDone: () => showToast({ text: 'Meta criada' }),
    onFailed: (failure, { after, draft }) => fail(failure, `A meta ${after.title} não foi salva.`, { address: formAddress(GOALS_SCREEN), draft }),
  })
  return (draft: GoalDraft): string => {
    const after = set(draft, newId(), user.id, new Date().toISOString())
    mutate({ before: null, after, draft })
    return after.id
  }
}
