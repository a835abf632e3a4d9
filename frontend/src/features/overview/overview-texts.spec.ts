import { balanceOrigin, compareMonths, dayInWords, dueDayText, namedCount, outlookSentence, resultLabel, weekNote } from './overview-texts'

const NBSP = '\u00a0'
const now = '2026-11'
const today = '2026-11-27'
const rent = { date: '2026-11-30', type: 'expense', amount: 185_000, description: 'Aluguel da cozinha', kind: 'flow' } as const
const power = { ...rent, amount: 14_225, description: 'Enel' }

describe('the sentence under the balance', () => {
  const say = (...about: Parameters<typeof outlookSentence>) => {
    const { lead, rest } = outlookSentence(...about)
    return lead + rest
  }

  it('says how much can be taken out, never below zero', () => {
    expect(say({ date: '2026-12-10', balance: 64_000 }, [rent], today)).toBe(
      `Dá para tirar até R$${NBSP}640,00 sem faltar nos próximos 30 dias.`,
    )
    expect(say({ date: '2026-12-10', balance: 0 }, [rent], today)).toBe('Não dá para tirar nada sem faltar nos próximos 30 dias.')
  })

  it('says what will be missing, when, and with the largest expense of that day', () => {
    const lowest = { date: rent.date, balance: -28_000 }
    expect(say(lowest, [power, rent], today)).toBe(`Vão faltar R$${NBSP}280,00 em 30 de novembro, com Aluguel da cozinha.`)
    expect(say(lowest, [{ ...rent, kind: 'bill', description: 'Fatura Nubank' }], today)).toBe(
      `Vão faltar R$${NBSP}280,00 em 30 de novembro, com a Fatura Nubank.`,
    )
    expect(say({ ...lowest, date: '2027-01-02' }, [], today)).toBe(`Vão faltar R$${NBSP}280,00 em 2 de janeiro de 2027.`)
    expect(say({ ...lowest, date: today }, [rent], today)).toBe(`Faltam R$${NBSP}280,00 hoje.`)
  })
})

it('says where the balance comes from', () => {
  expect(balanceOrigin(today, today)).toBe('Informado hoje.')
  expect(balanceOrigin('2026-11-25', today)).toBe('Informado em 25/11, mais o que veio depois.')
})

describe('the week', () => {
  it('names days', () => {
    expect(dayInWords('2026-12-04')).toBe('sexta, 4 de dezembro')
    expect(['2026-11-25', today, '2026-11-28', '2026-11-30'].map((date) => dueDayText(date, today, false))).toEqual([
      'atrasada, 25/11',
      'hoje',
      'amanhã',
      '30/11',
    ])
    expect(['2026-11-25', '2026-11-30'].map((date) => dueDayText(date, today, true))).toEqual(['atrasada', 'seg 30/11'])
  })

  it('says what its sums leave out', () => {
    expect(weekNote({ overdue: 0, later: 0 })).toBeNull()
    expect(weekNote({ overdue: 1, later: 1 })).toBe('A atrasada soma aqui, mas não na previsão. A fatura vem depois, fora desta soma.')
    expect(weekNote({ overdue: 2, later: 2 })).toBe('As atrasadas somam aqui, mas não na previsão. As faturas vêm depois, fora desta soma.')
  })
})

it('names one more than the most instead of counting a single one', () => {
  expect([0, 2, 3, 4, 5].map((count) => namedCount(count, 3))).toEqual([0, 2, 3, 4, 3])
})

describe('the result of a month', () => {
  it('says "so far" of the current month only, and states a shortfall without reproach', () => {
    const say = (...about: Parameters<typeof resultLabel>) => Object.values(resultLabel(...about)).join('')
    expect(say('2026-11', now, 321_840)).toBe('Sobrou em novembro, até hoje')
    expect(say('2026-11', now, -1)).toBe('Faltou em novembro, até hoje')
    expect(say('2024-12', now, 0)).toBe('Sobrou em dezembro de 2024')
  })
})

describe('the comparison with the previous month', () => {
  const october = { income: 1_400_000, expense: 1_216_000, count: 30 }

  it('states the difference and its direction', () => {
    expect(compareMonths(321_840, october, '2026-10', now)).toBe(`R$${NBSP}1.378,40 a mais que em outubro.`)
    expect(compareMonths(100_000, october, '2026-10', now)).toBe(`R$${NBSP}840,00 a menos que em outubro.`)
    expect(compareMonths(184_000, october, '2026-10', now)).toBe('O mesmo que em outubro.')
  })

  it('names the last compared day, unless it is the last of the month', () => {
    expect(compareMonths(184_000, october, '2026-10', now, '2026-10-22')).toBe('O mesmo que em outubro até o dia 22.')
  })

  it('is omitted for a month without transactions', () => {
    expect(compareMonths(321_840, { income: 0, expense: 0, count: 0 }, '2026-10', now)).toBeNull()
  })

  it('names the year when it differs', () => {
    expect(compareMonths(184_000, october, '2025-12', '2026-01')).toBe('O mesmo que em dezembro de 2025.')
  })
})
