import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { targetDraftOf, averageFieldTexts, firstTargetText, monthChoices, isSameTarget, sumText, valuesOf } from './target'

it('starts with the default, or with the saved target', () => {
  expect(valuesOf(null)).toEqual({ months: 3, average: '3.000,00' })
  expect(valuesOf({ targetMonths: 12, monthlyExpenseAverage: 450_050 } as EmergencyFund)).toEqual({ months: 12, average: '4.500,50' })
})

it.each(['', 'abc', '-5', '1,234', '1000000000'])('reads %p as zero', (average) => {
  expect(targetDraftOf({ months: 6, average })).toEqual({ targetMonths: 6, averageCentavos: 0 })
})

it('compares amounts, not their spelling', () => {
  expect(isSameTarget({ months: 3, average: '3000' }, { months: 3, average: 'R$ 3.000,00' })).toBe(true)
  expect(isSameTarget({ months: 3, average: '3000' }, { months: 6, average: '3000' })).toBe(false)
})

it('recommends three months', () => {
  expect(monthChoices.map(({ label }) => label)).toEqual(['1', '2', '3 (recomendado)', '6', '12'])
})

const reais = (text: string) => `R$\u00a0${text}`
const spent: ExpenseAverage = {
  months: 3,
  totalExpenses: 936_120,
  monthlyExpenseAverage: 312_040,
  source: 'transactions',
  computedAt: '2026-11-20T15:30:00.000Z',
  stale: false,
}

it('multiplies the months by the average in effect', () => {
  const draft = { targetMonths: 6, averageCentavos: 200_000 } as const
  expect(sumText(draft, { ...spent, source: 'entered' })).toBe(`6 meses × ${reais('2.000,00')} = ${reais('12.000,00')}`)
  expect(sumText(draft, spent)).toBe(`6 meses × ${reais('3.120,40')} = ${reais('18.722,40')}`)
})

it('explains when the entered average applies', () => {
  expect(averageFieldTexts({ ...spent, source: 'entered' })).toEqual({
    label: 'Média de despesas por mês',
    note: 'Vale enquanto não houver despesas nos últimos 3 meses.',
  })
  expect(averageFieldTexts(spent)).toEqual({
    label: 'Média informada',
    note: 'Hoje usamos a média do que você gastou. Este valor só vale se não houver despesas em 3 meses.',
  })
})

it('shows how the first saving changes the target', () => {
  expect(firstTargetText({ targetMonths: 3, averageCentavos: 300_000 }, { ...spent, source: 'entered' })).toBe(
    `Ao salvar, a meta passa de ${reais('10.000,00')} para ${reais('9.000,00')}.`,
  )
  expect(firstTargetText({ targetMonths: 2, averageCentavos: 500_000 }, { ...spent, source: 'entered' })).toBeNull()
})
