import { z } from 'zod'
import { calendarMonth } from './fields.js'
import { meiActivities, meiTexts } from './mei-rules.js'

/** The contract of what a transaction says for the MEI. */

export const yesOrNo = z.boolean({ error: 'Use verdadeiro ou falso' })
export const meiActivity = z.enum(meiActivities, { error: meiTexts.activitiesMissing })

/** Absent fields have their default. */
export const fiscal = z.strictObject({
  countsAsRevenue: yesOrNo.nullable().default(null),
  activity: meiActivity.nullable().default(null),
  competence: calendarMonth.nullable().default(null).meta({ description: 'The month of the sale; null for that of the date' }),
  hasInvoice: yesOrNo.default(false),
  dasOf: calendarMonth.nullable().default(null).meta({ description: 'The month whose DAS an expense paid' }),
})
export type FiscalBody = z.input<typeof fiscal>

/** What a transaction has: null stands for all defaults. */
export const fiscalOrNone = z
  .strictObject({
    countsAsRevenue: z.boolean().nullable(),
    activity: z.enum(meiActivities).nullable(),
    competence: z.string().nullable(),
    hasInvoice: z.boolean(),
    dasOf: z.string().nullable(),
  })
  .nullable()
