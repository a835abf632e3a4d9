import { MAX_RULES } from '@prumo/shared/limits'
import { Rejected } from '@prumo/shared/rejections'
import { ruleTexts } from '@prumo/shared/rule-texts'
import type { Rule, RuleChanges } from '@prumo/shared/rules'
import { searchable } from '@prumo/shared/search'
import type { FlowType } from '@prumo/shared/transaction-rules'
import {
  evolveEntity,
  existing,
  refuseBeyondQuota,
  refuseUsedId,
  requireAlive,
  requireDeleted,
  type Decider,
  type EntityState,
} from '../event-store/decider/decider.js'
import { hasSameDetails, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { RuleDetails, RuleEvent } from './rule.events.js'

/** What a rule applies to: of one text and type there is one rule. The text is in searchable form. */
export interface RuleScope {
  form: string
  type: FlowType | null
}

/** What the account's other rules apply to, as of the head that a command is decided on. */
interface OtherRules {
  others?: readonly RuleScope[]
}

/** `BringRule` restores a rule from a copy, with its original time of creation and its uses. */
export type RuleCommand =
  | ({ type: 'AddRule'; details: RuleDetails } & OtherRules)
  | ({ type: 'CorrectRule'; changes: RuleChanges } & OtherRules)
  | { type: 'DeleteRule' }
  | ({ type: 'RestoreRule' } & OtherRules)
  | ({ type: 'BringRule'; details: RuleDetails; createdAt: string; uses: number } & OtherRules)
  | (Undo<RuleEvent> & OtherRules)

const quota = { max: MAX_RULES, text: ruleTexts.tooMany }

export type RuleState = EntityState<RuleDetails>

export const ruleDecider: Decider<RuleCommand, RuleState, RuleEvent> = {
  entity: 'rule',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'AddRule':
        refuseUsedId(state)
        refuseAnother(command.details, command.others)
        return [{ type: 'RuleAdded', data: { after: command.details } }]
      case 'CorrectRule':
        return correct(requireAlive(state).details, command)
      case 'DeleteRule':
        return [{ type: 'RuleDeleted', data: { before: requireAlive(state).details } }]
      case 'RestoreRule': {
        const { details, createdAt } = requireDeleted(state, ruleTexts.notDeleted)
        refuseAnother(details, command.others)
        return [{ type: 'RuleRestored', data: { after: details, createdAt } }]
      }
      case 'BringRule': {
        refuseUsedId(state)
        refuseAnother(command.details, command.others)
        const { details: after, createdAt, uses } = command
        return [{ type: 'RuleRestored', data: { after, createdAt, uses } }]
      }
      case 'Undo':
        return undoEntityEvent<RuleDetails, RuleEvent>(state, command, {
          deleted: (before) => ({ type: 'RuleDeleted', data: { before } }),
          restored: (after, createdAt) => {
            refuseAnother(after, command.others)
            return { type: 'RuleRestored', data: { after, createdAt } }
          },
          changed: (before, after) => {
            if (!isOfSameScope(scopeOf(before), scopeOf(after))) refuseTaken(after, command.others)
            return { type: 'RuleCorrected', data: { before, after } }
          },
        })
    }
  },

  evolve: evolveEntity,
}

function correct(before: RuleDetails, { changes, others }: Extract<RuleCommand, { type: 'CorrectRule' }>): RuleEvent[] {
  const after: RuleDetails = {
    text: changes.text ?? before.text,
    type: changes.type === undefined ? before.type : changes.type,
    category: changes.category ?? before.category,
    description: changes.description === undefined ? before.description : changes.description,
  }
  if (hasSameDetails(before, after)) return []
  refuseTaken(after, others)
  return [{ type: 'RuleCorrected', data: { before, after } }]
}

export function scopeOf({ text, type }: Pick<RuleDetails, 'text' | 'type'>): RuleScope {
  return { form: searchable(text), type }
}

function isOfSameScope(one: RuleScope, other: RuleScope): boolean {
  return one.form === other.form && one.type === other.type
}

/** Throws QuotaReached for one rule more than the quota, and CONFLICT for one like another. */
function refuseAnother(details: RuleDetails, others: readonly RuleScope[] = []): void {
  refuseTaken(details, others)
  refuseBeyondQuota(quota, others.length)
}

/** Throws CONFLICT if another rule has this text and type. */
function refuseTaken(details: RuleDetails, others: readonly RuleScope[] = []): void {
  const scope = scopeOf(details)
  if (others.some((other) => isOfSameScope(other, scope))) throw new Rejected('CONFLICT', ruleTexts.exists, { text: [ruleTexts.exists] })
}

/** The rule in the shape of the API. @param uses how many transactions were recorded with a category that came from it */
export function toRule(state: RuleState, uses: number): Rule {
  const { id, details, createdAt, updatedAt, version } = existing(state)
  return { id, ...details, uses, createdAt, updatedAt, version }
}
