import { formatCentavos } from '@prumo/shared/money'
import type { Goal } from '@prumo/shared/goals'
import { compareGoals, goalStats } from '../../data/goals'

/** Groups goals into active and completed. One that was just completed stays among the active for a moment. */
export function groupGoals(goals: readonly Goal[], justTurned: ReadonlyMap<string, boolean>): { active: Goal[]; completed: Goal[] } {
  const isShownActive = ({ id, completed }: Goal) => !completed || justTurned.get(id) === false
  const asActive = (goal: Goal) => ({ ...goal, completed: false })
  return {
    active: goals.filter(isShownActive).sort((one, other) => compareGoals(asActive(one), asActive(other))),
    completed: goals.filter((goal) => !isShownActive(goal)),
  }
}

/** The totals of the goals, formatted; null while loading. */
export function goalTotals(
  goals: readonly Goal[] | undefined,
): { active: string; completed: string; saved: string; target: string } | null {
  if (!goals) return null
  const { active, completed, totalCurrent, totalTarget } = goalStats(goals)
  return {
    active: plain.format(active),
    completed: plain.format(completed),
    saved: formatCentavos(totalCurrent),
    target: formatCentavos(totalTarget),
  }
}

const plain = new Intl.NumberFormat('pt-BR')
