import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import { percentOf } from '../../lib/percent'
import { speakCentavos } from '../../ui/money-format'

type GoalProgressAmounts = Pick<Goal, 'currentAmount' | 'targetAmount'>

export function missingCentavos({ currentAmount, targetAmount }: GoalProgressAmounts): number {
  return Math.max(0, targetAmount - currentAmount)
}

/** The text of the bar for screen readers: `65 por cento, R$ 5.200 de R$ 8.000`. */
export function speakProgress(goal: GoalProgressAmounts, pace: number | null): string {
  const sentence = `${percentOf(goal)} por cento, ${speakCentavos(goal.currentAmount)} de ${speakCentavos(goal.targetAmount)}`
  return pace === null ? sentence : `${sentence}. Hoje deveria estar em ${Math.round(pace)} por cento`
}

/** `R$ 5.200,00 de R$ 8.000,00` */
export function writeProgress({ currentAmount, targetAmount }: GoalProgressAmounts): string {
  return `${formatCentavos(currentAmount)} de ${formatCentavos(targetAmount)}`
}
