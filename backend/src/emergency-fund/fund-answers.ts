import type { EmergencyFund, ExpenseAverage, FundAnalysis } from '@prumo/shared/emergency-fund'
import {
  AVERAGED_MONTHS,
  averagedMonthChoices,
  effectiveAverage,
  newFund,
  standingOf,
  targetOf,
  type AveragedMonths,
  type FundDetails,
} from '@prumo/shared/emergency-fund-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'

/** A stored fund; amounts in centavos. */
export interface KeptFund {
  accountId: string
  details: FundDetails
  version: number
}

/** The expenses of the last months up to a day, by the number of months; in centavos. */
export type SpentByMonths = Readonly<Record<AveragedMonths, number>>

/** The facts for the answers about a fund; no fund before it is first configured or funded. */
export interface FundFacts {
  fund: KeptFund | null
  spent: SpentByMonths
}

/** The fund in the shape of the API, amounts in reais. */
export function toEmergencyFund(
  { accountId, details, version }: KeptFund,
  spent: Pick<SpentByMonths, typeof AVERAGED_MONTHS>,
): OnWire<EmergencyFund> {
  return {
    id: accountId,
    userId: accountId,
    targetMonths: details.targetMonths,
    monthlyExpenseAverage: centavosToReais(details.monthlyExpenseAverage),
    currentAmount: centavosToReais(details.currentAmount),
    targetAmount: centavosToReais(targetOf(details, averageOf(details, spent[AVERAGED_MONTHS], AVERAGED_MONTHS).average)),
    version,
  }
}

type UndatedAnswer<Answer> = Omit<Answer, 'computedAt' | 'stale'>

/** The computed answers in the shape of the API: averages by their number of months, amounts in reais. */
export interface ComputedAnswers {
  averages: Record<AveragedMonths, UndatedAnswer<OnWire<ExpenseAverage>>>
  analysis: UndatedAnswer<OnWire<FundAnalysis>>
}

/** Computes the monthly expense averages and the analysis of the fund, or of none. */
export function computeAnswers({ fund, spent }: FundFacts): ComputedAnswers {
  const details = fund?.details ?? newFund
  const averages = averagedMonthChoices.map((months) => [months, toExpenseAverage(details, spent, months)])
  return { averages: Object.fromEntries(averages) as ComputedAnswers['averages'], analysis: toFundAnalysis(fund, spent) }
}

function toExpenseAverage(details: FundDetails, spent: SpentByMonths, months: AveragedMonths): UndatedAnswer<OnWire<ExpenseAverage>> {
  const { average, source } = averageOf(details, spent[months], months)
  return { months, totalExpenses: centavosToReais(spent[months]), monthlyExpenseAverage: centavosToReais(average), source }
}

function toFundAnalysis(fund: KeptFund | null, spent: SpentByMonths): UndatedAnswer<OnWire<FundAnalysis>> {
  const details = fund?.details ?? newFund
  const { average } = averageOf(details, spent[AVERAGED_MONTHS], AVERAGED_MONTHS)
  const { currentAmount } = details
  const standing = standingOf({ targetAmount: targetOf(fund && details, average), currentAmount, average })
  return {
    ...standing,
    targetAmount: centavosToReais(standing.targetAmount),
    currentAmount: centavosToReais(standing.currentAmount),
    remainingAmount: centavosToReais(standing.remainingAmount),
    monthlyExpenseAverage: centavosToReais(standing.monthlyExpenseAverage),
    suggestedSafeSpend: centavosToReais(standing.suggestedSafeSpend),
  }
}

function averageOf(details: FundDetails, total: number, months: AveragedMonths) {
  return effectiveAverage({ total, months }, details.monthlyExpenseAverage)
}
