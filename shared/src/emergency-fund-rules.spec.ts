import fc from 'fast-check'
import { effectiveAverage, monthsUntil, standingOf, suggestedSaving, targetOf } from './emergency-fund-rules.js'
import { MAX_CENTAVOS } from './money.js'

const centavos = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: MAX_CENTAVOS }))

describe('effectiveAverage', () => {
  it('is the average of the expenses, half a centavo rounded up', () => {
    expect(effectiveAverage({ total: 100_000, months: 3 }, 5)).toEqual({ average: 33_333, source: 'transactions' })
    expect(effectiveAverage({ total: 100_001, months: 2 }, 5)).toEqual({ average: 50_001, source: 'transactions' })
  })

  it('is the entered amount when the average is zero', () => {
    expect(effectiveAverage({ total: 0, months: 3 }, 300_000)).toEqual({ average: 300_000, source: 'entered' })
    expect(effectiveAverage({ total: 1, months: 3 }, 300_000)).toEqual({ average: 300_000, source: 'entered' })
  })

  it.each([
    ['2026-05-31', 3, '2026-02-28'],
    ['2024-05-31', 3, '2024-02-29'],
    ['2026-11-20', 3, '2026-08-20'],
    ['2028-02-29', 12, '2027-02-28'],
    ['2026-01-31', 2, '2025-11-30'],
  ])('up to %s, the last %i months begin on %s', (today, months, from) => {
    expect(monthsUntil(today, months)).toEqual({ from, to: today })
  })
})

describe('suggestedSaving', () => {
  it('is a fifth of the monthly expenses', () => {
    expect(suggestedSaving({ monthlyExpenseAverage: 300_000, remainingAmount: 1 })).toBe(60_000)
  })

  it('is null when the target is reached or the monthly expenses are zero', () => {
    expect(suggestedSaving({ monthlyExpenseAverage: 300_000, remainingAmount: 0 })).toBeNull()
    expect(suggestedSaving({ monthlyExpenseAverage: 0, remainingAmount: 1 })).toBeNull()
  })
})

describe('targetOf', () => {
  it('multiplies by the target months, and is 10000 without a fund', () => {
    expect(targetOf({ targetMonths: 3 }, 300_000)).toBe(900_000)
    expect(targetOf({ targetMonths: 12 }, MAX_CENTAVOS)).toBe(12 * MAX_CENTAVOS)
    expect(targetOf(null, 300_000)).toBe(1_000_000)
  })
})

describe('standingOf', () => {
  const at = (currentAmount: number, targetAmount = 900_000, average = 300_000) => standingOf({ targetAmount, currentAmount, average })

  it('computes every figure', () => {
    expect(at(435_005)).toEqual({
      targetAmount: 900_000,
      currentAmount: 435_005,
      remainingAmount: 464_995,
      percent: 48.3,
      monthlyExpenseAverage: 300_000,
      estimatedMonths: 8,
      suggestedSafeSpend: 43_501,
      message: { level: 'solid', title: 'Progresso sólido' },
    })
  })

  it.each([
    [0, 0, 'starting', 'Vamos começar'],
    [224_999, 24.9, 'starting', 'Vamos começar'],
    [225_000, 25, 'solid', 'Progresso sólido'],
    [674_999, 74.9, 'solid', 'Progresso sólido'],
    [675_000, 75, 'almost', 'Quase lá'],
    [899_999, 99.9, 'almost', 'Quase lá'],
    [899_550, 99.9, 'almost', 'Quase lá'],
    [899_100, 99.9, 'almost', 'Quase lá'],
    [899_099, 99.8, 'almost', 'Quase lá'],
    [900_000, 100, 'reached', 'Meta alcançada'],
    [1_800_000, 100, 'reached', 'Meta alcançada'],
  ])('with %i of 900000 centavos is at %f percent: %s', (currentAmount, percent, level, title) => {
    expect(at(currentAmount)).toMatchObject({ percent, message: { level, title } })
  })

  it('is at 0 percent of a target of zero, with no estimate', () => {
    expect(at(500, 0, 0)).toMatchObject({ percent: 0, remainingAmount: 0, estimatedMonths: null, message: { level: 'starting' } })
    expect(at(0, 1_000_000, 0)).toMatchObject({ estimatedMonths: null })
  })

  it('estimates 0 months once reached, and whole months before', () => {
    expect(at(900_000).estimatedMonths).toBe(0)
    expect(at(840_000).estimatedMonths).toBe(1)
    expect(at(839_999).estimatedMonths).toBe(2)
    // A fifth of 2 centavos is under a centavo but not zero: ten of them make 4.
    expect(at(0, 4, 2).estimatedMonths).toBe(10)
  })

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(centavos, centavos, centavos, (targetAmount, currentAmount, average) => {
        const { percent, remainingAmount, estimatedMonths, suggestedSafeSpend, message } = standingOf({
          targetAmount,
          currentAmount,
          average,
        })
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThanOrEqual(100)
        expect(Number(percent.toFixed(1))).toBe(percent)
        // The largest tenth of a percent that the amount reaches.
        const tenths = Math.round(percent * 10)
        const reaches = (so: number) => BigInt(currentAmount) * 1000n >= BigInt(so) * BigInt(targetAmount)
        expect(targetAmount === 0 || (reaches(tenths) && (tenths === 1000 || !reaches(tenths + 1)))).toBe(true)
        expect(percent === 100).toBe(targetAmount > 0 && currentAmount >= targetAmount)
        expect(message.level === 'reached').toBe(percent === 100)
        expect(remainingAmount).toBe(currentAmount > targetAmount ? 0 : targetAmount - currentAmount)
        expect(suggestedSafeSpend).toBe(Math.floor((currentAmount + 5) / 10))
        if (average === 0) expect(estimatedMonths).toBeNull()
        else {
          // The fewest months in which saving a fifth of the average each month covers the remaining amount.
          const months = BigInt(estimatedMonths ?? -1)
          expect(months * BigInt(average) >= 5n * BigInt(remainingAmount)).toBe(true)
          expect(months === 0n || (months - 1n) * BigInt(average) < 5n * BigInt(remainingAmount)).toBe(true)
        }
      }),
    )
  })
})
