import { MAX_RULES } from '@prumo/shared/limits'
import { ruleTexts } from '@prumo/shared/rule-texts'
import { given } from '../../test/test-given.js'
import { ruleDecider, type RuleCommand } from './rule.decider.js'
import type { RuleDetails, RuleEvent } from './rule.events.js'

const details: RuleDetails = { text: 'moinho', type: null, category: 'Fornecedores', description: null }
const add: RuleCommand = { type: 'AddRule', details }
const added: RuleEvent = { type: 'RuleAdded', data: { after: details } }
const deleted: RuleEvent = { type: 'RuleDeleted', data: { before: details } }
const rule = (...history: RuleEvent[]) => given(ruleDecider, ...history)
const same = [{ form: 'moinho', type: null }]
const createdAt = '2026-01-01T12:00:00.000Z'

it('is added once for a text and type, without case and accents, up to the quota', () => {
  rule().when(add).then(added)
  rule(added).when(add).thenRejected('CONFLICT')
  rule()
    .when({ ...add, details: { ...details, text: 'MÓINHO' }, others: same })
    .thenRejected('CONFLICT', ruleTexts.exists)
  rule()
    .when({ ...add, others: [{ form: 'moinho', type: 'income' }] })
    .then(added)
  const full = Array.from({ length: MAX_RULES }, (_, index) => ({ form: `x${index}`, type: null }))
  rule()
    .when({ ...add, others: full })
    .thenRejected('QUOTA_EXCEEDED', ruleTexts.tooMany)
})

it('changes what is named and nothing else', () => {
  const after = { ...details, type: 'expense' as const, description: 'Moinho Central' }
  rule(added)
    .when({ type: 'CorrectRule', changes: { type: 'expense', description: 'Moinho Central' } })
    .then({ type: 'RuleCorrected', data: { before: details, after } })
  rule(added)
    .when({ type: 'CorrectRule', changes: { category: 'Fornecedores' } })
    .thenNothing()
  rule(added)
    .when({ type: 'CorrectRule', changes: { type: 'income' }, others: [{ form: 'moinho', type: 'income' }] })
    .thenRejected('CONFLICT', ruleTexts.exists)
  rule().when({ type: 'CorrectRule', changes: {} }).thenRejected('NOT_FOUND')
})

it('is deleted, restored and undone, unless another one has its text meanwhile', () => {
  rule(added).when({ type: 'DeleteRule' }).then(deleted)
  rule(added, deleted)
    .when({ type: 'RestoreRule', others: [] })
    .then({ type: 'RuleRestored', data: { after: details, createdAt } })
  rule(added, deleted).when({ type: 'RestoreRule', others: same }).thenRejected('CONFLICT', ruleTexts.exists)
  rule(added).when({ type: 'RestoreRule' }).thenRejected('CONFLICT', ruleTexts.notDeleted)
  rule(added, deleted).when({ type: 'Undo', position: 2, entry: deleted, others: same }).thenRejected('CONFLICT', ruleTexts.exists)
  const corrected: RuleEvent = { type: 'RuleCorrected', data: { before: details, after: { ...details, text: 'moinho central' } } }
  rule(added, corrected).when({ type: 'Undo', position: 2, entry: corrected, others: same }).thenRejected('CONFLICT', ruleTexts.exists)
  rule(added, corrected)
    .when({ type: 'Undo', position: 2, entry: corrected, others: [] })
    .then({ type: 'RuleCorrected', data: { before: { ...details, text: 'moinho central' }, after: details } })
})

it('comes with a copy as old and as often used as it was', () => {
  rule()
    .when({ type: 'BringRule', details, createdAt: '2025-01-01T00:00:00.000Z', uses: 7 })
    .then({ type: 'RuleRestored', data: { after: details, createdAt: '2025-01-01T00:00:00.000Z', uses: 7 } })
})
