import { z } from 'zod'
import { amount, calendarDate, clearableText, id, reais, text } from './fields.js'
import { MAX_CATEGORY, MAX_TITLE } from './limits.js'
import {
  MAX_INSTALMENTS,
  MAX_INTERVAL,
  MIN_INSTALMENTS,
  recurrenceKinds,
  recurrenceSteps,
  recurrenceTexts,
  weekendRules,
} from './recurrence-rules.js'
import { transactionTexts, flowTypes } from './transaction-rules.js'
import { transaction } from './transactions.js'

/** The contract of `/recurrences`. */

const description = text({ max: MAX_TITLE, missing: transactionTexts.descriptionMissing })
const every = z.enum(recurrenceSteps, { error: 'Escolha semana, mês ou ano' })
const interval = z
  .int({ error: 'Diga de quantos em quantos' })
  .min(1, { error: 'O intervalo mínimo é 1' })
  .max(MAX_INTERVAL, { error: `O intervalo máximo é ${MAX_INTERVAL}` })
const weekend = z.enum(weekendRules, { error: 'Escolha manter, antes ou depois' })
const until = calendarDate.nullable()
const count = z
  .int({ error: recurrenceTexts.countMissing })
  .min(MIN_INSTALMENTS, { error: recurrenceTexts.countMissing })
  .max(MAX_INSTALMENTS, { error: recurrenceTexts.countMissing })

const firstNumber = z
  .int({ error: recurrenceTexts.firstTooHigh })
  .min(1, { error: recurrenceTexts.firstTooHigh })
  .max(MAX_INSTALMENTS, { error: recurrenceTexts.firstTooHigh })

export const newRecurrence = z
  .strictObject({
    id: id.optional(),
    kind: z.enum(recurrenceKinds, { error: 'Escolha recorrente ou parcelado' }),
    type: z.enum(flowTypes, { error: transactionTexts.typeMissing }),
    description,
    category: clearableText(MAX_CATEGORY).default(null),
    walletId: id.optional(),
    amount,
    start: calendarDate,
    every,
    interval: interval.default(1),
    weekend: weekend.default('keep'),
    count: count.nullable().default(null),
    firstNumber: firstNumber.default(1),
    until: until.default(null),
  })
  .superRefine(({ kind, amount: total, start, count: parts, firstNumber: first, until: last }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (kind === 'recurring' && parts !== null) refuse('count', recurrenceTexts.countOfRecurring)
    if (kind === 'instalments' && parts === null) refuse('count', recurrenceTexts.countMissing)
    if (first > (parts ?? 1)) refuse('firstNumber', parts === null ? recurrenceTexts.countOfRecurring : recurrenceTexts.firstTooHigh)
    if (kind === 'instalments' && parts !== null && total < parts) refuse('amount', recurrenceTexts.tooSmall)
    if (last !== null && last < start) refuse('until', recurrenceTexts.endsBeforeStart)
  })
/** A recurrence to create; `amount` in centavos, for instalments the total. */
export type NewRecurrence = z.output<typeof newRecurrence>
/** The same as sent; `amount` in reais. */
export type NewRecurrenceBody = z.input<typeof newRecurrence>

export const recurrenceChanges = z.strictObject({
  from: calendarDate,
  amount: amount.optional(),
  description: description.optional(),
  // Absent keeps the category; null and empty clear it.
  category: clearableText(MAX_CATEGORY).optional(),
  walletId: id.optional(),
  every: every.optional(),
  interval: interval.optional(),
  weekend: weekend.optional(),
  until: until.optional(),
  date: calendarDate.optional().meta({ description: 'The first new date: the series ends before `from` and restarts here' }),
})
/** Changes of the terms from a nominal date on; `amount` in centavos. */
export type RecurrenceChanges = z.output<typeof recurrenceChanges>
/** The same as sent; `amount` in reais. */
export type RecurrenceChangesBody = z.input<typeof recurrenceChanges>

export const recurrenceEnd = z.object({ from: calendarDate.optional() })
/** The first nominal date that no longer occurs; today when absent. */
export type RecurrenceEnd = z.output<typeof recurrenceEnd>

export const recurrenceResume = z.strictObject({ from: calendarDate })
/** The first nominal date that may occur again. */
export type RecurrenceResume = z.output<typeof recurrenceResume>

export const recurrence = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  kind: z.enum(recurrenceKinds),
  type: z.enum(flowTypes),
  description: z.string(),
  category: z.string().nullable(),
  walletId: z.guid(),
  amount: reais('Reais, of one occurrence; of instalments the total'),
  start: calendarDate.meta({ description: 'The date that the present series is counted from' }),
  every: z.enum(recurrenceSteps),
  interval: z.int().positive(),
  weekend: z.enum(weekendRules),
  count: z.int().nullable(),
  firstNumber: z.int().positive().meta({ description: 'The number of the instalment at `start`' }),
  until: calendarDate.nullable(),
  endedAt: z.iso.datetime().nullable(),
  next: calendarDate.nullable().meta({ description: 'When the next occurrence is due, from today on' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A recurrence; `amount` in centavos, on the wire in reais. */
export type Recurrence = z.output<typeof recurrence>

const since = { from: calendarDate }

/**
 * A recurrence in an exported copy, with all its terms and pauses. `used` holds the nominal dates with recorded occurrences,
 * including those that the user deleted.
 */
export const exportedRecurrence = z.strictObject({
  ...recurrence.shape,
  used: z.array(calendarDate),
  reached: calendarDate.meta({ description: 'The last nominal date up to which occurrences are recorded' }),
  terms: z.array(
    z.strictObject({
      ...since,
      description: z.string(),
      category: z.string().nullable(),
      walletId: z.guid(),
      amount: reais(),
      every: z.enum(recurrenceSteps),
      interval: z.int().positive(),
      weekend: z.enum(weekendRules),
      anchor: calendarDate.nullable().meta({ description: 'Where the series restarts' }),
    }),
  ),
  pauses: z.array(z.strictObject({ ...since, to: calendarDate.nullable() })),
})
export type ExportedRecurrence = z.output<typeof exportedRecurrence>

/** The number of changes is not limited here: a restore skips and reports a recurrence with too many, and keeps the rest. */
export const copiedRecurrence = z
  .strictObject({
    ...exportedRecurrence.shape,
    id,
    amount,
    description,
    category: clearableText(MAX_CATEGORY),
    walletId: id.nullable().default(null),
    interval,
    count: count.nullable(),
    // Copies of earlier releases have neither.
    firstNumber: firstNumber.default(1),
    terms: z
      .array(
        z.strictObject({
          ...since,
          description,
          category: clearableText(MAX_CATEGORY),
          walletId: id.nullable().default(null),
          amount,
          every,
          interval,
          weekend,
          anchor: calendarDate.nullable().default(null),
        }),
      )
      .min(1),
  })
  .refine(({ kind, count: parts, firstNumber: first, start, terms, pauses, endedAt }) => {
    const inOrder = terms.every(({ from }, index) => (index === 0 ? from === start : from > (terms[index - 1]?.from ?? '')))
    const hasEnded = pauses.filter(({ to }) => to === null).length
    return (kind === 'instalments') === (parts !== null) && first <= (parts ?? 1) && inOrder && hasEnded === (endedAt === null ? 0 : 1)
  })

export const recurrenceList = z.strictObject({ recurrences: z.array(recurrence) })
/** Next due first, ended last. */
export type RecurrenceList = z.output<typeof recurrenceList>

export const recurrenceAnswer = z.strictObject({ recurrence, transactions: z.array(transaction) })
/** A recurrence with the occurrences that the command recorded, changed or restored. */
export type RecurrenceAnswer = z.output<typeof recurrenceAnswer>
