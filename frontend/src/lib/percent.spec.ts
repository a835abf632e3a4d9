import { percentOf } from './percent'

describe('the percentage of a target', () => {
  it.each([
    [5200, 8000, 65],
    [0, 8000, 0],
    [7999.99, 8000, 99],
    [8000, 8000, 100],
    [9000, 8000, 100],
    [0.29, 0.3, 97],
    [4350, 6000, 73],
    [2900, 10_000, 29],
    [100, 0, 0],
  ])('%d of %d is %i', (currentAmount, targetAmount, percent) => {
    expect(percentOf({ currentAmount, targetAmount })).toBe(percent)
  })
})
