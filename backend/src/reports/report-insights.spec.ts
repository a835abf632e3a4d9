import { formatCentavos } from '@prumo/shared/money'
import { reportPeriods, type ReportPeriod } from '@prumo/shared/report-rules'
import type { CategoryMonth } from './category-months.js'
import { figuresOf } from './report-figures.js'
import { insightsOf } from './report-insights.js'
import { summaryOf } from './report-summary.js'

const TODAY = '2026-11-20'

/** Months of centavos, the last of them November; positive amounts are income, negative ones expenses. */
function settled(...months: number[][]): CategoryMonth[] {
  return months.flatMap((amounts, index) => {
    const month = new Date(Date.UTC(2026, 10 - (months.length - 1 - index), 1)).toISOString().slice(0, 7)
    return amounts.map((amount): CategoryMonth => {
      return {
        month,
        type: amount > 0 ? 'income' : 'expense',
        category: amount > 0 ? 'Vendas' : 'Fornecedores',
        amount: Math.abs(amount),
        count: 1,
      }
    })
  })
}

const NBSP = /\u00a0/g
const written = ({ title, detail }: { title: string; detail: string }) => `${title} ${detail}`.trim().replace(NBSP, ' ')
const say = (months: CategoryMonth[], period: ReportPeriod = '3months', goals: { title: string; completed: boolean }[] = []) =>
  insightsOf(figuresOf(months, period, TODAY), goals, { period, today: TODAY })
const one = (kind: string, ...given: Parameters<typeof say>) => say(...given).find((insight) => insight.kind === kind)
const text = (...given: Parameters<typeof one>) => {
  const found = one(...given)
  return found && `${found.tone}: ${written(found)}`
}

describe('income growth', () => {
  it.each([
    [100_000, 110_000, undefined],
    [
      100_000,
      110_001,
      'positive: A receita subiu 10,0% em novembro. Entraram R$ 1.100,01 até hoje, dia 20; em outubro inteiro, R$ 1.000,00.',
    ],
    [100_000, 90_000, undefined],
    [100_000, 89_999, 'warning: A receita caiu 10,0% em novembro. Entraram R$ 899,99 até hoje, dia 20; em outubro inteiro, R$ 1.000,00.'],
    [100, 150, 'positive: A receita subiu 50,0% em novembro. Entrou R$ 1,50 até hoje, dia 20; em outubro inteiro, R$ 1,00.'],
    [0, 100_000, undefined],
  ])('from %d to %d: %s', (october, november, expected) => {
    expect(text('income_growth', settled([october].filter(Boolean), [november]))).toBe(expected)
  })

  it('is absent for a single month', () => {
    expect(one('income_growth', settled([100], [900]), '1month')).toBeUndefined()
  })
})

describe('the balance', () => {
  it.each<[string, number[][], ReportPeriod, string]>([
    ['all over', [[300], [300], [300]], '3months', 'positive: No total de 3 meses, sobrou dinheiro. Sobrou em todos os 3 meses.'],
    [
      'one short',
      [[500], [100, -200], [300]],
      '3months',
      'positive: No total de 3 meses, sobrou dinheiro. Em outubro faltou R$ 1,00; nos outros dois meses sobrou.',
    ],
    [
      'one short, one of nothing',
      [[100, -900], [], [2_000]],
      '3months',
      'positive: No total de 3 meses, sobrou dinheiro. Em setembro faltaram R$ 8,00.',
    ],
    ['months of nothing', [[], [], [300]], '3months', 'positive: No total de 3 meses, sobrou dinheiro. Em nenhum mês faltou.'],
    [
      'two short',
      [[-500], [-100], [300]],
      '3months',
      'warning: No total de 3 meses, faltou dinheiro. Faltou em 2 dos 3 meses: setembro e outubro.',
    ],
    ['all short', [[-500], [-100], [-300]], '3months', 'warning: No total de 3 meses, faltou dinheiro. Faltou em todos os 3 meses.'],
    [
      'more than can be named',
      [[-1], [-1], [-1], [-1], [3], [3]],
      '6months',
      'positive: No total de 6 meses, sobrou dinheiro. Faltou em 4 dos 6 meses.',
    ],
    [
      'another year',
      [[-500], ...Array.from({ length: 11 }, () => [100])],
      '1year',
      'positive: No total de 1 ano, sobrou dinheiro. Em dezembro de 2025 faltaram R$ 5,00; nos outros onze meses sobrou.',
    ],
    ['even', [[300, -300]], '3months', 'neutral: No total de 3 meses, entrou e saiu o mesmo valor. Em nenhum mês faltou.'],
    ['one month', [[900, -300]], '1month', 'positive: Em novembro, até hoje, dia 20, sobrou dinheiro.'],
  ])('%s', (_, months, period, expected) => {
    expect(text('balance', settled(...months), period)).toBe(expected)
  })

  it('is absent without transactions', () => {
    expect(say([])).toEqual([])
  })
})

describe('goals', () => {
  const goals = (completed: number, open: number) => [
    ...Array.from({ length: open }, (_, n) => ({ title: `Meta ${n + 1}`, completed: false })),
    ...Array.from({ length: completed }, () => ({ title: 'Feita', completed: true })),
  ]
  it.each([
    [0, 0, undefined],
    [1, 0, 'positive: Você concluiu 1 de 1 meta, 100,0%. Nenhuma em andamento.'],
    [1, 1, 'positive: Você concluiu 1 de 2 metas, 50,0%. Em andamento: Meta 1.'],
    [1, 2, 'neutral: Você concluiu 1 de 3 metas, 33,3%. Em andamento: Meta 1 e Meta 2.'],
    [0, 5, 'neutral: Você concluiu 0 de 5 metas, 0,0%. Em andamento: Meta 1, Meta 2, Meta 3 e mais 2.'],
  ])('%d of them reached, %d not: %s', (completed, open, expected) => {
    expect(text('goals', [], '1month', goals(completed, open))).toBe(expected)
  })
})

describe('the largest expense', () => {
  it('is named if expenses exceed income', () => {
    expect(one('top_category', settled([500, -500]))).toBeUndefined()
    expect(text('top_category', settled([500, -501]))).toBe(
      'warning: Saiu mais do que entrou, e o maior gasto foi com Fornecedores. 100,0% do que saiu.',
    )
    const without = [{ month: '2026-11', type: 'expense' as const, category: '', amount: 500, count: 1 }]
    expect(text('top_category', without, '1month')).toBe(
      'warning: Saiu mais do que entrou, e o maior gasto ficou sem categoria. 100,0% do que saiu.',
    )
  })

  it('is an expense, even if the income category of its name is larger', () => {
    const both = [
      { month: '2026-11', type: 'income' as const, category: 'Outros', amount: 900, count: 1 },
      { month: '2026-11', type: 'expense' as const, category: 'Outros', amount: 500, count: 1 },
      { month: '2026-11', type: 'expense' as const, category: 'Aluguel', amount: 501, count: 1 },
    ]
    expect(text('top_category', both)).toContain('com Aluguel')
  })
})

describe('the summary', () => {
  it.each<[ReportPeriod, number[][], string]>([
    ['1month', [[900, -300]], 'Em novembro de 2026, até hoje, dia 20, saiu R$ 0,15 por dia, em média. O maior gasto foi com Fornecedores.'],
    [
      '3months',
      [[500], [100, -200], [300]],
      'De setembro a novembro de 2026 saiu R$ 0,67 por mês, em média, e sobraram R$ 2,33. O maior gasto foi com Fornecedores.',
    ],
    ['6months', [[-1_000], [300]], 'De outubro a novembro de 2026 saíram R$ 5,00 por mês, em média, e faltaram R$ 3,50.'],
    ['1year', [[300]], 'Em novembro de 2026, até hoje, dia 20, entrou R$ 0,15 por dia, em média.'],
    ['3months', [[300], [-300]], 'De outubro a novembro de 2026 saiu R$ 1,50 por mês, em média. O maior gasto foi com Fornecedores.'],
    ['3months', [], 'Nenhuma transação realizada de setembro a novembro de 2026.'],
    ['1month', [], 'Nenhuma transação realizada em novembro de 2026.'],
  ])('of %s of %j', (period, months, expected) => {
    expect(summaryOf(figuresOf(settled(...months), period, TODAY), { period, today: TODAY }).replace(NBSP, ' ')).toBe(expected)
  })
})

it('states no amount that a total or another text states', () => {
  for (const period of reportPeriods) {
    const figures = figuresOf(settled([50_000, -20_000], [30_000, -45_000], [60_000, -10_000]), period, TODAY)
    const scope = { period, today: TODAY }
    const said = [...insightsOf(figures, [], scope).map(written), summaryOf(figures, scope)].join(' ').replace(NBSP, ' ')
    const amounts = said.match(/R\$ [\d.]+,\d\d/g) ?? []
    expect(new Set(amounts).size).toBe(amounts.length)
    for (const total of [figures.income, figures.expense, figures.income - figures.expense]) {
      if (figures.monthly.length > 1) expect(amounts).not.toContain(formatCentavos(Math.abs(total)).replace(NBSP, ' '))
    }
  }
})

it('is in the order of the contract', () => {
  const all = say(settled([100_000], [10_000, -900_000]), '3months', [{ title: 'Forno', completed: true }])
  expect(all.map(({ kind }) => kind)).toEqual(['income_growth', 'balance', 'goals', 'top_category'])
  expect(reportPeriods).toHaveLength(4)
})
