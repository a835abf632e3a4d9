import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'

/** What was applied, and how much of it when that was not all. */
export function progressText(before: Goal, after: Goal, addedCentavos: number): string {
  const applied = centavosOf(after.currentAmount) - centavosOf(before.currentAmount)
  const amount = formatCentavos(applied)
  if (!after.completed) return `${amount} a mais em ${before.title}`
  if (applied === addedCentavos) return `Meta concluída: ${before.title}, com ${amount} a mais`
  return `Meta concluída: ${before.title}. Aplicado: ${amount} de ${formatCentavos(addedCentavos)}`
}
