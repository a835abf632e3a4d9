import type { EmergencyFund, ExpenseAverage, FundAnalysis } from '@prumo/shared/emergency-fund'
import { standingOf } from '@prumo/shared/emergency-fund-rules'
import { basisText, fundFigures, describeProgress, speakFundStatus, currentFundStatus } from './fund-figures'

const analysis = { currentAmount: 0, targetAmount: 100, monthlyExpenseAverage: 300_000, stale: true } as FundAnalysis

it('combines the current amounts with the computed average, even when that is stale', () => {
  const fund = { currentAmount: 435_000, targetAmount: 900_000 } as EmergencyFund
  expect(currentFundStatus(fund, analysis)).toMatchObject({
    currentAmount: 435_000,
    remainingAmount: 465_000,
    percent: 48.3,
    estimatedMonths: 8,
    suggestedSafeSpend: 43_500,
    message: { level: 'solid' },
  })
})

it('uses the default target without a fund', () => {
  expect(currentFundStatus(null, analysis)).toMatchObject({
    currentAmount: 0,
    targetAmount: 1_000_000,
    estimatedMonths: 17,
    message: { level: 'starting' },
  })
})

const NBSP = '\u00a0'
const reais = (text: string) => `R$${NBSP}${text}`
const of = (currentAmount: number, targetAmount = 900_000, average = 300_000) => standingOf({ currentAmount, targetAmount, average })
const three = { targetMonths: 3 } as const

describe('the progress of a fund', () => {
  it.each([
    ['on its way', of(435_000), three, `48,3% da meta de ${reais('9.000,00')}, 3 meses de despesas.`],
    ['with one month to cover', of(0, 300_000), { targetMonths: 1 } as const, `0% da meta de ${reais('3.000,00')}, 1 mês de despesas.`],
    ['reached', of(900_000), three, `A reserva cobre 3 meses de despesas: ${reais('9.000,00')}.`],
    ['without a target', of(435_000, 0, 0), three, 'Informe quanto custa um mês para ter uma meta.'],
    [
      'that does not exist',
      of(0, 1_000_000),
      null,
      `Enquanto você não define a meta, ela é de ${reais('10.000,00')}. Com o primeiro valor guardado, passa a ${reais('9.000,00')}: 3 meses de ${reais('3.000,00')}.`,
    ],
    ['that would be what it is', of(0, 1_000_000, 1_000_000 / 3), null, `Enquanto você não define a meta, ela é de ${reais('10.000,00')}.`],
  ])('%s', (_name, standing, fund, text) => {
    expect(describeProgress(standing, fund)).toBe(text)
  })
})

describe('the figures beside the amount', () => {
  it('show the remaining amount, the estimated time and the safe spending', () => {
    expect(fundFigures(of(435_000))).toEqual([
      { label: 'Falta Guardar', text: reais('4.650,00'), note: `para ${reais('9.000,00')}` },
      { label: 'Tempo Estimado', text: '8 meses', note: `guardando ${reais('600,00')} por mês` },
      { label: 'Gasto seguro sugerido', text: reais('435,00'), note: '10% da reserva' },
    ])
  })

  it('explain a missing estimate', () => {
    expect(fundFigures(of(0, 0, 0))[1]).toMatchObject({ text: '—', note: 'sem média de despesas' })
    expect(fundFigures(of(900_000))[1]).toMatchObject({ text: '0 meses', note: 'não falta nada' })
    expect(fundFigures(of(0, 1_000_000, 4000))[1]).toMatchObject({ text: 'mais de 10 anos', note: `guardando ${reais('8,00')} por mês` })
  })
})

describe('the basis of the target', () => {
  const spent: ExpenseAverage = {
    months: 3,
    totalExpenses: 12_000,
    monthlyExpenseAverage: 4000,
    source: 'transactions',
    computedAt: '2026-11-20T15:30:00.000Z',
    stale: false,
  }
  const sum = `A conta usa a média de despesas dos últimos 3 meses, ${reais('40,00')} por mês.`

  it('says how many of the months have expenses', () => {
    expect(basisText(spent, 1)).toBe(`${sum} Só houve despesas em 1 deles: com mais meses lançados, a meta muda.`)
    expect(basisText(spent, 2)).toBe(`${sum} Só houve despesas em 2 deles: com mais meses lançados, a meta muda.`)
    expect(basisText(spent, 3)).toBe(`${sum} Houve despesas nos três meses.`)
    expect(basisText(spent, null)).toBe(sum)
  })

  it('names the entered average when no month has expenses', () => {
    expect(basisText({ ...spent, totalExpenses: 0, monthlyExpenseAverage: 300_000, source: 'entered' }, 0)).toBe(
      `Nos últimos 3 meses não há despesas: a conta usa a média informada, ${reais('3.000,00')} por mês.`,
    )
  })
})

it('reads whole reais without cents', () => {
  expect(speakFundStatus(of(435_050))).toBe(`48,3 por cento, ${reais('4.350,50')} de ${reais('9.000')}`)
})
