import { newFund, RECOMMENDED_MONTHS, targetMonthChoices, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import type { TargetDraft } from '../fund/fund-changes'

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

/** What the values say; an average that is no amount counts as nothing. */
export function draftOf({ months, average }: TargetValues): TargetDraft {
  return { targetMonths: months, averageCentavos: parseCentavos(average) ?? 0 }
}

/** Whether both say the same, however it is written. */
export function saySame(one: TargetValues, other: TargetValues): boolean {
  return one.months === other.months && draftOf(one).averageCentavos === draftOf(other).averageCentavos
}

/** The choices as they are written, such as `3 (recomendado)`. */
export const monthChoices = targetMonthChoices.map((months) => ({ months, label: months === RECOMMENDED_MONTHS ? `${months} (recomendado)` : String(months) }))
