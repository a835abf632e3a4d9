import { fresh } from './given'
import { noSums } from './transaction-sums'
import { sameDaysBefore, shownSameDays } from './same-days'

it('are as many days of the month before as the present one has had', () => {
  expect(sameDaysBefore('2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-10-22' })
  expect(sameDaysBefore('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-01' })
})

it('are all of a month that is shorter', () => {
  expect(sameDaysBefore('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

it('are not those of the day on which they were asked for', () => {
  const data = { ...sameDaysBefore('2026-11-22'), summary: noSums }
  expect(shownSameDays(fresh(0, data), [], '2026-11-22')).toEqual(data)
  expect(shownSameDays(fresh(0, data), [], '2026-11-23')).toBeNull()
})
