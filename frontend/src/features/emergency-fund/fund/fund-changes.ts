import { newFund, targetOf, type MovementKind, type TargetMonths } from '@prumo/shared/emergency-fund-rules'
import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { centavosToReais } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'

/** What a person wants of a fund. */
export interface TargetDraft {
  targetMonths: TargetMonths
  averageCentavos: number
}

/** What a person puts in or takes out; the amount is above zero. */
export interface MovementDraft {
  kind: Exclude<MovementKind, 'adjustment'>
  centavos: number
  description: string | null
}

/** What of an account its fund follows from, besides what is said about the fund. */
export interface Account {
  userId: string
  /** Undefined while nobody knows. */
  average: ExpenseAverage | undefined
}

/** A fund, or none yet, with another target, as the server will answer it. */
export function configured(before: EmergencyFund | null, { targetMonths, averageCentavos }: TargetDraft, account: Account): EmergencyFund {
  const target = targetCentavos({ targetMonths, averageCentavos }, account.average)
  return { ...changed(before ?? begun(account)), targetMonths, monthlyExpenseAverage: centavosToReais(averageCentavos), targetAmount: centavosToReais(target) }
}

/** A fund, or none yet, that holds another amount, as the server will answer it. */
export function holding(before: EmergencyFund | null, centavos: number, account: Account): EmergencyFund {
  return { ...changed(before ?? begun(account)), currentAmount: centavosToReais(centavos) }
}

/** How much such a target comes to: what was really spent counts before what was entered. */
export function targetCentavos({ targetMonths, averageCentavos }: TargetDraft, average: ExpenseAverage | undefined): number {
  return targetOf({ targetMonths }, spentAverage(average) || averageCentavos)
}

/** What a month really cost, in centavos; 0 where nothing was spent, or nobody knows. */
export function spentAverage(average: ExpenseAverage | undefined): number {
  return average?.source === 'transactions' ? centavosOf(average.monthlyExpenseAverage) : 0
}

function changed(fund: EmergencyFund): EmergencyFund {
  return { ...fund, version: fund.version + 1 }
}

/** A fund of which nothing was said yet. */
function begun({ userId, average }: Account): EmergencyFund {
  const { targetMonths, monthlyExpenseAverage: averageCentavos } = newFund
  return {
    id: userId,
    userId,
    targetMonths,
    monthlyExpenseAverage: centavosToReais(averageCentavos),
    currentAmount: 0,
    targetAmount: centavosToReais(targetCentavos({ targetMonths, averageCentavos }, average)),
    version: 0,
  }
}
