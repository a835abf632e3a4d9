import type { MonthSummary } from '@prumo/shared/transactions'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { storedCommand, answerAt } from './test-fixtures'
import { monthsFrom, optimisticMonths } from './months'
import { recordTransaction } from './transaction-commands'
import { emptySummary } from './transactions'

/** An answer of consecutive months with these incomes. */
const answerFrom = (first: number, ...incomes: number[]): MonthSummary[] =>
  incomes.map((income, index) => ({ ...emptySummary, month: `2026-${String(first + index).padStart(2, '0')}`, income, balance: income }))
const said = (months: readonly MonthSummary[] | null) => months?.map(({ month, income }) => [month, income])

describe('a stored answer', () => {
  const answer = answerFrom(5, 1, 2, 3, 4, 5, 6)

  it('is valid on the first of the next month, while that has no transactions', () => {
    expect(monthsFrom(answer, '2026-10', '2026-11')).toBe(answer)
  })

  it('is continued with an empty month if the screen shows that month', () => {
    expect(said(monthsFrom(answer, '2026-11', '2026-11'))).toEqual([
      ['2026-06', 2],
      ['2026-07', 3],
      ['2026-08', 4],
      ['2026-09', 5],
      ['2026-10', 6],
      ['2026-11', 0],
    ])
  })

  it('has no months before its own, and none after the present', () => {
    expect(monthsFrom(answer, '2026-09', '2026-11')).toBeNull()
    expect(monthsFrom(answer, '2026-12', '2026-11')).toBeNull()
  })

  it("includes this device's commands in a month that began since", () => {
    const draft = {
      ...noOptionalTexts,
      type: 'income',
      centavos: 1250,
      description: 'Bolo',
      date: '2026-11-01',
      isScheduled: false,
    } as const
    const item = {
      position: 1,
      command: storedCommand(recordTransaction(draft)),
      status: { is: 'waiting' },
      attempts: 0,
      isUncertain: false,
    } as const
    const shown = optimisticMonths(answerAt(0, answer), [item], '2026-11', '2026-11')
    expect(said(shown)?.slice(-2)).toEqual([
      ['2026-10', 6],
      ['2026-11', 1250],
    ])
  })
})
