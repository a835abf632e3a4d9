import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { draftOf, monthChoices, saySame, valuesOf } from './target-values'

it('begins with the standard, or with what was saved', () => {
  expect(valuesOf(null)).toEqual({ months: 3, average: '3.000,00' })
  expect(valuesOf({ targetMonths: 12, monthlyExpenseAverage: 4500.5 } as EmergencyFund)).toEqual({ months: 12, average: '4.500,50' })
})

it.each(['', 'abc', '-5', '1,234', '1000000000'])('counts %p as nothing', (average) => {
  expect(draftOf({ months: 6, average })).toEqual({ targetMonths: 6, averageCentavos: 0 })
})

it('compares what is said, not how it is written', () => {
  expect(saySame({ months: 3, average: '3000' }, { months: 3, average: 'R$ 3.000,00' })).toBe(true)
  expect(saySame({ months: 3, average: '3000' }, { months: 6, average: '3000' })).toBe(false)
})

it('recommends three months', () => {
  expect(monthChoices.map(({ label }) => label)).toEqual(['1', '2', '3 (recomendado)', '6', '12'])
})
