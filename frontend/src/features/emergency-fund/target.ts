import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { newFund, RECOMMENDED_MONTHS, TARGET_WITHOUT_FUND, targetMonthChoices, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos, formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { spentCentavos } from '../../data/fund-analysis'
import { targetCentavos, type TargetDraft } from '../../data/emergency-fund-commands'
import { monthsText } from './fund-texts'

/** The values of the form, as typed. */
export interface TargetValues {
  months: TargetMonths
  average: string
}

export function valuesOf(fund: EmergencyFund | null): TargetValues {
  return {
    months: fund?.targetMonths ?? newFund.targetMonths,
    average: formatPlainCentavos(fund ? fund.monthlyExpenseAverage : newFund.monthlyExpenseAverage),
  }
}

export function valuesOfDraft({ targetMonths, averageCentavos }: TargetDraft): TargetValues {
  return { months: targetMonths, average: formatPlainCentavos(averageCentavos) }
}

/** Converts the values to a draft. An invalid average counts as zero. */
export function targetDraftOf({ months, average }: TargetValues): TargetDraft {
  return { targetMonths: months, averageCentavos: parseCentavos(average) ?? 0 }
}

/** Whether both have the same months and amount, however they are spelled. */
export function isSameTarget(one: TargetValues, other: TargetValues): boolean {
  return one.months === other.months && targetDraftOf(one).averageCentavos === targetDraftOf(other).averageCentavos
}

/** The choices with their labels, such as `3 (recomendado)`. */
export const monthChoices = targetMonthChoices.map((months) => ({
  months,
  label: months === RECOMMENDED_MONTHS ? `${months} (recomendado)` : String(months),
}))

/** The computation of the target: `3 meses × R$ 3.000,00 = R$ 9.000,00`. */
export function sumText(draft: TargetDraft, average: ExpenseAverage): string {
  const spent = spentCentavos(average)
  return `${monthsText(draft.targetMonths)} × ${formatCentavos(spent || draft.averageCentavos)} = ${formatCentavos(targetCentavos(draft, spent))}`
}

/** The label and note of the entered average, which applies only while there are no expenses. */
export function averageFieldTexts(average: ExpenseAverage): { label: string; note: string } {
  return spentCentavos(average)
    ? {
        label: 'Média informada',
        note: `Hoje usamos a média do que você gastou. Este valor só vale se não houver despesas em ${average.months} meses.`,
      }
    : { label: 'Média de despesas por mês', note: `Vale enquanto não houver despesas nos últimos ${average.months} meses.` }
}

/** How the first saving changes the target; null if it does not. */
export function firstTargetText(draft: TargetDraft, average: ExpenseAverage): string | null {
  const target = targetCentavos(draft, spentCentavos(average))
  return target === TARGET_WITHOUT_FUND
    ? null
    : `Ao salvar, a meta passa de ${formatCentavos(TARGET_WITHOUT_FUND)} para ${formatCentavos(target)}.`
}
