import type { CertainEntry } from '../../data/certain-entries'
import {
  describeBand,
  roundToHundreds,
  lowestReason,
  explainMissingBand,
  describeOpening,
  describeReview,
  speakDay,
  unrecordedOf,
  describeWhen,
} from './forecast-texts'

const NBSP = '\u00a0'
const reais = (text: string) => `R$${NBSP}${text}`
const today = '2026-11-23'
const day = { date: '2027-01-05', income: 0, expense: 395_000, balance: 41_230, low: 78_812, high: 241_399 }
const entry = (description: string, amount: number, changes: Partial<CertainEntry> = {}) =>
  ({ description, amount, type: 'expense', date: day.date, ...changes }) as CertainEntry
const forecast = {
  from: today,
  to: '2027-02-21',
  opening: { amount: 431_240, source: 'stated' as const },
  days: [day],
  lowest: { date: day.date, balance: day.balance },
  overdue: { income: 0, expense: 0, count: 0 },
}

describe('the lowest day', () => {
  it('is written without the year, and today as `hoje`', () => {
    expect(describeWhen('2027-01-05', today)).toBe('em 5 de janeiro')
    expect(describeWhen('2027-01-01', today)).toBe('em 1º de janeiro')
    expect(describeWhen(today, today)).toBe('hoje')
  })

  it('names its expenses, the largest first', () => {
    expect(
      lowestReason(forecast, [entry('Salário', 185_000), entry('Aluguel', 210_000), entry('Venda', 900_000, { type: 'income' })]),
    ).toBe('com Aluguel e Salário')
    expect(lowestReason(forecast, [entry('A', 3), entry('B', 2), entry('C', 1), entry('D', 1)])).toBe('com A e B e mais 2')
    expect(lowestReason(forecast, [entry('De outro dia', 1, { date: today })])).toBeNull()
  })

  it('states the assumption when no balance was given', () => {
    expect(lowestReason({ ...forecast, opening: { amount: 0, source: 'sums' } }, [])).toBe('contando só o que está lançado')
  })
})

describe('the estimate', () => {
  it('is rounded to hundreds', () => {
    expect(roundToHundreds(78_812)).toBe(80_000)
    expect(Object.is(roundToHundreds(-300), 0)).toBe(true)
    expect(describeBand(day)).toBe(`entre ${reais('800')} e ${reais('2.400')}`)
    expect(describeBand({ low: 410_000, high: 412_000 })).toBe(`cerca de ${reais('4.100')}`)
    expect(describeBand({ low: null, high: null })).toBeNull()
    expect(describeBand({ low: 1, high: 1 })).toBeNull()
  })

  it('is compared with the outcome', () => {
    const review = { low: 190_300, high: 260_100, predicted: 220_000, actual: 218_640, isBand: true }
    expect(describeReview(review, 30)).toEqual({
      foreseen: `Há 30 dias o Prumo previa ${reais('1.900')} a ${reais('2.600')} para hoje.`,
      became: `Foram ${reais('2.186')}.`,
    })
    expect(describeReview({ ...review, isBand: false }, 30).foreseen).toBe(`Há 30 dias o Prumo previa ${reais('2.200')} para hoje.`)
  })

  it('explains why it is missing, and when it will appear', () => {
    expect(explainMissingBand('2026-11-01', today)).toBe(
      'O primeiro lançamento é de 1º de novembro, há 22 dias. Com 90 dias o Prumo mostra também o que costuma entrar e sair sem plano: em 30 de janeiro.',
    )
    expect(explainMissingBand(today, today)).toContain('O primeiro lançamento é de hoje.')
    expect(explainMissingBand('2026-11-22', today)).toContain('há 1 dia.')
    expect(explainMissingBand(null, today)).toContain('Com 90 dias de lançamentos')
  })
})

describe('the opening balance', () => {
  it('is the balance of today, an earlier one carried on, or the sum of all transactions', () => {
    const amount = reais('4.312,40')
    expect(describeOpening({ ...forecast, statedOn: today }, today)).toBe(`A previsão começa em ${amount}, o saldo de hoje.`)
    // Cached since yesterday.
    expect(describeOpening({ ...forecast, statedOn: today }, '2026-11-24')).toBe(
      `A previsão começa em ${amount}, o saldo de 23 de novembro.`,
    )
    expect(describeOpening({ ...forecast, statedOn: '2026-11-20' }, today)).toBe(
      `A previsão começa em ${amount}: o saldo de 20 de novembro e o que entrou e saiu desde então.`,
    )
    expect(describeOpening({ ...forecast, opening: { amount: 431_240, source: 'sums' }, statedOn: null }, today)).toContain(
      'a soma de tudo',
    )
  })
})

describe('a day', () => {
  it('is read with its income, expenses and balance', () => {
    expect(speakDay(day, today)).toBe(`5 de janeiro: saem ${reais('3.950,00')}, fica ${reais('412,30')}.`)
    expect(speakDay({ ...day, date: today, expense: 0 }, today)).toBe(`Hoje: nada previsto, fica ${reais('412,30')}.`)
  })

  it('never has less unrecorded than zero', () => {
    expect(unrecordedOf(day, [entry('Aluguel', 210_000)])).toEqual({ income: 0, expense: 185_000 })
    expect(unrecordedOf(day, [entry('Aluguel', 900_000)])).toEqual({ income: 0, expense: 0 })
  })
})
