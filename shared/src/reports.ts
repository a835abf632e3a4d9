import { z } from 'zod'
import { calendarDate, calendarMonth, reais } from './fields.js'
import { DEFAULT_PERIOD, insightKinds, insightTones, reportPeriods, reportTexts } from './report-rules.js'
import { transactionTypes } from './transaction-rules.js'

/** The contract of `/reports`: income, expenses and balances of a period, and insights. */

export const reportFilter = z.object({
  period: z
    .enum(reportPeriods, { error: reportTexts.period })
    .optional()
    .transform((period) => period ?? DEFAULT_PERIOD),
})
export type ReportFilter = z.output<typeof reportFilter>

export const insight = z.strictObject({
  kind: z.enum(insightKinds),
  tone: z.enum(insightTones),
  title: z.string(),
  detail: z.string(),
})
/** One insight: its sentence, and the detail that supports it. */
export type Insight = z.output<typeof insight>

export const reportMonth = z.strictObject({
  month: calendarMonth,
  income: reais(),
  expense: reais(),
  balance: reais(),
  partial: z.boolean().meta({ description: 'Still running' }),
})
export type ReportMonth = z.output<typeof reportMonth>

export const reportCategory = z.strictObject({
  category: z.string(),
  type: z.enum(transactionTypes),
  total: reais(),
  count: z.int(),
  share: z.number().meta({ description: "A fraction of its type's total" }),
})
export type ReportCategory = z.output<typeof reportCategory>

export const report = z.strictObject({
  period: z.enum(reportPeriods),
  from: calendarDate,
  to: calendarDate,
  totals: z.strictObject({ income: reais(), expense: reais(), balance: reais(), transactionCount: z.int() }),
  monthly: z.array(reportMonth),
  categories: z.array(reportCategory),
  incomeGrowth: z.number().nullable().meta({ description: 'A fraction: the last month against the one before' }),
  insights: z.array(insight),
  summaryText: z.string(),
  computedAt: z.iso.datetime(),
  stale: z.boolean(),
})
/** A report; amounts in centavos, on the wire in reais. Insights and summary are as of `computedAt`, all other figures are current. */
export type Report = z.output<typeof report>

export const reportAnswer = z.strictObject({ report })
export type ReportAnswer = z.output<typeof reportAnswer>
