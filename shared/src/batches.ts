import { z } from 'zod'
import { batchTexts, MAX_BATCH } from './batch-rules.js'
import { clearableText, dateOrTimestamp, id, text } from './fields.js'
import { fiscal, yesOrNo } from './fiscal.js'
import { MAX_CATEGORY } from './limits.js'
import { ruleTexts } from './rule-texts.js'
import { flowTypes, transactionTexts } from './transaction-rules.js'
import { forOptionalTexts } from './transaction-details.js'
import { transaction } from './transactions.js'

/** The contract of commands on several transactions: `/transactions/batch` and `/transactions/categories/rename`. */

const batchChange = z
  .strictObject({
    // Absent keeps a text; null and empty clear it.
    ...forOptionalTexts((_, { max }) => clearableText(max).optional()),
    transactionDate: dateOrTimestamp.optional(),
    walletId: id.optional(),
    isConfirmed: yesOrNo.optional(),
    isReceived: yesOrNo.optional(),
    fiscal: fiscal.nullable().optional(),
  })
  .superRefine((change, context) => {
    const refuse = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message })
    if (Object.values(change).every((value) => value === undefined)) refuse(batchTexts.nothing)
    if (change.isConfirmed === false && change.isReceived === true) refuse(batchTexts.contradiction, ['isConfirmed'])
  })
/** The same change of each transaction; what does not apply to one is left out for it. */
export type BatchChange = z.output<typeof batchChange>

export const transactionBatch = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, { error: batchTexts.none })
      .max(MAX_BATCH, { error: batchTexts.tooMany })
      .refine((ids) => new Set(ids).size === ids.length, { error: batchTexts.twice }),
    change: batchChange.optional(),
    delete: z.literal(true, { error: batchTexts.nothing }).optional(),
    versions: z
      .record(id, z.int().positive(), { error: batchTexts.unknownVersion })
      .default({})
      .meta({ description: 'The versions that the caller saw, by id; another one is refused' }),
  })
  .superRefine(({ ids, change, delete: deletes, versions }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (!change && !deletes) refuse('change', batchTexts.nothing)
    if (change && deletes) refuse('delete', batchTexts.changeAndDelete)
    const known = new Set(ids)
    if (Object.keys(versions).some((each) => !known.has(each))) refuse('versions', batchTexts.unknownVersion)
  })
/** A change of several transactions, or their deletion. */
export type TransactionBatch = z.output<typeof transactionBatch>
export type TransactionBatchBody = z.input<typeof transactionBatch>

export const batchAnswer = z.strictObject({
  changed: z.array(transaction),
  deleted: z.array(z.guid()),
  unchanged: z.array(z.guid()).meta({ description: 'Those to which nothing of the change applied, or that were like that' }),
})
export type BatchAnswer = z.output<typeof batchAnswer>

export const categoryRenaming = z
  .strictObject({
    type: z.enum(flowTypes, { error: transactionTexts.typeMissing }),
    from: clearableText(MAX_CATEGORY).meta({ description: 'Empty for those without a category' }),
    to: text({ max: MAX_CATEGORY, missing: ruleTexts.categoryMissing }),
  })
  .refine(({ from, to }) => from !== to, { error: batchTexts.sameCategory, path: ['to'] })
/** Gives the transactions, recurrences and rules of a category another one, which may exist. */
export type CategoryRenaming = z.output<typeof categoryRenaming>
export type CategoryRenamingBody = z.input<typeof categoryRenaming>

export const renamedCategory = z.strictObject({
  changed: z.int().meta({ description: 'How many transactions this portion changed' }),
  remaining: z.int().meta({ description: 'How many transactions still have the former category' }),
})
export type RenamedCategory = z.output<typeof renamedCategory>
