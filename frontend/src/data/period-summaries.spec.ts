import fc from 'fast-check'
import { addDays, daysBetween } from '@prumo/shared/calendar'
import { monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { answerAt } from './test-fixtures'
import { averagedPeriods, previousMonthToDate } from './api-requests'
import { optimisticSummaries, averageSpending } from './period-summaries'
import { emptySummary } from './transactions'

describe('the same days of the previous month', () => {
  it('are as many as the present month has had', () => {
    expect(previousMonthToDate('2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-10-22' })
    expect(previousMonthToDate('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-01' })
  })

  it('are all of a shorter month', () => {
    expect(previousMonthToDate('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
})

describe('the months behind the average', () => {
  it('are three, up to today', () => {
    expect(averagedPeriods('2026-05-31')).toEqual([
      { type: 'expense', from: '2026-02-28', to: '2026-03-31' },
      { type: 'expense', from: '2026-04-01', to: '2026-04-30' },
      { type: 'expense', from: '2026-05-01', to: '2026-05-31' },
    ])
  })

  it('cover all of its days, each once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const now = addDays('2000-01-01', days)
        const months = averagedPeriods(now)
        const whole = monthsUntil(now, 3)
        expect([months[0]?.from, months.at(-1)?.to]).toEqual([whole.from, whole.to])
        for (const [index, { from }] of months.entries()) if (index > 0) expect(daysBetween(months[index - 1]!.to, from)).toBe(1)
      }),
    )
  })

  it('count only where they have expenses', () => {
    expect(averageSpending([120, 0, 0.01].map((expense) => ({ ...emptySummary, expense })))).toBe(2)
  })
})

it('answered summaries are valid only on the day of the request', () => {
  const answer = answerAt(0, { day: '2026-11-22', sums: [answerAt(0, emptySummary)] })
  const daysFrom = (now: string) => [previousMonthToDate(now)]
  expect(optimisticSummaries(answer, [], '2026-11-22', daysFrom)).toEqual([emptySummary])
  expect(optimisticSummaries(answer, [], '2026-11-23', daysFrom)).toBeNull()
})
