import type { NewRuleBody, Rule, RuleAnswer } from '@prumo/shared/rules'
import { newId } from '../lib/new-id'
import { RULES_SCREEN } from './screens'
import {
  editableFields,
  pickChanges,
  pickFields,
  pickPrevious,
  type CommandKind,
  type CommandWords,
  type FieldFormats,
  type NewCommand,
} from './sync/command'

/** A rule, as entered. */
export type RuleDraft = Pick<Rule, 'text' | 'type' | 'category' | 'description'>
type RuleFieldChanges = Partial<RuleDraft>

/** A new rule. A refused one keeps its id when it is sent again. */
export function addRule(draft: RuleDraft, id: string = newId()): NewCommand<Rule, RuleDraft> {
  return { name: 'rule.add', entity: 'rule', entityId: id, args: draft, base: null, draft }
}

/** A change; null if nothing differs from `seen`. */
export function changeRule(seen: Rule, draft: RuleDraft): NewCommand<Rule, RuleFieldChanges> | null {
  const changes = pickChanges(seen, draft)
  return Object.keys(changes).length > 0 ? { ...change(seen, changes), draft } : null
}

export function deleteRule(seen: Rule): NewCommand<Rule, null> {
  return { name: 'rule.delete', entity: 'rule', entityId: seen.id, args: null, base: seen }
}

function restoreRule(deleted: Rule): NewCommand<Rule, null> {
  return { name: 'rule.restore', entity: 'rule', entityId: deleted.id, args: null, base: deleted }
}

function change(seen: Rule, changes: RuleFieldChanges): NewCommand<Rule, RuleFieldChanges> {
  return { name: 'rule.change', entity: 'rule', entityId: seen.id, args: changes, base: seen }
}

const parseRule = (body: unknown): Rule => (body as RuleAnswer).rule

const addKind: CommandKind<Rule, RuleDraft> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/rules', body: { id, ...args } satisfies NewRuleBody }),
  parseAnswer: parseRule,
  apply: (now, { entityId: id, args, at }) => now ?? { id, ...args, uses: 0, createdAt: at, updatedAt: at, version: 0 },
  invert: ({ entityId: id, args, at }, after) => deleteRule(after ?? { id, ...args, uses: 0, createdAt: at, updatedAt: at, version: 1 }),
  words: ({ args }) => ({
    ...common(args.text),
    pastTense: 'Você criou',
    noun: 'Regra nova',
    infinitive: `criar a regra “${args.text}”`,
    accepted: `Regra “${args.text}” criada`,
    offersUndo: true,
  }),
}

const changeKind: CommandKind<Rule, RuleFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args) as (keyof RuleFieldChanges)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/rules/${entityId}`, body: args }),
  parseAnswer: parseRule,
  apply: (now, { args, at }) => now && { ...now, ...args, updatedAt: at },
  invert: ({ base, args }) => base && change({ ...base, ...args }, pickPrevious<Rule, Partial<Rule>>(base, args)),
  keepFields: ({ base, args }, fields) => ({ name: 'rule.change', args: pickFields({ ...base, ...args }, fields) }),
  words: ({ base, args }) => {
    const text = base?.text ?? args.text ?? ''
    return {
      ...common(text),
      pastTense: 'Você mudou',
      noun: 'Mudança na regra',
      infinitive: `mudar a regra “${text}”`,
      accepted: 'Alteração salva',
      offersUndo: true,
    }
  },
}

const deleteKind: CommandKind<Rule, null> = {
  lifecycle: 'deletes',
  requiresVersion: true,
  affectedFields: ({ base }) => (base ? editableFields(base).filter((name) => name !== 'uses') : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/rules/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: ({ base }) => base && restoreRule(base),
  words: ({ base }) => ({
    ...common(base?.text ?? ''),
    pastTense: 'Você excluiu',
    noun: 'Exclusão da regra',
    infinitive: `excluir a regra “${base?.text ?? ''}”`,
    accepted: `Regra “${base?.text ?? ''}” excluída`,
    offersUndo: true,
  }),
}

const restoreKind: CommandKind<Rule, null> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/rules/${entityId}/restore` }),
  parseAnswer: parseRule,
  apply: (now, { base }) => now ?? base,
  invert: ({ base }) => base && deleteRule(base),
  words: ({ base }) => ({
    ...common(base?.text ?? ''),
    pastTense: 'Você trouxe de volta',
    noun: 'Volta da regra',
    infinitive: `trazer a regra “${base?.text ?? ''}” de volta`,
    accepted: null,
  }),
}

export const ruleCommands = {
  'rule.add': addKind,
  'rule.change': changeKind,
  'rule.delete': deleteKind,
  'rule.restore': restoreKind,
}

/** To which transactions a rule applies. */
export function ruleScopeName(type: Rule['type']): string {
  return type === null ? 'Tudo' : type === 'income' ? 'Só receitas' : 'Só despesas'
}

export const ruleFields: FieldFormats<Rule> = {
  text: { label: 'Texto', format: ({ text }) => text },
  category: { label: 'Categoria', format: ({ category }) => category },
  type: { label: 'Vale para', format: ({ type }) => ruleScopeName(type) },
  description: { label: 'Descrição', format: ({ description }) => description ?? 'Fica como está' },
}

/** The words that all commands on a rule share. */
function common(text: string): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: `Regra “${text}”`, centavos: null, address: RULES_SCREEN, offersUndo: false }
}
