import { isRuleMatch } from './rule-matches'
import { ruleTextOf } from './rule-text'
import { compareRules } from './rules'
import { aTransaction } from './test-fixtures'

it('offers the text that the descriptions have in common, without dates and numbers', () => {
  expect(ruleTextOf(['Moinho Central'])).toBe('moinho central')
  expect(ruleTextOf(['Maquininha, vendas de 24/11'])).toBe('maquininha')
  expect(ruleTextOf(['Vendas de 24/11'])).toBe('vendas')
  expect(ruleTextOf(['Hortifrúti da Praça', 'HORTIFRUTI da praça 2'])).toBe('hortifrúti da praça')
  expect(ruleTextOf(['Posto Avenida', 'Posto Sol'])).toBe('posto')
  expect(ruleTextOf(['Posto Avenida', 'Uber'])).toBe('posto avenida')
  expect(ruleTextOf([])).toBe('')
})

it('matches without case and accents, and never a transfer', () => {
  const scope = { text: 'hortifruti', type: null }
  expect(isRuleMatch(scope, aTransaction({ description: 'Hortifrúti da Praça' }))).toBe(true)
  expect(isRuleMatch({ ...scope, type: 'income' }, aTransaction({ type: 'expense', description: 'Hortifrúti' }))).toBe(false)
  expect(isRuleMatch(scope, aTransaction({ type: 'transfer', description: 'Hortifrúti' }))).toBe(false)
})

it('orders rules as they win: the longest text, then the newest', () => {
  const rule = (text: string, createdAt: string) =>
    ({ id: text, text, createdAt, type: null, category: 'Feira', description: null, uses: 0, updatedAt: createdAt, version: 1 }) as const
  const rules = [rule('das', '2026-01-01'), rule('uber', '2026-01-01'), rule('feira', '2026-01-02'), rule('posto', '2026-01-03')]
  expect(rules.toSorted(compareRules).map(({ text }) => text)).toEqual(['posto', 'feira', 'uber', 'das'])
})
