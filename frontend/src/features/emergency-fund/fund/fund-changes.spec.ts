import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { configured, holding, spentAverage, targetCentavos } from './fund-changes'

const kept: EmergencyFund = { id: 'a', userId: 'a', targetMonths: 6, monthlyExpenseAverage: 4500, currentAmount: 4350, targetAmount: 27_000, version: 7 }
const entered = { months: 3, totalExpenses: 0, monthlyExpenseAverage: 3000, source: 'entered' } as ExpenseAverage
const spent = { months: 3, totalExpenses: 9361.2, monthlyExpenseAverage: 3120.4, source: 'transactions' } as ExpenseAverage
const nothingSpent = { userId: 'a', average: entered }

describe('another target', () => {
  it('is months times the average that was entered, where nothing was spent', () => {
    expect(configured(kept, { targetMonths: 2, averageCentavos: 150_075 }, nothingSpent)).toEqual({ ...kept, targetMonths: 2, monthlyExpenseAverage: 1500.75, targetAmount: 3001.5, version: 8 })
  })

  it('is months times what was really spent, whatever was entered', () => {
    expect(configured(kept, { targetMonths: 3, averageCentavos: 0 }, { userId: 'a', average: spent })).toMatchObject({ monthlyExpenseAverage: 0, targetAmount: 9361.2 })
  })

  it('begins a fund', () => {
    expect(configured(null, { targetMonths: 1, averageCentavos: 200_000 }, nothingSpent)).toEqual({ id: 'a', userId: 'a', targetMonths: 1, monthlyExpenseAverage: 2000, currentAmount: 0, targetAmount: 2000, version: 1 })
  })

  it('is what was entered while nobody knows what was spent', () => {
    expect(spentAverage(undefined)).toBe(0)
    expect(targetCentavos({ targetMonths: 12, averageCentavos: 100 }, undefined)).toBe(1200)
  })
})

describe('another amount', () => {
  it('leaves the target alone', () => {
    expect(holding(kept, 30, nothingSpent)).toEqual({ ...kept, currentAmount: 0.3, version: 8 })
  })

  it('begins a fund with the standard target', () => {
    expect(holding(null, 30_000, nothingSpent)).toMatchObject({ targetMonths: 3, monthlyExpenseAverage: 3000, currentAmount: 300, targetAmount: 9000, version: 1 })
  })
})
