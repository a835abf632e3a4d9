import { z } from 'zod'
import { amount, calendarDate, clearableText, id, pageSize, reais, signedAmount, text } from './fields.js'
import { importTexts, lineStates, MAX_IMPORT_ROWS, statementFormats } from './import-rules.js'
import { MAX_CATEGORY, MAX_NAME, MAX_TITLE } from './limits.js'
import { suggestionSources } from './suggestions.js'
import { transactionTexts, flowTypes } from './transaction-rules.js'

/** The contract of `/imports`: bank statements that the browser parsed into lines. */

/** A SHA-256 in lower-case hex. */
export const hash = z.string({ error: 'Valor inválido' }).regex(/^[0-9a-f]{64}$/, { error: 'Valor inválido' })
const format = z.enum(statementFormats, { error: 'Use ofx ou csv' })
const bank = clearableText(MAX_NAME).default(null)
const account = hash.nullable().default(null).meta({ description: 'SHA-256 of bank, branch and account or card number' })

/** Fields of every line. */
const line = {
  key: hash.meta({ description: 'SHA-256 of account, identifier or memo, date, signed centavos and occurrence, joined by U+001F' }),
  date: calendarDate,
  amount,
  type: z.enum(flowTypes, { error: transactionTexts.typeMissing }),
  description: text({ max: MAX_TITLE, missing: transactionTexts.descriptionMissing }),
  statementText: clearableText(MAX_TITLE).optional().meta({ description: "The bank's own text, where the description is another" }),
}

function rowsOf<Row extends z.ZodType>(row: Row) {
  return z.array(row).min(1, { error: importTexts.noRows }).max(MAX_IMPORT_ROWS, { error: importTexts.tooManyRows })
}

const walletId = id.optional().meta({ description: 'Absent: the wallet that the account belongs to, else the main one' })

export const importPreview = z.strictObject({ format: format.optional(), bank, account, walletId, rows: rowsOf(z.strictObject(line)) })
/** Lines to compare with existing transactions; amounts in centavos. */
export type ImportPreview = z.output<typeof importPreview>
/** The same as sent; amounts in reais. */
export type ImportPreviewBody = z.input<typeof importPreview>

export const importRow = z
  .strictObject({
    id,
    ...line,
    category: clearableText(MAX_CATEGORY).default(null),
    settles: id.optional(),
    joins: id.optional(),
    toWalletId: id.optional(),
    fromWalletId: id.optional(),
    ruleId: id.optional().meta({ description: 'The rule from which the category came; an unknown one is ignored' }),
  })
  .superRefine(({ type, settles, joins, toWalletId, fromWalletId }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (toWalletId !== undefined && type !== 'expense') refuse('toWalletId', importTexts.onlyExpenseLeaves)
    if (fromWalletId !== undefined && type !== 'income') refuse('fromWalletId', importTexts.onlyIncomeArrives)
    const fates = [settles, joins, toWalletId, fromWalletId].filter((each) => each !== undefined)
    if (fates.length > 1) context.addIssue({ code: 'custom', message: importTexts.oneFate })
  })
/**
 * A line that becomes the transaction `id`, settles the pending transaction `settles`, or is the other side of the transaction
 * `joins`. One with `toWalletId` or `fromWalletId` becomes a transfer to or from that wallet. `amount` in centavos.
 */
export type ImportRow = z.output<typeof importRow>

export const newImport = z.strictObject({
  id: id.optional(),
  fileName: text({ max: MAX_TITLE, missing: 'Diga o nome do arquivo' }),
  format,
  bank,
  account,
  walletId,
  closing: z.strictObject({ date: calendarDate, balance: signedAmount }).nullable().default(null),
  rows: rowsOf(importRow).superRefine((rows, context) => {
    const keys = new Set(rows.map(({ key }) => key))
    const transactions = new Set(rows.map((row) => row.settles ?? row.joins ?? row.id))
    const ids = new Set(rows.map((row) => row.id))
    if (Math.min(keys.size, transactions.size, ids.size) < rows.length) context.addIssue({ code: 'custom', message: importTexts.twice })
  }),
})
/** A statement to accept with all its lines; amounts in centavos. */
export type NewImport = z.output<typeof newImport>
/** The same as sent; amounts in reais. */
export type NewImportBody = z.input<typeof newImport>

export const importFilter = z.object({
  limit: pageSize(200, 50),
  cursor: z.string().max(500, { error: 'Cursor inválido' }).optional(),
})
export type ImportFilter = z.output<typeof importFilter>

const suggestion = z.strictObject({
  category: z.string(),
  description: z.string().nullable().meta({ description: 'What the rule calls the transaction; null leaves its description' }),
  source: z.enum(suggestionSources),
  ruleId: z.guid().nullable(),
})

export const previewedRows = z.strictObject({
  rows: z.array(
    z.strictObject({
      key: z.string(),
      state: z.enum(lineStates),
      transactionId: z.guid().nullable().meta({ description: 'The one that it is, settles, joins or is like; null for a new one' }),
      category: z.string().nullable().meta({ description: 'The suggested one' }),
      suggestion: suggestion.nullable(),
      payment: z.boolean().meta({ description: "Whether its words say that it pays a card's bill" }),
    }),
  ),
})
/** The state of each line, in the order sent. */
export type PreviewedRows = z.output<typeof previewedRows>

export const acceptedImport = z.strictObject({
  id: z.guid(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  bank: z.string().nullable(),
  walletId: z.guid(),
  closing: z.strictObject({ date: calendarDate, balance: reais() }).nullable(),
  from: calendarDate,
  to: calendarDate,
  count: z.int(),
  income: reais(),
  expense: reais(),
  settled: z.int().meta({ description: 'How many of its lines settled a pending transaction' }),
  createdAt: z.iso.datetime(),
  undoneAt: z.iso.datetime().nullable(),
  keptCount: z.int().meta({ description: 'How many transactions stayed when it was undone, because they were changed since' }),
  version: z.int().positive(),
})
/** An accepted statement; amounts in centavos, on the wire in reais. */
export type AcceptedImport = z.output<typeof acceptedImport>

export const importAnswer = z.strictObject({ import: acceptedImport })
export type ImportAnswer = z.output<typeof importAnswer>

export const importWithTransactions = z.strictObject({ import: acceptedImport, transactionIds: z.array(z.guid()) })
/** An import with its transactions that are not deleted. */
export type ImportWithTransactions = z.output<typeof importWithTransactions>

export const importPage = z.strictObject({ imports: z.array(acceptedImport), nextCursor: z.string().nullable() })
export type ImportPage = z.output<typeof importPage>

export const undoneImport = z.strictObject({ import: acceptedImport, removed: z.int(), kept: z.array(z.guid()) })
/** An undone import: how many transactions were deleted, and which stayed because they were changed since. */
export type UndoneImport = z.output<typeof undoneImport>
