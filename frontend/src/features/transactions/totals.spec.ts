import { emptySummary } from '../../data/transactions'
import { noFilters } from './filters-address'
import { compositionText, totalsLabel } from './totals'

describe('the label of the totals', () => {
  it.each([
    [{}, 'Totais de todos os meses'],
    [{ month: '2026-11' }, 'Totais de novembro de 2026'],
    [{ month: '2026-11', type: 'expense' as const, categories: ['Aluguel'] }, 'Totais de novembro de 2026, só despesas, categoria Aluguel'],
    [{ from: '2026-11-01', to: '2026-11-20', categories: [''] }, 'Totais de 01/11/2026 a 20/11/2026, sem categoria'],
    [{ to: '2026-11-20', status: 'pending' as const }, 'Totais até 20/11/2026, a confirmar'],
    [{ month: '2026-11', from: '2026-11-10' }, 'Totais de novembro de 2026, desde 10/11/2026'],
    [
      { type: 'income' as const, status: 'not_received' as const, search: 'ótica' },
      'Totais de todos os meses, só receitas, não recebidas, com “ótica”',
    ],
  ])('of %p is %s', (filters, label) => {
    expect(totalsLabel({ ...noFilters, ...filters }, (id) => id)).toBe(label)
  })
})

it.each([
  [{}, 'nenhuma realizada'],
  [{ count: 1 }, '1 realizada'],
  [{ count: 1214, scheduledIncome: 0.01 }, '1.214 realizadas'],
])('totals of %p read %s', (sums, words) => {
  expect(compositionText({ ...emptySummary, ...sums })).toBe(words)
})
