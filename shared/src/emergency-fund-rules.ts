import { addMonths, type CalendarDate } from './calendar.js'
import { divideCentavos, formatCentavos, percentOfCentavos } from './money.js'

/** For how many months of expenses a fund may be meant. */
export const targetMonthChoices = [1, 2, 3, 6, 12] as const
export type TargetMonths = (typeof targetMonthChoices)[number]
export const RECOMMENDED_MONTHS: TargetMonths = 3

/** What is recorded of a fund; amounts in centavos. */
export interface FundDetails {
  targetMonths: TargetMonths
  /** As entered; it counts where nothing was spent. */
  monthlyExpenseAverage: number
  currentAmount: number
}

/** A fund of which nothing was said yet; amounts in centavos. */
export const newFund: Readonly<FundDetails> = { targetMonths: RECOMMENDED_MONTHS, monthlyExpenseAverage: 300_000, currentAmount: 0 }
/** The target where there is no fund, in centavos. */
export const TARGET_WITHOUT_FUND = 1_000_000

/** Over how many months expenses are averaged for the target, and over how many they can be. */
export const AVERAGED_MONTHS = 3
export const averagedMonthChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type AveragedMonths = (typeof averagedMonthChoices)[number]

export const movementKinds = ['deposit', 'withdrawal', 'adjustment'] as const
/** Deposits and withdrawals are positive, adjustments carry their sign. */
export type MovementKind = (typeof movementKinds)[number]

/** By how much a movement changes what is in the fund, in the unit of its amount. */
export function changeOf({ kind, amount }: { kind: MovementKind; amount: number }): number {
  return kind === 'withdrawal' ? -amount : amount
}

export const averageSources = ['transactions', 'entered'] as const
export type AverageSource = (typeof averageSources)[number]

/** The last so many months, up to today; both ends included, clamped to a month's last day. */
export function monthsUntil(today: CalendarDate, months: number): { from: CalendarDate; to: CalendarDate } {
  return { from: addMonths(today, -months), to: today }
}

/** What a month costs, in centavos: the average of what was spent in so many months or, when that is zero, what was entered. */
export function effectiveAverage(spent: { total: number; months: number }, entered: number): { average: number; source: AverageSource } {
  const average = divideCentavos(spent.total, spent.months)
  return average === 0 ? { average: entered, source: 'entered' } : { average, source: 'transactions' }
}

/** How much a fund is meant to hold, in centavos; null where there is no fund. */
export function targetOf(fund: Pick<FundDetails, 'targetMonths'> | null, average: number): number {
  return fund ? fund.targetMonths * average : TARGET_WITHOUT_FUND
}

/** What is said of a fund, by how far it is. */
export const fundMessages = {
  reached: 'Meta alcançada',
  almost: 'Quase lá',
  solid: 'Progresso sólido',
  starting: 'Vamos começar',
} as const
export type FundLevel = keyof typeof fundMessages
export const fundLevels = ['reached', 'almost', 'solid', 'starting'] as const satisfies readonly FundLevel[]

/** How a fund stands; amounts in centavos. */
export interface FundStanding {
  targetAmount: number
  currentAmount: number
  remainingAmount: number
  /** From 0 to 100, one decimal. */
  percent: number
  monthlyExpenseAverage: number
  /** Whole months; null where nobody can tell, because a month costs nothing. */
  estimatedMonths: number | null
  suggestedSafeSpend: number
  message: { level: FundLevel; title: string }
}

/** How a fund stands that holds `currentAmount` where a month costs `average`; all in centavos. */
export function standingOf(amounts: { targetAmount: number; currentAmount: number; average: number }): FundStanding {
  const { targetAmount, currentAmount, average } = amounts
  const level = levelOf(currentAmount, targetAmount)
  const remainingAmount = Math.max(0, targetAmount - currentAmount)
  return {
    targetAmount,
    currentAmount,
    remainingAmount,
    percent: percentOf(currentAmount, targetAmount),
    monthlyExpenseAverage: average,
    // A fifth of what a month costs is put aside; kept whole, because a rounded fifth of a centavo would be nothing.
    estimatedMonths: average === 0 ? null : Math.ceil((remainingAmount * 5) / average),
    suggestedSafeSpend: percentOfCentavos(currentAmount, 10),
    message: { level, title: fundMessages[level] },
  }
}

/** Rounded down, so that 100 is said only of what is reached. */
function percentOf(currentAmount: number, targetAmount: number): number {
  if (targetAmount === 0) return 0
  if (currentAmount >= targetAmount) return 100
  const tenths = currentAmount * 1000
  return (tenths - (tenths % targetAmount)) / targetAmount / 10
}

/** Decided on the amounts: a rounded percentage would reach a level one centavo too early. */
function levelOf(currentAmount: number, targetAmount: number): FundLevel {
  const reaches = (percent: number) => targetAmount > 0 && currentAmount * 100 >= targetAmount * percent
  if (reaches(100)) return 'reached'
  if (reaches(75)) return 'almost'
  return reaches(25) ? 'solid' : 'starting'
}

const SAVED_PERCENT = 20

/**
 * What is suggested to be put aside each month, in centavos: a fifth of what a month costs, which the estimate supposes as
 * well; null where nothing is missing, or nobody knows what a month costs.
 */
export function suggestedSaving({
  monthlyExpenseAverage,
  remainingAmount,
}: Pick<FundStanding, 'monthlyExpenseAverage' | 'remainingAmount'>): number | null {
  return monthlyExpenseAverage === 0 || remainingAmount === 0 ? null : percentOfCentavos(monthlyExpenseAverage, SAVED_PERCENT)
}

export const fundTexts = {
  targetMonths: 'Escolha 1, 2, 3, 6 ou 12 meses',
  averagedMonths: 'Use um número de 1 a 12',
  tooMuch: 'A reserva pode ter no máximo R$ 999.999.999,99.',
  /** Why a withdrawal is refused; the balance in centavos. */
  notEnough: (balance: number) => `Você tem ${formatCentavos(balance)} na reserva.`,
} as const
