import { z } from 'zod'
import { calendarDate } from './fields.js'
import { forecastLengths, forecastTexts, openingSources, STANDARD_LENGTH } from './forecast-rules.js'

/** What lies ahead: the contract of `/forecast`. */

/** For how many days, as an address says it. */
export const forecastLength = z
  .string()
  .regex(/^\d{1,2}$/, { error: forecastTexts.days })
  .transform(Number)
  .pipe(z.literal(forecastLengths, { error: forecastTexts.days }))

export const forecastFilter = z.object({
  days: forecastLength.optional().transform((days) => days ?? STANDARD_LENGTH),
})
export type ForecastFilter = z.output<typeof forecastFilter>

const reais = z.number().meta({ description: 'Reais' })
const spread = z.number().nullable().meta({ description: 'Reais; null without enough history' })

export const forecastDay = z.strictObject({
  date: calendarDate,
  income: reais,
  expense: reais,
  balance: reais,
  low: spread,
  high: spread,
})
/** A day ahead: what is certain to come in and go out, what remains, and between which figures it usually lies. */
export type ForecastDayAnswer = z.output<typeof forecastDay>

export const lowestBalance = z.strictObject({ date: calendarDate, balance: reais })
export type LowestBalance = z.output<typeof lowestBalance>

export const forecastReview = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  predicted: reais,
  low: spread,
  high: spread,
  actual: reais,
})
/** What was foreseen for today on an earlier day, and what there is. */
export type ForecastReview = z.output<typeof forecastReview>

export const forecast = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  opening: z.strictObject({ amount: reais, source: z.enum(openingSources) }),
  days: z.array(forecastDay),
  lowest: lowestBalance,
  overdue: z.strictObject({ income: reais, expense: reais, count: z.int() }),
  review: forecastReview.nullable(),
  computedAt: z.iso.datetime(),
  stale: z.boolean(),
})
/** What lies ahead of today; amounts in reais. `computedAt` and `stale` are of what the past says: `low`, `high`, `review`. */
export type ForecastAnswer = z.output<typeof forecast>
export const forecastAnswer = z.strictObject({ forecast })
export type ForecastAnswerBody = z.output<typeof forecastAnswer>

export const lookAhead = z.strictObject({
  to: calendarDate,
  opening: z.strictObject({ amount: reais, source: z.enum(openingSources) }),
  lowest: lowestBalance.nullable(),
})
/** The lowest balance up to a day, in reais; null where there is nothing to say it of: no balance stated, no transaction. */
export type LookAhead = z.output<typeof lookAhead>
