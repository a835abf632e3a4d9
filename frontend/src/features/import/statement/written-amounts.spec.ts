import { decimalSignOf, signedCentavos } from './written-amounts'

describe('a written amount', () => {
  it.each([
    ['-386.70', -38_670],
    ['-386,70', -38_670],
    ['1.386,70', 138_670],
    ['1,386.70', 138_670],
    ['+10', 1_000],
    ['  10,5 ', 1_050],
    ['R$ 1.000,00', 100_000],
    ['-R$ 12,00', -1_200],
    ['R$ -12,00', -1_200],
    ['\u221212,00', -1_200],
    ['45,90 D', -4_590],
    ['12,00D', -1_200],
    ['1.200,00 C', 120_000],
    ['(20,00)', -2_000],
    ['5.00-', -500],
    ['20,50-', -2_050],
    ['1000.000', 100_000],
    ['-123.4500', -12_345],
    ['-.50', -50],
    ['="45,90"', 4_590],
  ])('%p is read to the centavo', (text, centavos) => expect(signedCentavos(text, 'either')).toBe(centavos))

  it.each([
    '',
    '-',
    'abc',
    '1.386',
    '1,386',
    '12,345',
    '1.2.3,00',
    '--1,00',
    '-R$ -1,00',
    '1e3',
    '12,',
    '1.38,70',
    '1.000',
    '12,3456',
    '(5,00',
    '-5,00 C',
    '9999999999,99',
  ])('%p is refused', (text) => expect(signedCentavos(text, 'either')).toBeNull())

  it('may be grouped without centavos when the decimal separator is known', () => {
    expect(signedCentavos('1.386', ',')).toBe(138_600)
    expect(signedCentavos('1,386', '.')).toBe(138_600)
    expect(signedCentavos('1.386', '.')).toBeNull()
  })

  it('determines the decimal separator together with its column', () => {
    expect(decimalSignOf(['1.000', '12,50'])).toBe(',')
    expect(decimalSignOf(['12.50', '3'])).toBe('.')
    expect(decimalSignOf(['12.50', '3,20'])).toBe('either')
  })
})
