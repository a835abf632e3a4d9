import { z } from 'zod'
import { calendarDate, reais } from './fields.js'
import { forecastLengths, forecastTexts, openingSources, STANDARD_LENGTH } from './forecast-rules.js'

/** The contract of `/forecast`. */

/** The number of days, as a query parameter. */
export const forecastLength = z
  .string()
  .regex(/^\d{1,2}$/, { error: forecastTexts.days })
  .transform(Number)
  .pipe(z.literal(forecastLengths, { error: forecastTexts.days }))

export const forecastFilter = z.object({
  days: forecastLength.optional().transform((days) => days ?? STANDARD_LENGTH),
})
export type ForecastFilter = z.output<typeof forecastFilter>

const spread = reais('Reais; null without enough history').nullable()

export const forecastDay = z.strictObject({
  date: calendarDate,
  income: reais(),
  expense: reais(),
  balance: reais(),
  low: spread,
  high: spread,
})
/** A day ahead: certain income and expense, the balance, and the bounds between which it usually lies. */
export type ForecastDayAnswer = z.output<typeof forecastDay>

export const lowestBalance = z.strictObject({ date: calendarDate, balance: reais() })
export type LowestBalance = z.output<typeof lowestBalance>

export const forecastReview = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  predicted: reais(),
  low: spread,
  high: spread,
  actual: reais(),
})
/** Today's balance as an earlier forecast predicted it, and the actual one. */
export type ForecastReview = z.output<typeof forecastReview>

export const forecast = z.strictObject({
  from: calendarDate,
  to: calendarDate,
  opening: z.strictObject({ amount: reais(), source: z.enum(openingSources) }),
  days: z.array(forecastDay),
  lowest: lowestBalance,
  overdue: z.strictObject({ income: reais(), expense: reais(), count: z.int() }),
  review: forecastReview.nullable(),
  computedAt: z.iso.datetime(),
  stale: z.boolean(),
})
/** The forecast from today; amounts in centavos, on the wire in reais. `computedAt` and `stale` are about the computed parts: `low`, `high`, `review`. */
export type ForecastAnswer = z.output<typeof forecast>
export const forecastAnswer = z.strictObject({ forecast })
export type ForecastAnswerBody = z.output<typeof forecastAnswer>

export const lookAhead = z.strictObject({
  to: calendarDate,
  opening: z.strictObject({ amount: reais(), source: z.enum(openingSources) }),
  lowest: lowestBalance.nullable(),
})
/** The lowest balance up to a day, in centavos, on the wire in reais; null without a stated balance and without a transaction. */
export type LookAhead = z.output<typeof lookAhead>
