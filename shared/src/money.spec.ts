import fc from 'fast-check'
import {
  centavosToReais,
  divideCentavos,
  formatCentavos,
  formatPlainCentavos,
  MAX_CENTAVOS,
  parseCentavos,
  percentOfCentavos,
  reaisToCentavos,
  roundCentavos,
} from './money.js'

const centavos = fc.integer({ min: 0, max: MAX_CENTAVOS })

describe('reais on the wire', () => {
  it('convert to centavos and back without loss', () => {
    fc.assert(fc.property(centavos, (value) => reaisToCentavos(centavosToReais(value)) === value))
  })

  it('keep the written amount through JSON', () => {
    fc.assert(
      fc.property(centavos, (value) => {
        const written = `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`
        return reaisToCentavos(JSON.parse(written)) === value
      }),
    )
  })

  it.each([0.001, 1.005, 10.999, Number.NaN, Infinity, 1_000_000_000])('refuse %p', (reais) => {
    expect(reaisToCentavos(reais)).toBeNull()
  })

  it('refuse any third decimal', () => {
    fc.assert(
      fc.property(
        centavos,
        fc.integer({ min: 1, max: 9 }),
        (value, third) => reaisToCentavos(Number(`${Math.floor(value / 100) % 1e6}.00${third}`)) === null,
      ),
    )
  })
})

describe('division', () => {
  it('rounds half up to the centavo', () => {
    expect([divideCentavos(5, 2), divideCentavos(100, 3), divideCentavos(200, 3), divideCentavos(-5, 2)]).toEqual([3, 33, 67, -3])
    expect(percentOfCentavos(321_840, 20)).toBe(64_368)
  })

  it('differs from the exact quotient by at most half a centavo', () => {
    fc.assert(
      fc.property(
        centavos,
        fc.integer({ min: 1, max: 1000 }),
        (value, divisor) => Math.abs(divideCentavos(value, divisor) * divisor - value) * 2 <= divisor,
      ),
    )
  })
})

describe('typed amounts', () => {
  it.each([
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1234.56', 123456],
    ['1,234.56', 123456],
    ['R$ 1.234,56', 123456],
    ['R$\u00a0386', 38600],
    ['386,7', 38670],
    ['386.70', 38670],
    ['1.386', 138600],
    [',5', 50],
    ['0,00', 0],
  ])('accepts %s', (text, expected) => {
    expect(parseCentavos(text)).toBe(expected)
  })

  it.each(['', 'abc', '-3', '1,234', '12,345', '1.23.4', '1..2', '1.000.000.000', '1e3', '999999999999'])('refuses %s', (text) => {
    expect(parseCentavos(text)).toBeNull()
  })

  it('reads back every formatted amount', () => {
    fc.assert(
      fc.property(
        centavos,
        (value) => parseCentavos(formatCentavos(value)) === value && parseCentavos(formatPlainCentavos(value)) === value,
      ),
    )
  })
})

it('formats in Brazilian form with a no-break space', () => {
  expect(formatCentavos(123456)).toBe('R$\u00a01.234,56')
  expect(formatCentavos(-88000)).toBe('-R$\u00a0880,00')
})

describe('figures without centavos', () => {
  it.each([
    [1_188_850, 1_188_900],
    [1_188_849, 1_188_800],
    [50, 100],
    [49, 0],
    [-49, 0],
    [-34_450, -34_500],
  ])('rounds %i half up to %i', (exact, rounded) => {
    expect(roundCentavos(exact)).toBe(rounded)
  })

  it('are the nearest whole unit, and of an opposite amount the opposite', () => {
    fc.assert(
      fc.property(centavos, fc.constantFrom(100, 10_000, 1_000_000), (exact, unit) => {
        const rounded = roundCentavos(exact, unit)
        expect(Math.abs(rounded) % unit).toBe(0)
        expect(Math.abs(rounded - exact) * 2).toBeLessThanOrEqual(unit)
        expect(roundCentavos(-exact, unit)).toBe(0 - rounded)
      }),
    )
  })
})
