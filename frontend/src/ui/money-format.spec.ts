import {
  chartUnitFor,
  formatCompact,
  formatFlow,
  formatInUnit,
  formatNetInUnit,
  partsOfCentavos,
  speakFlow,
  widthInEms,
} from './money-format'

const NBSP = '\u00a0'

describe('an amount of a transaction', () => {
  it('has its sign and a no-break space after R$', () => {
    expect(formatFlow(145_000, 'income')).toBe(`+R$${NBSP}1.450,00`)
    expect(formatFlow(38_670, 'expense')).toBe(`-R$${NBSP}386,70`)
  })

  it('is spoken by its type, without the sign', () => {
    expect(speakFlow(145_000, 'income')).toBe(`Receita de R$${NBSP}1.450,00`)
    expect(speakFlow(1, 'expense')).toBe(`Despesa de R$${NBSP}0,01`)
  })
})

describe('a large amount', () => {
  it('is split at its comma', () => {
    expect(partsOfCentavos(321_840)).toEqual({ sign: '', currency: 'R$', whole: '3.218', cents: ',40' })
    expect(partsOfCentavos(-88_000)).toEqual({ sign: '-', currency: 'R$', whole: '880', cents: ',00' })
    expect(partsOfCentavos(99_999_999_999)).toMatchObject({ whole: '999.999.999', cents: ',99' })
    expect(partsOfCentavos(0)).toEqual({ sign: '', currency: 'R$', whole: '0', cents: ',00' })
  })
})

describe('the width of an amount', () => {
  it('grows with its digits, less with its separators', () => {
    expect(widthInEms('1.234,56')).toBeCloseTo(6 * 0.52 + 2 * 0.28, 2)
    expect(widthInEms(`R$${NBSP}9,00`)).toBeLessThan(widthInEms(`R$${NBSP}999,00`))
  })
})

describe('compact amounts', () => {
  it('are written in mil and mi', () => {
    expect(formatCompact(1_290_000)).toBe(`12,9${NBSP}mil`)
    expect(formatCompact(129_000_000)).toBe(`1,3${NBSP}mi`)
    expect(formatCompact(38_600)).toBe('386')
  })
})

describe('the unit of a chart', () => {
  it.each([
    [99_999, 'R$'],
    [100_000, `R$${NBSP}mil`],
    [99_999_999, `R$${NBSP}mil`],
    [100_000_000, `R$${NBSP}mi`],
    [100_000_000_000, `R$${NBSP}bi`],
  ])('of at most %d centavos is %s', (largest, heading) => {
    expect(chartUnitFor(largest).heading).toBe(heading)
  })

  it('writes one decimal in thousands and none in reais', () => {
    const thousands = chartUnitFor(1_490_000)
    expect(formatInUnit(1_171_160, thousands)).toBe('11,7')
    expect(formatNetInUnit(321_840, thousands)).toBe('+3,2')
    expect(formatNetInUnit(-88_000, thousands)).toBe('-0,9')
    expect(formatInUnit(0, thousands)).toBe('0')
    expect(formatNetInUnit(0, thousands)).toBe('0')
    expect(formatNetInUnit(-1_400, thousands)).toBe('0,0')
    expect(formatNetInUnit(1_400, thousands)).toBe('0,0')
    expect(formatInUnit(38_670, chartUnitFor(38_670))).toBe('387')
    expect(formatNetInUnit(-38_670, chartUnitFor(38_670))).toBe('-387')
  })
})
