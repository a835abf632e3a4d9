import { addMonths, dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { reportPeriods } from '@prumo/shared/report-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'
import type { CategoryMonth } from './category-months.js'
import { figuresOf, toReport } from './report-figures.js'
import { periodTexts } from './report-insights.answer.js'
import { independentReport, type ListedTransaction } from '../../test/test-independent-report.js'
import { listsAbout, moments } from '../../test/test-histories.js'

/** The running totals of a list before a day; `reports.int.spec.ts` compares the SQL with it. */
function totalled(all: readonly ListedTransaction[], today: string): CategoryMonth[] {
  return all
    .filter((one) => stateOf(one) === 'settled' && one.date <= today && one.date >= `${monthOf(addMonths(today, -11))}-01`)
    .map(({ date, type, category, amount }) => ({
      month: monthOf(date),
      type,
      category: category ?? '',
      amount: Math.round(amount * 100),
      count: 1,
    }))
}

it.each(moments)('equals another computation of every figure and insight, at %p', (now) => {
  const today = dateInSaoPaulo(now)
  const goals = fc.array(fc.record({ title: fc.constantFrom('Forno', 'Curso'), completed: fc.boolean() }), { maxLength: 5 })
  fc.assert(
    fc.property(listsAbout(today), goals, (list, set) => {
      const months = totalled(list, today)
      const said = periodTexts({ months, goals: set, oneOffs: [] }, today)
      for (const period of reportPeriods) {
        const { insights, summarySays, comparison: _, oneOffs: __, ...figures } = independentReport(list, set, period, now)
        expect(toReport(figuresOf(months, period, today), period, today)).toEqual(figures)
        const spoken = said[period]
        expect(spoken.insights.map(({ kind, tone }) => ({ kind, tone }))).toEqual(insights.map(({ kind, tone }) => ({ kind, tone })))
        for (const [index, { says }] of insights.entries()) {
          for (const part of says) expect(`${spoken.insights[index]?.title} ${spoken.insights[index]?.detail}`).toContain(part)
        }
        for (const part of summarySays) expect(spoken.summaryText).toContain(part)
      }
    }),
    { numRuns: 25 },
  )
})

it('leaves the ninth category out, and orders ties by name', () => {
  const names = ['h', 'b', 'Á', 'c', 'd', 'e', 'f', 'g', 'i']
  const months = names.map((category): CategoryMonth => ({
    month: '2026-11',
    type: 'expense',
    category,
    amount: category === 'i' ? 200 : 100,
    count: 1,
  }))
  const both = [...months, { month: '2026-11', type: 'income' as const, category: 'c', amount: 100, count: 1 }]
  const { categories } = toReport(figuresOf(both, '1month', '2026-11-20'), '1month', '2026-11-20')
  expect(categories.map(({ category, type }) => `${category} ${type}`)).toEqual(
    ['i', 'Á', 'b', 'c', 'c', 'd', 'e', 'f'].map((name, index) => `${name} ${index === 4 ? 'income' : 'expense'}`),
  )
  expect(categories[0]).toEqual({ category: 'i', type: 'expense', total: 2, count: 1, share: 0.2 })
})
