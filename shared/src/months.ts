import { z } from 'zod'
import { addMonths, monthOf } from './calendar.js'
import { MAX_REASON, MIN_REASON, closingTexts } from './closing-rules.js'
import { calendarMonth, reais, refusals, text } from './fields.js'
import { rejections } from './rejections.js'

/** The contract of `/months`. */

/** The most months of one answer. */
export const MAX_LISTED_MONTHS = 240

export const monthFilter = z
  .object({ from: calendarMonth.optional(), to: calendarMonth.optional() })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || (from <= to && monthOf(addMonths(`${from}-01`, MAX_LISTED_MONTHS)) > to),
    {
      error: `Peça de um mês até outro, no máximo ${MAX_LISTED_MONTHS} meses`,
      path: ['from'],
    },
  )
/** Selects months, both included; the last twelve by default. */
export type MonthFilter = z.output<typeof monthFilter>

/** The path of a month, `/{YYYY-MM}`. */
export const monthPath = z.strictObject({ month: calendarMonth })
export type MonthPath = z.output<typeof monthPath>
refusals.add(monthPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

export const monthReopening = z.strictObject({
  reason: text({ max: MAX_REASON, missing: closingTexts.reasonMissing }).refine((reason) => Array.from(reason).length >= MIN_REASON, {
    error: closingTexts.reasonShort,
  }),
})
export type MonthReopening = z.output<typeof monthReopening>

export const monthStates = ['open', 'closed'] as const

export const monthTotals = z.strictObject({
  income: reais(),
  expense: reais(),
  balance: reais(),
  count: z.int().nonnegative().meta({ description: 'Settled transactions; a transfer counts in the month in which it leaves' }),
})
/** What was settled in a month, in centavos. */
export type MonthTotals = z.output<typeof monthTotals>

export const closableMonth = z.strictObject({
  month: calendarMonth,
  state: z.enum(monthStates),
  closedAt: z.iso.datetime().nullable().meta({ description: 'Null while it is open' }),
  position: z.int().positive().nullable().meta({ description: 'Of the closing; null while it is open' }),
  totals: monthTotals.nullable().meta({ description: 'Those at closing; null while it is open' }),
  changedSinceFirstClosing: z.boolean(),
})
/** A month, open or closed; totals in centavos. */
export type ClosableMonth = z.output<typeof closableMonth>

export const monthList = z.strictObject({ months: z.array(closableMonth) })
export type MonthList = z.output<typeof monthList>

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The event that closed a month as the chain covers it, with the hash before it: all that its own hash follows from. */
export const monthProof = z.strictObject({
  month: calendarMonth,
  previousHash: hash,
  event: z.strictObject({
    accountId: z.guid(),
    seq: z.int().positive(),
    entity: z.string(),
    entityId: z.guid(),
    entityVersion: z.int().positive(),
    type: z.string(),
    schemaVersion: z.int().positive(),
    recordedAt: z.iso.datetime(),
    meta: z.string().meta({ description: 'The exact JSON text' }),
    data: z.string().meta({ description: 'The exact JSON text, personal texts sealed' }),
    hash,
  }),
})
export type MonthProof = z.output<typeof monthProof>
export const monthProofAnswer = z.strictObject({ proof: monthProof })
export type MonthProofAnswer = z.output<typeof monthProofAnswer>

export const monthAnswer = z.strictObject({ month: closableMonth })
export type MonthAnswer = z.output<typeof monthAnswer>
