import { compareMonths, resultLabel } from './month-texts'

const NBSP = '\u00a0'
const now = '2026-11'

describe('the result of a month', () => {
  it('says so far only of the month that is not over', () => {
    expect(resultLabel('2026-11', now, 321_840)).toBe('Sobrou em novembro, até hoje')
    expect(resultLabel('2026-10', now, 1)).toBe('Sobrou em outubro')
    expect(resultLabel('2024-12', now, 0)).toBe('Sobrou em dezembro de 2024')
  })

  it('falls short without scolding', () => {
    expect(resultLabel('2026-11', now, -88_000)).toBe('Faltou em novembro')
  })
})

describe('the comparison with the month before', () => {
  const october = { income: 1_400_000, expense: 1_216_000, count: 30 }

  it('says what is more or less', () => {
    expect(compareMonths(321_840, october, '2026-10', now)).toEqual({ lead: `R$${NBSP}1.378,40 a mais`, rest: ' que em outubro.' })
    expect(compareMonths(100_000, october, '2026-10', now)).toEqual({ lead: `R$${NBSP}840,00 a menos`, rest: ' que em outubro.' })
    expect(compareMonths(184_000, october, '2026-10', now)).toEqual({ lead: 'O mesmo', rest: ' que em outubro.' })
  })

  it('says up to which day, where that is not the last', () => {
    expect(compareMonths(321_840, october, '2026-10', now, '2026-10-22')?.rest).toBe(' que em outubro até o dia 22.')
    expect(compareMonths(321_840, october, '2026-10', now, '2026-10-01')?.rest).toBe(' que em outubro até o dia 1.')
  })

  it('is not made with a month of nothing', () => {
    expect(compareMonths(321_840, { income: 0, expense: 0, count: 0 }, '2026-10', now)).toBeNull()
  })

  it('names the year of another year', () => {
    expect(compareMonths(0, october, '2025-12', '2026-01')?.rest).toBe(' que em dezembro de 2025.')
  })
})
