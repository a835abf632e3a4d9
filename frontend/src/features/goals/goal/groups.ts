import { formatCentavos } from '@prumo/shared/money'
import type { Goal } from '@prumo/shared/goals'
import { centavosOf } from '../../../lib/centavos'
import type { EntityKind } from '../../../lib/entities/entity-list'

/** The active and the completed. One that has just been completed stays among the active for a moment. */
export function grouped(goals: readonly Goal[], justTurned: ReadonlyMap<string, boolean>, compare: EntityKind<Goal>['compare']): { active: Goal[]; completed: Goal[] } {
  const stays = ({ id, completed }: Goal) => !completed || justTurned.get(id) === false
  const asActive = (goal: Goal) => ({ ...goal, completed: false })
  return {
    active: goals.filter(stays).sort((one, other) => compare(asActive(one), asActive(other))),
    completed: goals.filter((goal) => !stays(goal)),
  }
}

/** How the goals stand together, as it is written; null while nobody knows. */
export function standing(goals: readonly Goal[] | undefined): { active: string; completed: string; target: string } | null {
  if (!goals) return null
  const completed = goals.filter((goal) => goal.completed).length
  const target = goals.reduce((total, { targetAmount }) => total + centavosOf(targetAmount), 0)
  return { active: plain.format(goals.length - completed), completed: plain.format(completed), target: formatCentavos(target) }
}

const plain = new Intl.NumberFormat('pt-BR')
