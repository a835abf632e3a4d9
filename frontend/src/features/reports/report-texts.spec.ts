import type { Report } from '@prumo/shared/reports'
import {
  changeTexts,
  comparedText,
  comparisonNote,
  countText,
  leftOutText,
  monthsNote,
  oneOffAlone,
  oneOffWithin,
  placeOneOffs,
  rangeText,
  shareText,
  waitingText,
} from './report-texts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

it.each([
  ['2026-06-01', '2026-11-20', '1º de junho a 20 de novembro de 2026'],
  ['2025-12-01', '2026-11-01', '1º de dezembro de 2025 a 1º de novembro de 2026'],
  ['2026-11-01', '2026-11-20', '1º a 20 de novembro de 2026'],
  ['2026-11-01', '2026-11-01', '1º de novembro de 2026'],
])('from %s to %s: %s', (from, to, text) => {
  expect(rangeText(from, to)).toBe(text)
})

it.each([
  [7_804_880, 7_015_560, 'De cada R$ 100,00 que entraram, R$ 89,89 saíram e R$ 10,11 ficaram.'],
  [10_000, 11_230, 'Para cada R$ 100,00 que entraram, saíram R$ 112,30.'],
  [0, 500, 'Nada entrou neste período.'],
  [500, 0, 'Nada saiu neste período.'],
  [0, 0, null],
])('of income %d and expenses %d: %s', (income, expense, text) => {
  expect(plain(shareText({ income, expense, balance: income - expense, transactionCount: 2 }))).toBe(text)
})

describe('the note about the months', () => {
  const months = (...incomes: number[]): Report => {
    const monthly = incomes.map((income, index) => ({
      month: `2026-${12 - incomes.length + index}`,
      income,
      expense: 0,
      balance: income,
      partial: index === incomes.length - 1,
    }))
    const [before, last] = [incomes.at(-2) ?? 0, incomes.at(-1) ?? 0]
    return {
      monthly,
      to: '2026-11-20',
      incomeGrowth: before === 0 ? null : (last - before) / before,
      insights: [] as Report['insights'],
    } as Report
  }

  it.each([
    [[10], 'Novembro vai até hoje, dia 20. Um mês só não se compara com nada.'],
    [[0, 0, 10], 'Novembro vai até hoje, dia 20. Só novembro tem transações: com um mês ainda não há o que comparar.'],
    [[0, 10, 0], 'Novembro vai até hoje, dia 20. Só outubro tem transações: com um mês ainda não há o que comparar.'],
    [[10, 0, 10], 'Novembro vai até hoje, dia 20.'],
    [[1, 100, 106.95], 'Novembro vai até hoje, dia 20. Entrou 7,0% a mais que em outubro inteiro.'],
    [[1, 100, 90], 'Novembro vai até hoje, dia 20. Entrou 10,0% a menos que em outubro inteiro.'],
    [[1, 100, 100], 'Novembro vai até hoje, dia 20. Entrou o mesmo que em outubro inteiro.'],
  ])('of %j: %s', (incomes, text) => {
    expect(monthsNote(months(...incomes))).toBe(text)
  })
})

it('leaves the growth to an insight that states it', () => {
  const monthly = [10, 20].map((income, index) => ({ month: `2026-1${index}`, income, expense: 0, balance: income, partial: index === 1 }))
  const insights = [{ kind: 'income_growth' }] as Report['insights']
  expect(monthsNote({ monthly, to: '2026-11-20', incomeGrowth: 1, insights } as Report)).toBe('Novembro vai até hoje, dia 20.')
})

describe('what changed', () => {
  const change = (total: number, previousTotal: number, category = 'Fornecedores') => ({
    category,
    type: 'expense' as const,
    total,
    previousTotal,
  })
  const comparison = (from: string, to: string) => ({ from, to, changes: [] })

  it.each([
    ['2026-06-01', '2026-08-20', '2026-11-20', 'junho–agosto, até o dia 20', 'os mesmos dias: 1º de junho a 20 de agosto de 2026.'],
    ['2026-08-01', '2026-10-31', '2027-01-31', 'agosto–outubro de 2026', 'comparado com 1º de agosto a 31 de outubro de 2026.'],
    ['2026-10-01', '2026-10-31', '2026-11-30', 'outubro', 'comparado com 1º a 31 de outubro de 2026.'],
  ])('is compared with %s to %s', (from, to, today, text, note) => {
    expect(comparedText(comparison(from, to), { to: today })).toBe(text)
    expect(comparisonNote(comparison(from, to))).toContain(note)
  })

  it.each([
    [401_200, 320_000, 'R$ 812,00 a mais', 'Saiu: de R$ 3.200,00 para R$ 4.012,00.'],
    [100, 300, 'R$ 2,00 a menos', 'Saiu: de R$ 3,00 para R$ 1,00.'],
    [300, 0, 'R$ 3,00 a mais', 'Antes não tinha saído nada.'],
    [0, 300, 'R$ 3,00 a menos', 'Agora não saiu nada.'],
  ])('is %d after %d', (total, before, difference, amounts) => {
    const texts = changeTexts(change(total, before))
    expect([plain(texts.difference), plain(texts.amounts)]).toEqual([difference, amounts])
  })

  it('names each one-off once: within its category where that rose, otherwise by itself', () => {
    const oneOff = (category: string, description: string) => {
      return { date: '2026-11-12', description, category, type: 'expense' as const, amount: 189_000, share: 0.86 }
    }
    const [rose, fell] = [change(300, 100), change(100, 300, 'Equipamentos')]
    const oneOffs = [oneOff('Fornecedores', 'Caixas'), oneOff('Fornecedores', 'Formas'), oneOff('Equipamentos', 'Batedeira')]
    const { within, others } = placeOneOffs({ comparison: { from: '', to: '', changes: [rose, fell] }, oneOffs } as unknown as Report)
    expect([...within]).toEqual([[rose, oneOffs[0]]])
    expect(others).toEqual([oneOffs[1], oneOffs[2]])
    expect(plain(oneOffWithin(oneOffs[0]!))).toBe('Inclui Caixas, de 12/11: R$ 1.890,00, uma vez só.')
    expect(plain(oneOffAlone(oneOffs[2]!))).toBe('Batedeira, em 12/11: R$ 1.890,00, 86,0% de Equipamentos no mês.')
    expect(plain(oneOffAlone(oneOff('Sem categoria', 'Curso')))).toContain('86,0% do que ficou sem categoria no mês.')
  })
})

it('states the share outside the listed categories', () => {
  const one = (type: 'income' | 'expense', total: number) => ({ category: 'x', type, total, count: 1, share: 1 })
  const report = (income: number, expense: number, ...categories: Report['categories']) =>
    ({ totals: { income, expense, balance: 0, transactionCount: 0 }, categories }) as Report
  expect(leftOutText(report(1000, 500, one('income', 1000), one('expense', 500)))).toBeNull()
  expect(plain(leftOutText(report(1000, 7_015_560, one('income', 1000), one('expense', 6_867_560))))).toBe(
    'Fora da lista: R$ 1.480,00 de despesas. Com isso, saíram R$ 70.155,60.',
  )
  expect(plain(leftOutText(report(1030, 500, one('income', 1010), one('expense', 400))))).toBe(
    'Fora da lista: R$ 1,00 de despesas e R$ 0,20 de receitas. Com isso, saíram R$ 5,00 e entraram R$ 10,30.',
  )
})

it('states the number of queued changes', () => {
  expect(waitingText(0)).toBeNull()
  expect(waitingText(1)).toBe('1 lançamento aguarda envio e ainda não está neste relatório.')
  expect(waitingText(3)).toBe('3 lançamentos aguardam envio e ainda não estão neste relatório.')
})

it('formats counts', () => {
  expect(countText(1, '1 ano')).toEqual({ number: '1', words: 'transação em 1 ano' })
  expect(countText(1_214, '6 meses')).toEqual({ number: '1.214', words: 'transações em 6 meses' })
})
