import { compareMonths, resultLabel } from './month-texts'

const NBSP = '\u00a0'
const now = '2026-11'

describe('the result of a month', () => {
  it('says "so far" of the current month only', () => {
    expect(resultLabel('2026-11', now, 321_840)).toBe('Sobrou em novembro, até hoje')
    expect(resultLabel('2026-10', now, 1)).toBe('Sobrou em outubro')
    expect(resultLabel('2024-12', now, 0)).toBe('Sobrou em dezembro de 2024')
  })

  it('states a shortfall without reproach', () => {
    expect(resultLabel('2026-11', now, -88_000)).toBe('Faltou em novembro')
  })
})

describe('the comparison with the previous month', () => {
  const october = { income: 1_400_000, expense: 1_216_000, count: 30 }

  it('states the difference and its direction', () => {
    expect(compareMonths(321_840, october, '2026-10', now)).toEqual({ lead: `R$${NBSP}1.378,40 a mais`, rest: ' que em outubro.' })
    expect(compareMonths(100_000, october, '2026-10', now)).toEqual({ lead: `R$${NBSP}840,00 a menos`, rest: ' que em outubro.' })
    expect(compareMonths(184_000, october, '2026-10', now)).toEqual({ lead: 'O mesmo', rest: ' que em outubro.' })
  })

  it('names the last compared day, unless it is the last of the month', () => {
    expect(compareMonths(321_840, october, '2026-10', now, '2026-10-22')?.rest).toBe(' que em outubro até o dia 22.')
    expect(compareMonths(321_840, october, '2026-10', now, '2026-10-01')?.rest).toBe(' que em outubro até o dia 1.')
  })

  it('is omitted for a month without transactions', () => {
    expect(compareMonths(321_840, { income: 0, expense: 0, count: 0 }, '2026-10', now)).toBeNull()
  })

  it('names the year when it differs', () => {
    expect(compareMonths(0, october, '2025-12', '2026-01')?.rest).toBe(' que em dezembro de 2025.')
  })
})
