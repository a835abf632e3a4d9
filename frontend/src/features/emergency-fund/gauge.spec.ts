import { monthTicks } from './gauge'

it('has a tick for each month, the last one on the ground', () => {
  expect(monthTicks(1)).toEqual([{ at: 1, label: 1, unit: '\u00a0mês' }])
  expect(monthTicks(2)).toEqual([
    { at: 0.5, label: 1, unit: null },
    { at: 1, label: 2, unit: '\u00a0meses' },
  ])
})

it('labels no more ticks than fit', () => {
  expect(monthTicks(12).map(({ label }) => label)).toEqual([null, null, 3, null, null, 6, null, null, 9, null, null, 12])
  expect(monthTicks(6).map(({ label }) => label)).toEqual([1, 2, 3, 4, 5, 6])
})
