import { z } from 'zod'
import { calendarDate, calendarMonth, reais } from './fields.js'
import { DEFAULT_PERIOD, insightKinds, insightTones, reportPeriods, reportTexts } from './report-rules.js'
import { flowTypes, transactionTypes } from './transaction-rules.js'

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

export const reportChange = z.strictObject({
  category: z.string(),
  type: z.enum(flowTypes),
  total: reais('Reais of the period'),
  previousTotal: reais('Reais of the days that it is compared with'),
})
/** A category whose sum changed against the period before. */
export type ReportChange = z.output<typeof reportChange>

export const reportComparison = z
  .strictObject({
    from: calendarDate,
    to: calendarDate,
    changes: z
      .array(reportChange)
      .meta({ description: 'At most 5, largest difference first; categories without a difference are left out' }),
  })
  .meta({
    description:
      'The same days of as many months right before the period: up to the same day of the month while the current month runs, otherwise whole months',
    examples: [
      {
        from: '2026-06-01',
        to: '2026-08-20',
        changes: [
          { category: 'Fornecedores', type: 'expense', total: 4012, previousTotal: 3200 },
          { category: 'Vendas', type: 'income', total: 9800, previousTotal: 10_150 },
        ],
      },
    ],
  })
/** What a report is compared with. */
export type ReportComparison = z.output<typeof reportComparison>

export const oneOff = z
  .strictObject({
    date: calendarDate,
    description: z.string(),
    category: z.string(),
    type: z.enum(flowTypes),
    amount: reais(),
    share: z.number().meta({ description: "A fraction of its category's month, more than a third" }),
  })
  .meta({
    examples: [{ date: '2026-11-12', description: 'Batedeira nova', category: 'Equipamentos', type: 'expense', amount: 1890, share: 0.86 }],
  })
/** A settled transaction that came in no other month of the year up to today, belongs to no recurrence, and weighs on its category's month. */
export type OneOff = z.output<typeof oneOff>

export const report = z.strictObject({
  period: z.enum(reportPeriods),
  from: calendarDate,
  to: calendarDate,
  totals: z.strictObject({ income: reais(), expense: reais(), balance: reais(), transactionCount: z.int() }),
  monthly: z.array(reportMonth),
  categories: z.array(reportCategory),
  incomeGrowth: z.number().nullable().meta({ description: 'A fraction: the last month against the one before' }),
  comparison: reportComparison.nullable().meta({ description: 'Null while the account has no transactions that old' }),
  oneOffs: z.array(oneOff).meta({ description: 'At most 5, largest first; none before three months have transactions' }),
  insights: z.array(insight),
  summaryText: z.string(),
  computedAt: z.iso.datetime(),
  stale: z.boolean(),
})
/** A report; amounts in centavos, on the wire in reais. One-offs, insights and summary are as of `computedAt`, all other figures are current. */
export type Report = z.output<typeof report>

export const reportAnswer = z.strictObject({ report })
export type ReportAnswer = z.output<typeof reportAnswer>
