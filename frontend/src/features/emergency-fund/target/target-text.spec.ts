import type { ExpenseAverage } from '@prumo/shared/emergency-fund'
import { averageText, firstTargetText, sumText } from './target-text'

const reais = (text: string) => `R$\u00a0${text}`
const spent: ExpenseAverage = { months: 3, totalExpenses: 9361.2, monthlyExpenseAverage: 3120.4, source: 'transactions', computedAt: '2026-11-20T15:30:00.000Z', stale: false }

it('adds up with the average that counts', () => {
  const draft = { targetMonths: 6, averageCentavos: 200_000 } as const
  expect(sumText(draft, undefined)).toBe(`6 meses × ${reais('2.000,00')} = ${reais('12.000,00')}`)
  expect(sumText(draft, spent)).toBe(`6 meses × ${reais('3.120,40')} = ${reais('18.722,40')}`)
})

it('says why what was entered is not what counts', () => {
  expect(averageText(undefined)).toBeNull()
  expect(averageText({ ...spent, source: 'entered' })).toBeNull()
  expect(averageText(spent)).toBe(`Vale o que você gastou nos últimos 3 meses: ${reais('3.120,40')} por mês. O valor acima só conta quando não houver despesas.`)
})

it('names the target that the first saving replaces', () => {
  expect(firstTargetText).toBe(`Ao salvar, ela toma o lugar da meta inicial de ${reais('10.000,00')}.`)
})
