import { z } from 'zod'
import {
  AVERAGED_MONTHS,
  averagedMonthChoices,
  averageSources,
  fundLevels,
  fundTexts,
  movementKinds,
  targetMonthChoices,
} from './emergency-fund-rules.js'
import { amount, amountOrZero, clearableText, pageSize, reais } from './fields.js'
import { MAX_TITLE } from './limits.js'

/** The contract of `/emergency-fund`. */

export const fundSettings = z.strictObject({
  targetMonths: z.literal(targetMonthChoices, { error: fundTexts.targetMonths }).optional(),
  monthlyExpenseAverage: amountOrZero.optional(),
  currentAmount: amountOrZero.optional(),
})
/** Changes of the fund's settings; amounts in centavos. */
export type FundSettings = z.output<typeof fundSettings>
/** The same as sent; amounts in reais. */
export type FundSettingsBody = z.input<typeof fundSettings>

export const newMovement = z.strictObject({ amount, description: clearableText(MAX_TITLE).default(null) })
/** A deposit or a withdrawal, in centavos. */
export type NewMovement = z.output<typeof newMovement>
/** The same as sent, in reais. */
export type NewMovementBody = z.input<typeof newMovement>

export const movementFilter = z.object({
  limit: pageSize(500, 100),
  cursor: z.string().max(500, { error: 'Cursor inválido' }).optional(),
})
export type MovementFilter = z.output<typeof movementFilter>

export const averagingFilter = z.object({
  months: z
    .string()
    .regex(/^\d{1,2}$/, { error: fundTexts.averagedMonths })
    .transform(Number)
    .pipe(z.literal(averagedMonthChoices, { error: fundTexts.averagedMonths }))
    .optional()
    .transform((months) => months ?? AVERAGED_MONTHS),
})
export type AveragingFilter = z.output<typeof averagingFilter>

export const emergencyFund = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  targetMonths: z.literal(targetMonthChoices),
  monthlyExpenseAverage: reais('Reais, as entered'),
  currentAmount: reais(),
  targetAmount: reais(),
  version: z.int().positive(),
})
/** The fund; amounts in centavos, on the wire in reais. */
export type EmergencyFund = z.output<typeof emergencyFund>

export const emergencyFundAnswer = z.strictObject({ emergencyFund })
export type EmergencyFundAnswer = z.output<typeof emergencyFundAnswer>

/** Null until the fund is configured or funded. */
export const emergencyFundOrNone = z.strictObject({ emergencyFund: emergencyFund.nullable() })
export type EmergencyFundOrNone = z.output<typeof emergencyFundOrNone>

export const fundMovement = z.strictObject({
  id: z.guid(),
  kind: z.enum(movementKinds),
  amount: reais('Reais; an adjustment carries its sign'),
  description: z.string().nullable(),
  balance: reais('Reais, after the movement'),
  at: z.iso.datetime(),
})
/** A movement of the fund; amounts in centavos, on the wire in reais. */
export type FundMovement = z.output<typeof fundMovement>

export const movementPage = z.strictObject({ movements: z.array(fundMovement), nextCursor: z.string().nullable() })
export type MovementPage = z.output<typeof movementPage>

/** When the answer was computed, and whether an event or a new date made it stale. */
const computed = { computedAt: z.iso.datetime(), stale: z.boolean() }

export const expenseAverage = z.strictObject({
  months: z.int(),
  totalExpenses: reais(),
  monthlyExpenseAverage: reais(),
  source: z.enum(averageSources),
  ...computed,
})
/** Average monthly expenses; amounts in centavos, on the wire in reais. */
export type ExpenseAverage = z.output<typeof expenseAverage>

export const fundAnalysis = z.strictObject({
  targetAmount: reais(),
  currentAmount: reais(),
  remainingAmount: reais(),
  percent: z.number().meta({ description: 'From 0 to 100, one decimal' }),
  monthlyExpenseAverage: reais(),
  estimatedMonths: z.int().nullable(),
  suggestedSafeSpend: reais(),
  message: z.strictObject({ level: z.enum(fundLevels), title: z.string() }),
  ...computed,
})
/** The progress of the fund; amounts in centavos, on the wire in reais. */
export type FundAnalysis = z.output<typeof fundAnalysis>
export const fundAnalysisAnswer = z.strictObject({ analysis: fundAnalysis })
export type FundAnalysisAnswer = z.output<typeof fundAnalysisAnswer>
