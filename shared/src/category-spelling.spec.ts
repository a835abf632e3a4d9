import fc from 'fast-check'
import { isListedCategory, spellCategories, spellCategory } from './category-spelling.js'
import { searchable } from './search.js'
import { transactionCategories, flowTypes } from './transaction-rules.js'

const used = (...categories: string[]) => categories.map((category) => ({ type: 'expense' as const, category, count: 2 }))

describe('spellCategory', () => {
  it.each([
    ['fornecedores', 'Fornecedores'],
    ['FUNCIONARIOS', 'Funcionários'],
    ['cafe  da manha', 'Café da manhã'],
    ['Cafe\u0301 da manhã', 'Café da manhã'],
    ['Vendas', 'Vendas'],
    ['Doces', 'Doces'],
    ['´', '´'],
  ])('of %j is %j', (typed, spelled) => expect(spellCategory(typed, 'expense', used('Café da manhã'))).toBe(spelled))

  it('keeps a spelling in use beside a more used one', () => {
    expect(spellCategory('Avô', 'expense', used('Avó', 'Avô'))).toBe('Avô')
    expect(spellCategory('avo', 'expense', used('Avó', 'Avô'))).toBe('Avó')
  })

  it('prefers an offered category to an own one', () => {
    expect(spellCategory('fornecedores', 'expense', used('fornecedores'))).toBe('Fornecedores')
  })

  it('lets the only transaction of a category change its spelling', () => {
    const [doces] = used('doces')
    expect(spellCategory('Doces', 'expense', [{ ...doces!, count: 1 }], 'doces')).toBe('Doces')
    expect(spellCategory('Doces', 'expense', used('doces'), 'doces')).toBe('doces')
  })

  it('ignores categories of the other type', () => {
    expect(spellCategory('doces', 'income', used('Doces'))).toBe('doces')
  })

  it('is idempotent, and returns a spelling of the same text', () => {
    const texts = fc.oneof(fc.constantFrom(...transactionCategories.expense, 'aluguel', 'Café', 'CAFE', 'café'), fc.string())
    fc.assert(
      fc.property(texts, fc.array(texts), fc.constantFrom(...flowTypes), (typed, categories, type) => {
        const spelled = spellCategory(typed, type, used(...categories))
        expect(searchable(spelled)).toBe(searchable(typed))
        expect(spellCategory(spelled, type, used(...categories))).toBe(spelled)
      }),
    )
  })
})

it('spellCategories spells row by row like spellCategory, earlier rows included', () => {
  const texts = fc.constantFrom('Aluguel', 'aluguel', 'Café', 'CAFE', 'café', 'Cafe', 'Doces', 'doces', '´', '`')
  const types = fc.constantFrom(...flowTypes)
  fc.assert(
    fc.property(fc.array(fc.record({ type: types, category: fc.option(texts) })), fc.uniqueArray(texts), (rows, categories) => {
      const known = used(...categories)
      const oneByOne = rows.map(({ type, category }) => {
        const spelled = category && spellCategory(category, type, known)
        if (spelled && !known.some((each) => each.type === type && each.category === spelled))
          known.push({ type: type as 'expense', category: spelled, count: 1 })
        return { type, category: spelled }
      })
      expect(spellCategories(rows, used(...categories))).toEqual(oneByOne)
    }),
  )
})

it('isListedCategory knows the offered categories of a type, and those of every type', () => {
  expect(isListedCategory('aluguel', 'expense')).toBe(true)
  expect(isListedCategory('Aluguel', 'income')).toBe(false)
  expect(isListedCategory('Aluguel')).toBe(false)
  expect(isListedCategory('Outros')).toBe(true)
})
