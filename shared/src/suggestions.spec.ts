import { prepareSuggestions, suggestCategory, type AppliedRule, type RememberedFlow } from './suggestions.js'

const rule = (text: string, category: string, rest: Partial<AppliedRule> = {}): AppliedRule => ({
  id: text,
  text,
  type: null,
  category,
  description: null,
  createdAt: '2026-10-10T12:00:00.000Z',
  updatedAt: '2026-10-10T12:00:00.000Z',
  ...rest,
})
const flow = (description: string, category: string | null, rest: Partial<RememberedFlow> = {}): RememberedFlow => ({
  description,
  type: 'expense',
  category,
  date: '2026-10-01',
  recordedAt: '2026-10-01T12:00:00.000Z',
  ...rest,
})
const AFTER_RULE = '2026-10-11T12:00:00.000Z'
const posto = { description: 'Posto Sol', type: 'expense' } as const

describe('suggestCategory', () => {
  it('takes a rule before the past, the past before the dictionary, and knows nothing else', () => {
    const past = [flow('POSTO SOL 12', 'Marketing')]
    const rules = [rule('posto', 'Fornecedores', { description: 'Diesel' })]
    expect(suggestCategory(posto, { rules, past })).toEqual({
      category: 'Fornecedores',
      description: 'Diesel',
      source: 'rule',
      ruleId: 'posto',
    })
    expect(suggestCategory(posto, { rules: [], past })).toEqual({
      category: 'Marketing',
      description: null,
      source: 'past',
      ruleId: null,
    })
    expect(suggestCategory(posto, { rules: [], past: [] })).toEqual({
      category: 'Transporte',
      description: null,
      source: 'dictionary',
      ruleId: null,
    })
    expect(suggestCategory({ ...posto, description: 'Nair' }, { rules: [], past: [] })).toBeNull()
  })

  it('takes the past before a rule where it was recorded after the rule with another category', () => {
    const rules = [rule('posto', 'Fornecedores')]
    const sourceOf = (past: RememberedFlow) => suggestCategory(posto, { rules, past: [past] })?.source
    expect(sourceOf(flow('posto sol', 'Marketing', { recordedAt: AFTER_RULE }))).toBe('past')
    expect(sourceOf(flow('posto sol', 'Fornecedores', { recordedAt: AFTER_RULE }))).toBe('rule')
    const corrected = [rule('posto', 'Aluguel', { updatedAt: '2026-10-12T12:00:00.000Z' })]
    const past = [flow('posto sol', 'Marketing', { recordedAt: AFTER_RULE })]
    expect(suggestCategory(posto, { rules: corrected, past })?.category).toBe('Aluguel')
  })

  it('suggests nothing where the person left the category empty', () => {
    expect(suggestCategory(posto, { rules: [], past: [flow('Posto Sol', null)] })).toBeNull()
    const past = [flow('Posto Sol', null, { recordedAt: AFTER_RULE })]
    expect(suggestCategory(posto, { rules: [rule('posto', 'Fornecedores')], past })).toBeNull()
  })

  it('takes the rule with the longest text, of equally long ones the newest', () => {
    const rules = [
      rule('moinho', 'Fornecedores'),
      rule('central', 'Marketing'),
      rule('MÓINHO c', 'Equipamentos', { type: 'expense' }),
      rule('moinho central', 'Vendas', { type: 'income' }),
      rule('inho cen', 'Aluguel', { createdAt: '2026-10-11T12:00:00.000Z' }),
    ]
    const line = { description: 'Moinho Central', type: 'expense' } as const
    expect(suggestCategory(line, { rules, past: [] })?.category).toBe('Aluguel')
    expect(suggestCategory(line, { rules: rules.slice(0, 4), past: [] })?.category).toBe('Equipamentos')
    expect(suggestCategory({ ...line, type: 'income' }, { rules, past: [] })?.category).toBe('Vendas')
  })

  it('applies a rule to the text of the bank, to the cleaned name and to the description, and never across them', () => {
    const line = { description: 'Doceria', statementText: 'PAG*JoseDaSilva', type: 'expense' } as const
    const isMatched = (text: string) => suggestCategory(line, { rules: [rule(text, 'Aluguel')], past: [] }) !== null
    expect(['doceria', 'jose da', 'pag*jose'].every(isMatched)).toBe(true)
    expect(['silva pag', 'doceria jose', '´´'].some(isMatched)).toBe(false)
  })

  it('remembers by description, by cleaned name and by the text of the bank, the latest of them', () => {
    const line = { description: 'Nair', statementText: 'PIX QRS NAIR P25/11', type: 'expense' } as const
    const byName = flow('Nair P', 'Marketing')
    const byText = flow('Marmita', 'Alimentação', { statementText: 'PIX QRS NAIR P25/10', date: '2026-10-25' })
    const categoryOf = (...past: RememberedFlow[]) => suggestCategory(line, { rules: [], past })?.category
    expect(categoryOf(byName)).toBe('Marketing')
    expect(categoryOf(byText, byName)).toBe('Alimentação')
    expect(categoryOf(byText, { ...byName, date: '2026-10-25', recordedAt: '2026-10-26T12:00:00.000Z' })).toBe('Marketing')
    expect(categoryOf({ ...byName, type: 'income' })).toBeUndefined()
  })

  it('names sales as the person does, else as their business does', () => {
    const sale = { description: 'PIX RECEBIDO RUTE', type: 'income' } as const
    const services = [flow('Nair', 'Serviços', { type: 'income' })]
    expect(suggestCategory(sale, { rules: [], past: [] })?.category).toBe('Vendas')
    expect(suggestCategory(sale, { rules: [], past: [], businessType: 'Beleza e Estética' })?.category).toBe('Serviços')
    expect(suggestCategory(sale, { rules: [], past: services, businessType: 'Comércio' })?.category).toBe('Serviços')
  })
})

it('suggests for 5,000 lines with 1,000 rules in bounded time', () => {
  const rules = Array.from({ length: 1_000 }, (_, index) => rule(`fornecedor ${index}`, 'Fornecedores'))
  const past = Array.from({ length: 1_000 }, (_, index) => flow(`Loja ${'abcdefghij'[index % 10]}${index}`, 'Outros'))
  const lines = Array.from({ length: 5_000 }, (_, index) => ({
    description: `TRANSFERENCIA PIX DES: NAIR PRADO DOS SANTOS ${index % 28}/09`,
    type: 'expense' as const,
  }))
  const start = performance.now()
  const suggest = prepareSuggestions({ rules, past })
  for (const line of lines) suggest(line)
  expect(performance.now() - start).toBeLessThan(5_000)
})
