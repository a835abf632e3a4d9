import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import { centavosOf, percentOf } from '../../lib/centavos'
import { speakReais } from '../../ui/money-format'

type GoalProgressAmounts = Pick<Goal, 'currentAmount' | 'targetAmount'>

export function missingCentavos({ currentAmount, targetAmount }: GoalProgressAmounts): number {
  return Math.max(0, centavosOf(targetAmount) - centavosOf(currentAmount))
}

/** What a screen reader says of the bar: `65 por cento, R$ 5.200 de R$ 8.000`. */
export function speakProgress(goal: GoalProgressAmounts, pace: number | null): string {
  const sentence = `${percentOf(goal)} por cento, ${speakReais(goal.currentAmount)} de ${speakReais(goal.targetAmount)}`
  return pace === null ? sentence : `${sentence}. Hoje deveria estar em ${Math.round(pace)} por cento`
}

/** `R$ 5.200,00 de R$ 8.000,00` */
export function writeProgress({ currentAmount, targetAmount }: GoalProgressAmounts): string {
  return `${formatCentavos(centavosOf(currentAmount))} de ${formatCentavos(centavosOf(targetAmount))}`
}
