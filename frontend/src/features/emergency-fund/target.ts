import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { newFund, RECOMMENDED_MONTHS, TARGET_WITHOUT_FUND, targetMonthChoices, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import { formatCentavos, formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { spentCentavos } from '../../data/fund-answers'
import { targetCentavos, type TargetDraft } from '../../data/emergency-fund-commands'
import { centavosOf } from '../../lib/centavos'
import type { Unsaved } from '../../lib/unsaved'
import { monthsText } from './words'

/** The form while it is filled in. */
export interface TargetValues {
  months: TargetMonths
  average: string
}

export function valuesOf(fund: EmergencyFund | null): TargetValues {
  return {
    months: fund?.targetMonths ?? newFund.targetMonths,
    average: formatPlainCentavos(fund ? centavosOf(fund.monthlyExpenseAverage) : newFund.monthlyExpenseAverage),
  }
}

export function valuesOfDraft({ targetMonths, averageCentavos }: TargetDraft): TargetValues {
  return { months: targetMonths, average: formatPlainCentavos(averageCentavos) }
}

/** What the values say; an average that is no amount counts as nothing. */
export function draftOf({ months, average }: TargetValues): TargetDraft {
  return { targetMonths: months, averageCentavos: parseCentavos(average) ?? 0 }
}

/** What is lost by leaving the form now, as it is read. */
export function unsavedOf(values: TargetValues): Unsaved {
  const { targetMonths, averageCentavos } = draftOf(values)
  return { subject: 'Meta da reserva', centavos: averageCentavos, about: monthsText(targetMonths) }
}

/** Whether both say the same, however it is written. */
export function saySame(one: TargetValues, other: TargetValues): boolean {
  return one.months === other.months && draftOf(one).averageCentavos === draftOf(other).averageCentavos
}

/** The choices as they are written, such as `3 (recomendado)`. */
export const monthChoices = targetMonthChoices.map((months) => ({ months, label: months === RECOMMENDED_MONTHS ? `${months} (recomendado)` : String(months) }))

/** What the chosen months and the average come to: `3 meses × R$ 3.000,00 = R$ 9.000,00`. */
export function sumText(draft: TargetDraft, average: ExpenseAverage): string {
  const spent = spentCentavos(average)
  return `${monthsText(draft.targetMonths)} × ${formatCentavos(spent || draft.averageCentavos)} = ${formatCentavos(targetCentavos(draft, spent))}`
}

/** Why the average that was entered is not the one that counts; null where it is. */
export function averageText(average: ExpenseAverage): string | null {
  const spent = spentCentavos(average)
  if (!spent) return null
  return `Vale o que você gastou nos últimos ${average.months} meses: ${formatCentavos(spent)} por mês. O valor acima só conta quando não houver despesas.`
}

/** What the first saving replaces. */
export const firstTargetText = `Ao salvar, ela toma o lugar da meta inicial de ${formatCentavos(TARGET_WITHOUT_FUND)}.`
