import type { ExpenseAverage } from '@prumo/shared/emergency-fund'
import { TARGET_WITHOUT_FUND } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos } from '@prumo/shared/money'
import { spentAverage, targetCentavos, type TargetDraft } from '../fund/fund-changes'
import { monthsText } from '../fund/words'

/** What the chosen months and the average come to: `3 meses × R$ 3.000,00 = R$ 9.000,00`. */
export function sumText({ targetMonths, averageCentavos }: TargetDraft, average: ExpenseAverage | undefined): string {
  const month = spentAverage(average) || averageCentavos
  return `${monthsText(targetMonths)} × ${formatCentavos(month)} = ${formatCentavos(targetCentavos({ targetMonths, averageCentavos }, average))}`
}

/** Why the average that was entered is not the one that counts; null where it is. */
export function averageText(average: ExpenseAverage | undefined): string | null {
  const spent = spentAverage(average)
  if (!average || spent === 0) return null
  return `Vale o que você gastou nos últimos ${average.months} meses: ${formatCentavos(spent)} por mês. O valor acima só conta quando não houver despesas.`
}

/** What the first saving replaces. */
export const firstTargetText = `Ao salvar, ela toma o lugar da meta inicial de ${formatCentavos(TARGET_WITHOUT_FUND)}.`
