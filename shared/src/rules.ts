import { z } from 'zod'
import { clearableText, id, text } from './fields.js'
import { MAX_CATEGORY, MAX_RULE_TEXT, MAX_TITLE, MIN_RULE_TEXT } from './limits.js'
import { ruleTexts } from './rule-texts.js'
import { searchable } from './search.js'
import { codePointsOf } from './text-form.js'
import { flowTypes } from './transaction-rules.js'

/** The contract of `/rules`: the category that transactions with a text in their description get. */

const ruleText = text({ max: MAX_RULE_TEXT, missing: ruleTexts.textMissing, min: MIN_RULE_TEXT, tooShort: ruleTexts.textTooShort })
  // Accents alone are compared as an empty text, which every description contains.
  .refine((value) => codePointsOf(value) < MIN_RULE_TEXT || codePointsOf(searchable(value)) >= MIN_RULE_TEXT, {
    error: ruleTexts.textTooShort,
  })
const type = z.enum(flowTypes, { error: ruleTexts.typeMissing }).nullable()
const category = text({ max: MAX_CATEGORY, missing: ruleTexts.categoryMissing })
const description = clearableText(MAX_TITLE)

export const newRule = z.strictObject({
  id: id.optional(),
  text: ruleText,
  type: type.default(null),
  category,
  description: description.default(null),
})
/** A rule to add; a null `type` is both, a null `description` leaves the transaction's own. */
export type NewRule = z.output<typeof newRule>
export type NewRuleBody = z.input<typeof newRule>

export const ruleChanges = z.strictObject({
  text: ruleText.optional(),
  type: type.optional(),
  category: category.optional(),
  description: description.optional(),
})
/** Changes of a rule; transactions keep what they have. */
export type RuleChanges = z.output<typeof ruleChanges>
export type RuleChangesBody = z.input<typeof ruleChanges>

export const rule = z.strictObject({
  id: z.guid(),
  text: z.string(),
  type: z.enum(flowTypes).nullable().meta({ description: 'Null for both' }),
  category: z.string(),
  description: z.string().nullable().meta({ description: 'Replaces the description; null leaves it' }),
  uses: z.int().nonnegative().meta({ description: 'How many transactions were recorded with a category that came from it' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
export type Rule = z.output<typeof rule>

export const ruleAnswer = z.strictObject({ rule })
export type RuleAnswer = z.output<typeof ruleAnswer>

export const ruleList = z.strictObject({ rules: z.array(rule) })
/** All rules, by text. */
export type RuleList = z.output<typeof ruleList>
