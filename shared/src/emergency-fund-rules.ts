import { addMonths, type CalendarDate } from './calendar.js'
import { divideCentavos, formatCentavos, percentOfCentavos } from './money.js'

/** How many months of expenses a fund may cover. */
export const targetMonthChoices = [1, 2, 3, 6, 12] as const
export type TargetMonths = (typeof targetMonthChoices)[number]
export const RECOMMENDED_MONTHS: TargetMonths = 3

/** The recorded fields of a fund; amounts in centavos. */
export interface FundDetails {
  targetMonths: TargetMonths
  /** As entered; used when no expenses are recorded. */
  monthlyExpenseAverage: number
  currentAmount: number
}

/** The fund before anything is configured; amounts in centavos. */
export const newFund: Readonly<FundDetails> = { targetMonths: RECOMMENDED_MONTHS, monthlyExpenseAverage: 300_000, currentAmount: 0 }
/** The target without a fund, in centavos. */
export const TARGET_WITHOUT_FUND = 1_000_000

/** Months over which expenses are averaged for the target; the choices follow. */
export const AVERAGED_MONTHS = 3
export const averagedMonthChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export type AveragedMonths = (typeof averagedMonthChoices)[number]

export const movementKinds = ['deposit', 'withdrawal', 'adjustment'] as const
/** Amounts of deposits and withdrawals are positive, adjustments carry their sign. */
export type MovementKind = (typeof movementKinds)[number]

/** The signed change of the fund's balance by a movement, in the unit of its amount. */
export function changeOf({ kind, amount }: { kind: MovementKind; amount: number }): number {
  return kind === 'withdrawal' ? -amount : amount
}

export const averageSources = ['transactions', 'entered'] as const
export type AverageSource = (typeof averageSources)[number]

/** The last so many months up to today; both ends included, clamped to a month's last day. */
export function monthsUntil(today: CalendarDate, months: number): { from: CalendarDate; to: CalendarDate } {
  return { from: addMonths(today, -months), to: today }
}

/** Monthly expenses in centavos: the average of the recorded ones or, when that is zero, the entered amount. */
export function effectiveAverage(spent: { total: number; months: number }, entered: number): { average: number; source: AverageSource } {
  const average = divideCentavos(spent.total, spent.months)
  return average === 0 ? { average: entered, source: 'entered' } : { average, source: 'transactions' }
}

/** The fund's target in centavos. @param fund null without a fund */
export function targetOf(fund: Pick<FundDetails, 'targetMonths'> | null, average: number): number {
  return fund ? fund.targetMonths * average : TARGET_WITHOUT_FUND
}

/** Shown title of each level of progress. */
export const fundMessages = {
  reached: 'Meta alcançada',
  almost: 'Quase lá',
  solid: 'Progresso sólido',
  starting: 'Vamos começar',
} as const
export type FundLevel = keyof typeof fundMessages
export const fundLevels = ['reached', 'almost', 'solid', 'starting'] as const satisfies readonly FundLevel[]

/** The progress of a fund; amounts in centavos. */
export interface FundStanding {
  targetAmount: number
  currentAmount: number
  remainingAmount: number
  /** From 0 to 100, one decimal. */
  percent: number
  monthlyExpenseAverage: number
  /** Whole months; null when the monthly expenses are zero. */
  estimatedMonths: number | null
  suggestedSafeSpend: number
  message: { level: FundLevel; title: string }
}

/** The progress of a fund with `currentAmount` and monthly expenses of `average`; all in centavos. */
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
    // Saving a fifth of the average each month. Multiply first: a fifth rounded to centavos could be 0.
    estimatedMonths: average === 0 ? null : Math.ceil((remainingAmount * 5) / average),
    suggestedSafeSpend: percentOfCentavos(currentAmount, 10),
    message: { level, title: fundMessages[level] },
  }
}

/** Rounded down, so that 100 means reached. */
function percentOf(currentAmount: number, targetAmount: number): number {
  if (targetAmount === 0) return 0
  if (currentAmount >= targetAmount) return 100
  const tenths = currentAmount * 1000
  return (tenths - (tenths % targetAmount)) / targetAmount / 10
}

/** Compares amounts: a rounded percentage would reach a level one centavo too early. */
function levelOf(currentAmount: number, targetAmount: number): FundLevel {
  const reaches = (percent: number) => targetAmount > 0 && currentAmount * 100 >= targetAmount * percent
  if (reaches(100)) return 'reached'
  if (reaches(75)) return 'almost'
  return reaches(25) ? 'solid' : 'starting'
}

const SAVED_PERCENT = 20

/**
 * The suggested monthly saving in centavos: a fifth of the monthly expenses, as the estimate assumes too. Null when the target
 * is reached or the monthly expenses are zero.
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
  /** Why a withdrawal is refused. @param balance centavos */
  notEnough: (balance: number) => `Você tem ${formatCentavos(balance)} na reserva.`,
} as const
