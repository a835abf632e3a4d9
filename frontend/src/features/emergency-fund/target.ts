import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { newFund, RECOMMENDED_MONTHS, TARGET_WITHOUT_FUND, targetMonthChoices, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos, formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { spentCentavos } from '../../data/fund-analysis'
import { targetCentavos, type TargetDraft } from '../../data/emergency-fund-commands'
import type { UnsavedSummary } from '../../lib/unsaved-summary'
import { monthsText } from './fund-texts'

/** The form while it is filled in. */
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

/** What the values say; an average that is no amount counts as nothing. */
export function targetDraftOf({ months, average }: TargetValues): TargetDraft {
  return { targetMonths: months, averageCentavos: parseCentavos(average) ?? 0 }
}

/** What is lost by leaving the form now, as it is read. */
export function unsavedOf(values: TargetValues): UnsavedSummary {
  const { targetMonths, averageCentavos } = targetDraftOf(values)
  return { subject: 'Meta da reserva', centavos: averageCentavos, about: monthsText(targetMonths) }
}

/** Whether both say the same, however it is written. */
export function isSameTarget(one: TargetValues, other: TargetValues): boolean {
  return one.months === other.months && targetDraftOf(one).averageCentavos === targetDraftOf(other).averageCentavos
}

/** The choices as they are written, such as `3 (recomendado)`. */
export const monthChoices = targetMonthChoices.map((months) => ({
  months,
  label: months === RECOMMENDED_MONTHS ? `${months} (recomendado)` : String(months),
}))

/** What the chosen months and the average come to: `3 meses × R$ 3.000,00 = R$ 9.000,00`. */
export function sumText(draft: TargetDraft, average: ExpenseAverage): string {
  const spent = spentCentavos(average)
  return `${monthsText(draft.targetMonths)} × ${formatCentavos(spent || draft.averageCentavos)} = ${formatCentavos(targetCentavos(draft, spent))}`
}

/** What the average that is entered is for: it is not the one that counts while there are expenses. */
export function averageFieldTexts(average: ExpenseAverage): { label: string; note: string } {
  return spentCentavos(average)
    ? {
        label: 'Média informada',
        note: `Guardada para quando não houver despesas em ${average.months} meses. Agora vale a do que você gastou.`,
      }
    : { label: 'Média de despesas por mês', note: `Vale enquanto não houver despesas nos últimos ${average.months} meses.` }
}

/** What the first saving changes; null where it is the same. */
export function firstTargetText(draft: TargetDraft, average: ExpenseAverage): string | null {
  const target = targetCentavos(draft, spentCentavos(average))
  return target === TARGET_WITHOUT_FUND
    ? null
    : `Ao salvar, a meta passa de ${formatCentavos(TARGET_WITHOUT_FUND)} para ${formatCentavos(target)}.`
}
