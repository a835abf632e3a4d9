import type { Goal } from '@prumo/shared/goals'
import { CountStrip } from '../../ui/figures/count-strip'
import { standing } from './goal/groups'

/** How the goals stand together: counted over the list, so that it never says anything else. */
export function GoalFigures({ goals, failed }: { goals: readonly Goal[] | undefined; failed: boolean }) {
  const all = standing(goals)
  const unknown = failed ? '—' : null
  return (
    <CountStrip
      label="Resumo das metas"
      counts={[
        { label: 'Em andamento', text: all ? all.active : unknown },
        { label: 'Concluídas', text: all ? all.completed : unknown },
        { label: 'Valor total', text: all ? all.target : unknown, isAmount: true },
      ]}
    />
  )
}
