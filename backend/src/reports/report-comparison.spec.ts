import { addDays, addMonths, dateInSaoPaulo, monthBounds, monthOf } from '@prumo/shared/calendar'
import { daysBeforePeriod, daysOfPeriod, MOST_CHANGES, MOST_ONE_OFFS, reportPeriods } from '@prumo/shared/report-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'
import { independentReport, type ListedTransaction } from '../../test/test-independent-report.js'
import { listsAbout, moments } from '../../test/test-histories.js'
import type { CategoryMonth, CategorySum, OneOffFact, ReportSums } from './category-months.js'
import { compareWithBefore, oneOffsOf } from './report-comparison.js'

const TODAY = '2026-11-20'

const spent = (category: string, amount: number): CategoryMonth => ({ month: '2026-11', type: 'expense', category, amount, count: 1 })
const earned = (category: string, amount: number): CategoryMonth => ({ ...spent(category, amount), type: 'income' })
const sums = (months: CategoryMonth[], before: CategorySum[], isComparable = true): ReportSums => ({ months, before, isComparable })
const changesOf = (given: ReportSums) =>
  compareWithBefore(given, '3months', TODAY)?.changes.map(({ type, category, total, previousTotal }) => [
    type,
    category,
    total,
    previousTotal,
  ])

describe('what changed most', () => {
  it('names the same days of as many months before', () => {
    expect(compareWithBefore(sums([], []), '3months', TODAY)).toEqual({ from: '2026-06-01', to: '2026-08-20', changes: [] })
  })

  it('orders by the difference in reais, whatever its direction', () => {
    const now = [spent('Fornecedores', 401_200), earned('Vendas', 100_000), spent('Aluguel', 90_000)]
    const before = [spent('Fornecedores', 320_000), earned('Vendas', 200_000), spent('Aluguel', 90_000), spent('Marketing', 5_000)]
    expect(changesOf(sums(now, before))).toEqual([
      ['income', 'Vendas', 1000, 2000],
      ['expense', 'Fornecedores', 4012, 3200],
      ['expense', 'Marketing', 0, 50],
    ])
  })

  it('orders ties by name, then expenses before income, and keeps both types of one name apart', () => {
    const now = ['h', 'Á', 'b', 'd', 'e'].map((name) => spent(name, 100))
    expect(changesOf(sums([...now, earned('b', 100)], []))?.map(([type, category]) => `${type} ${category}`)).toEqual([
      'expense Á',
      'expense b',
      'income b',
      'expense d',
      'expense e',
    ])
  })

  it('names what has no category', () => {
    expect(changesOf(sums([spent('', 100)], []))).toEqual([['expense', 'Sem categoria', 1, 0]])
  })

  it('is absent where the account has nothing that old', () => {
    expect(compareWithBefore(sums([spent('Aluguel', 100)], [], false), '3months', TODAY)).toBeNull()
  })

  it.each(moments)('equals another computation from the transactions, at %p', (now) => {
    const today = dateInSaoPaulo(now)
    fc.assert(
      fc.property(listsAbout(today), (list) => {
        for (const period of reportPeriods) {
          expect(compareWithBefore(summed(list, today, period), period, today)).toEqual(independentReport(list, [], period, now).comparison)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('lists differences that fall, and at most five', () => {
    const categorySums = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), fc.integer({ min: 1, max: 900 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(categorySums, categorySums, (now, before) => {
        const of = (list: [string, number][]) => list.map(([name, amount]) => spent(name, amount))
        const { changes } = compareWithBefore(sums(of(now), of(before)), '1month', TODAY)!
        const sizes = changes.map(({ total, previousTotal }) => Math.round(Math.abs(total - previousTotal) * 100))
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
        expect(sizes.every((size) => size > 0)).toBe(true)
        expect(changes.length).toBeLessThanOrEqual(MOST_CHANGES)
      }),
    )
  })
})

/** What the database sums up for a report. */
function summed(list: readonly ListedTransaction[], today: string, period: (typeof reportPeriods)[number]): ReportSums {
  const settled = list.filter((one) => stateOf(one) === 'settled')
  const within = ({ from, to }: { from: string; to: string }) =>
    settled
      .filter(({ date }) => date >= from && date <= to)
      .map(({ date, type, category, amount }) => ({
        month: monthOf(date),
        type,
        category: category ?? '',
        amount: Math.round(amount * 100),
        count: 1,
      }))
  const before = daysBeforePeriod(period, today)
  const firstMonthEnd = monthBounds(monthOf(before.from)).to
  return {
    months: within(daysOfPeriod(period, today)),
    before: within(before),
    isComparable: settled.some(({ date }) => date <= firstMonthEnd),
  }
}

describe('one-offs', () => {
  const fact = (date: string, amount: number): OneOffFact => {
    return { date, description: 'Batedeira', type: 'expense', category: '', amount, monthTotal: amount * 2 }
  }

  it('are those of the period, with their part of the month', () => {
    const facts = [fact('2026-06-30', 900), fact('2026-09-01', 800), fact(TODAY, 700), fact(addDays(TODAY, 1), 600)]
    expect(oneOffsOf(facts, '3months', TODAY)).toEqual([
      { date: '2026-09-01', description: 'Batedeira', type: 'expense', category: 'Sem categoria', amount: 8, share: 0.5 },
      { date: TODAY, description: 'Batedeira', type: 'expense', category: 'Sem categoria', amount: 7, share: 0.5 },
    ])
  })

  it('are the largest five', () => {
    const facts = Array.from({ length: 8 }, (_, n) => fact(addMonths(TODAY, -n), 900 - n))
    expect(oneOffsOf(facts, '1year', TODAY)).toHaveLength(MOST_ONE_OFFS)
  })
})
