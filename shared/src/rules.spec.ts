import { ruleTexts } from './rule-texts.js'
import { newRule, ruleChanges } from './rules.js'

const messagesOf = (body: object) => newRule.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('newRule', () => {
  it('is for both types and without a description unless it says so', () => {
    expect(newRule.parse({ text: ' moinho ', category: 'Fornecedores' })).toEqual({
      text: 'moinho',
      type: null,
      category: 'Fornecedores',
      description: null,
    })
  })

  it.each([
    [{ text: 'm', category: 'Fornecedores' }, `text: ${ruleTexts.textTooShort}`],
    [{ text: '´´´', category: 'Fornecedores' }, `text: ${ruleTexts.textTooShort}`],
    [{ text: '', category: 'Fornecedores' }, `text: ${ruleTexts.textMissing}`],
    [{ text: 'm'.repeat(61), category: 'Fornecedores' }, 'text: Use no máximo 60 caracteres'],
    [{ text: 'moinho', category: ' ' }, `category: ${ruleTexts.categoryMissing}`],
    [{ text: 'moinho', category: 'Fornecedores', type: 'transfer' }, `type: ${ruleTexts.typeMissing}`],
  ])('refuses %j', (body, message) => expect(messagesOf(body)).toEqual([message]))
})

it('ruleChanges clears type and description with null, and refuses to clear text and category', () => {
  expect(ruleChanges.parse({ type: null, description: null })).toEqual({ type: null, description: null })
  expect(ruleChanges.safeParse({ text: null }).success || ruleChanges.safeParse({ category: null }).success).toBe(false)
})
