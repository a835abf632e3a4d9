import { formatDayOfMonth, formatLongDay, formatDate, formatDay, formatMonth, formatShortDate, monthName, shortMonthName } from './dates'

const now = '2026-11-20'

describe('civil dates in Portuguese', () => {
  it('are written in full with zeros', () => {
    expect(formatDate('2026-03-05')).toBe('05/03/2026')
  })

  it('are short without the year if it is the present one', () => {
    expect(formatShortDate('2026-11-20', now)).toBe('20 nov')
    expect(formatShortDate('2024-12-05', now)).toBe('5 dez 2024')
  })

  it('have the names of their months', () => {
    expect(formatMonth('2026-03')).toBe('março de 2026')
    expect(monthName('2026-11-20')).toBe('novembro')
    expect(shortMonthName('2026-03')).toBe('mar')
  })

  it.each([
    ['2026-11-20', 'Hoje'],
    ['2026-11-19', 'Ontem'],
    ['2026-11-18', 'Quarta, 18 de novembro'],
    ['2026-11-21', 'Sábado, 21 de novembro'],
    ['2024-12-05', 'Quinta, 5 de dezembro de 2024'],
    ['1970-01-01', 'Quinta, 1 de janeiro de 1970'],
  ])('name the day of %s: %s', (date, text) => {
    expect(formatDay(date, now)).toBe(text)
  })

  it('find yesterday across a year', () => {
    expect(formatDay('2026-12-31', '2027-01-01')).toBe('Ontem')
  })
})

it('name a day with its date, and a day of a month', () => {
  expect(['2026-11-20', '2026-11-19', '2026-11-18'].map((date) => formatLongDay(date, '2026-11-20'))).toEqual([
    'Hoje, sexta, 20 de novembro',
    'Ontem, quinta, 19 de novembro',
    'Quarta, 18 de novembro',
  ])
  expect(['2026-09-30', '2026-09-01', '2024-12-05'].map((date) => formatDayOfMonth(date, '2026-11-20'))).toEqual([
    '30 de setembro',
    '1º de setembro',
    '5 de dezembro de 2024',
  ])
})
