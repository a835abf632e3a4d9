import { z } from 'zod'
import { lookAhead, forecastLength } from './forecast.js'
import {
  addressText,
  amount,
  calendarDate,
  calendarMonth,
  dateOrTimestamp,
  id,
  clearableText,
  pageSize,
  reais,
  refusals,
  text,
} from './fields.js'
import { fiscal, fiscalOrNone, yesOrNo } from './fiscal.js'
import { MAX_FILTERED_CATEGORIES, MAX_TITLE } from './limits.js'
import type { Centavos } from './money.js'
import { forOptionalTexts } from './transaction-details.js'
import { flowTypes, transactionStates, transactionTexts, transactionTypes } from './transaction-rules.js'
import { walletTexts } from './wallet-rules.js'

/** The contract of `/transactions`. */

const type = z.enum(transactionTypes, { error: transactionTexts.typeMissing })
const description = text({ max: MAX_TITLE, missing: transactionTexts.descriptionMissing })

/** The optional texts of a new transaction; an absent one is none. */
export const newOptionalTexts = forOptionalTexts((_, { max }) => clearableText(max).default(null))

/** Where the money is; for a transfer also where it goes, and the day on which it arrives. */
const places = { walletId: id.optional(), toWalletId: id.optional(), toDate: calendarDate.optional() }

export const newTransaction = z
  .strictObject({
    id: id.optional(),
    description,
    amount,
    type,
    ...newOptionalTexts,
    ...places,
    transactionDate: dateOrTimestamp,
    isScheduled: yesOrNo.default(false),
    fiscal: fiscal.nullable().default(null),
    ruleId: id.optional().meta({ description: 'The rule from which the category came; an unknown one is ignored' }),
  })
  .superRefine(({ type: as, toWalletId, toDate, category }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (as === 'transfer' && toWalletId === undefined) refuse('toWalletId', walletTexts.destinationMissing)
    if (as === 'transfer' && category !== null) refuse('category', walletTexts.categoryOnTransfer)
    if (as !== 'transfer' && toWalletId !== undefined) refuse('toWalletId', walletTexts.onlyTransfer)
    if (as !== 'transfer' && toDate !== undefined) refuse('toDate', walletTexts.onlyTransfer)
  })
/** A transaction to record; `amount` in centavos. */
export type NewTransaction = z.output<typeof newTransaction>
/** The same as sent; `amount` in reais. */
export type NewTransactionBody = z.input<typeof newTransaction>

export const transactionChanges = z.strictObject({
  description: description.optional(),
  amount: amount.optional(),
  type: type.optional(),
  // Absent keeps a text; null and empty clear it.
  ...forOptionalTexts((_, { max }) => clearableText(max).optional()),
  ...places,
  transactionDate: dateOrTimestamp.optional(),
  isScheduled: yesOrNo.optional(),
  isConfirmed: yesOrNo.optional(),
  isReceived: yesOrNo.optional(),
  fiscal: fiscal.nullable().optional().meta({ description: 'Replaces all of it; null for the defaults' }),
})
refusals.add(transactionChanges, { code: 'VALIDATION', text: transactionTexts.invalid })
/** Changes of a transaction; `amount` in centavos. */
export type TransactionChanges = z.output<typeof transactionChanges>
/** The same as sent; `amount` in reais. */
export type TransactionChangesBody = z.input<typeof transactionChanges>

const typeFilter = z.enum(transactionTypes, { error: 'Use income, expense ou transfer' }).optional()
/** One value, or the parameter several times. */
const walletIds = z
  .union([id, z.array(id).min(1).max(50, { error: 'Escolha no máximo 50 contas' })])
  .transform((value) => [...new Set([value].flat())])
  .optional()

/** One category, or the parameter several times; an empty one selects transactions without a category. */
const categoryNames = z
  .union([addressText, z.array(addressText).min(1).max(MAX_FILTERED_CATEGORIES, { error: 'Escolha no máximo 30 categorias' })])
  .transform((value) => [...new Set([value].flat())])
  .optional()

/** An amount in reais as a query parameter, such as `45.90`. */
const addressAmount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, { error: 'Use um valor como 45.90' })
  .transform((value): Centavos => Math.round(Number(value) * 100))
  .meta({ description: 'Reais, at most two decimals' })

export const summaryFilter = z.object({
  type: typeFilter,
  month: calendarMonth.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  search: addressText.optional(),
  category: categoryNames,
  amount: addressAmount.optional(),
  status: z.enum(transactionStates, { error: 'Use settled, pending ou not_received' }).optional(),
  walletId: walletIds,
  attachments: z
    .enum(['none', 'some'], { error: 'Use none ou some' })
    .optional()
    .meta({ description: '`some` selects those with a receipt, `none` the settled expenses that lack one' }),
})
/** Selects transactions; all of them when empty. */
export type SummaryFilter = z.output<typeof summaryFilter>

export const transactionFilter = z.object({
  ...summaryFilter.shape,
  importId: id.optional(),
  limit: pageSize(500, 100),
  cursor: z.string().max(500, { error: 'Cursor inválido' }).optional(),
})
export type TransactionFilter = z.output<typeof transactionFilter>

export const monthsFilter = z.object({ count: pageSize(36, 6), until: calendarMonth.optional(), lowest: forecastLength.optional() })
/** How many months, ending with `until`, by default the current one. `lowest`: days ahead to search for the lowest balance. */
export type MonthsFilter = z.output<typeof monthsFilter>

export const transaction = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  description: z.string(),
  amount: reais(),
  type: z.enum(transactionTypes),
  ...forOptionalTexts(() => z.string().nullable()),
  walletId: z.guid().meta({ description: 'Where the money is; of a transfer, where it comes from' }),
  toWalletId: z.guid().nullable().meta({ description: 'Where a transfer goes' }),
  date: calendarDate,
  toDate: calendarDate.nullable().meta({ description: 'The day on which a transfer arrives' }),
  isScheduled: z.boolean(),
  isConfirmed: z.boolean(),
  isReceived: z.boolean(),
  statementText: z.string().nullable().meta({ description: "The bank's own text of its line; imports alone set it" }),
  importId: z.guid().nullable().meta({ description: 'The import that it came with, or that settled it' }),
  recurrenceId: z.guid().nullable().meta({ description: 'The recurrence that it is an occurrence of' }),
  instalment: z.strictObject({ number: z.int().positive(), of: z.int().positive() }).nullable(),
  fiscal: fiscalOrNone.meta({ description: 'What it says for the MEI; null for the defaults' }),
  attachmentCount: z.int().nonnegative().meta({ description: 'How many receipts it has, which change no version of it' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A transaction; `amount` in centavos, on the wire in reais. */
export type Transaction = z.output<typeof transaction>

const usedCategory = z.strictObject({
  type: z.enum(flowTypes),
  category: z.string(),
  count: z.int().positive().meta({ description: 'How many transactions have it, whatever their state' }),
  lastDate: calendarDate.meta({ description: 'The latest date of these until today; the earliest if all are to come' }),
  total: reais('Reais, of the settled ones of the running year'),
})
export type UsedCategory = z.output<typeof usedCategory>

export const usedCategories = z.strictObject({ categories: z.array(usedCategory) })
/** The categories of an account's transactions by type, most used first. */
export type UsedCategories = z.output<typeof usedCategories>

export const descriptionFilter = z.object({ limit: pageSize(1_000, 300) })
export type DescriptionFilter = z.output<typeof descriptionFilter>

const usedDescription = z.strictObject({
  description: z.string(),
  type: z.enum(flowTypes),
  category: z.string().nullable(),
  amount: reais(),
  walletId: z.guid(),
  count: z.int().positive().meta({ description: 'How many transactions are called like this, whatever the case, accents and digits' }),
  lastDate: calendarDate,
})
export type UsedDescription = z.output<typeof usedDescription>

export const usedDescriptions = z.strictObject({ descriptions: z.array(usedDescription) })
/** What the transactions of the last 24 months are called, most used first; each as its latest transaction has it. */
export type UsedDescriptions = z.output<typeof usedDescriptions>

export const transactionAnswer = z.strictObject({ transaction })
export type TransactionAnswer = z.output<typeof transactionAnswer>

export const transactionPage = z.strictObject({ transactions: z.array(transaction), nextCursor: z.string().nullable() })
export type TransactionPage = z.output<typeof transactionPage>

export const summary = z.strictObject({
  income: reais(),
  expense: reais(),
  balance: reais(),
  scheduledIncome: reais(),
  scheduledExpense: reais(),
  transferIn: reais('Reais, of settled transfers to the wallets asked for; 0 without any'),
  transferOut: reais('Reais, of settled transfers from the wallets asked for; 0 without any'),
  count: z.int(),
})
/** Totals in centavos, on the wire in reais; `count` counts settled transactions. */
export type Summary = z.output<typeof summary>
export const summaryAnswer = z.strictObject({ summary })
export type SummaryAnswer = z.output<typeof summaryAnswer>

export const monthSummary = z.strictObject({ month: z.string().meta({ description: 'YYYY-MM' }), ...summary.shape })
/** The totals of a calendar month. */
export type MonthSummary = z.output<typeof monthSummary>
export const monthSummaries = z.strictObject({ months: z.array(monthSummary), ahead: lookAhead.optional() })
/** The totals of consecutive months, oldest first, empty ones included; `ahead` when requested. */
export type MonthSummaries = z.output<typeof monthSummaries>
