import { MIN_RULE_TEXT } from '@prumo/shared/limits'
import { ruleTexts } from '@prumo/shared/rule-texts'
import type { Rule } from '@prumo/shared/rules'
import { searchable } from '@prumo/shared/search'
import { codePointsOf, normaliseText } from '@prumo/shared/text-form'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { RuleDraft } from '../../../data/rule-commands'
import type { FormRules } from '../../../lib/form'

/** The values of the form, as typed. */
export interface RuleFormValues {
  text: string
  category: string
  type: FlowType | 'all'
  description: string
}

/** What a rule's form opens with: a rule, what a transaction suggests, or nothing. */
export interface RuleFormOpening {
  /** Null for a new one. */
  rule: Rule | null
  suggested?: Partial<RuleDraft> | undefined
  /** The refused command that saving replaces. */
  replaces?: string | undefined
  /** The id for a new rule, if queued commands already refer to it. */
  newId?: string | undefined
}

/** @param rules the other rules, because two may not have the same text and type */
export function formRules(rules: readonly Rule[], id: string | null): FormRules<RuleFormValues> {
  return {
    text: (text, { type }) => {
      const form = searchable(normaliseText(text))
      if (normaliseText(text) === '') return ruleTexts.textMissing
      if (codePointsOf(form) < MIN_RULE_TEXT) return ruleTexts.textTooShort
      return rules.some((each) => each.id !== id && searchable(each.text) === form && each.type === typeOf(type)) ? ruleTexts.exists : null
    },
    category: (category) => (normaliseText(category) === '' ? ruleTexts.categoryMissing : null),
  }
}

export function valuesOf({ rule, suggested }: RuleFormOpening): RuleFormValues {
  const { text = '', category = '', type = null, description = null } = { ...rule, ...suggested }
  return { text, category, type: type ?? 'all', description: description ?? '' }
}

export function draftOf({ text, category, type, description }: RuleFormValues): RuleDraft {
  return {
    text: normaliseText(text),
    category: normaliseText(category),
    type: typeOf(type),
    description: normaliseText(description) || null,
  }
}

export function typeOf(type: RuleFormValues['type']): FlowType | null {
  return type === 'all' ? null : type
}
