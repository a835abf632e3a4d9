import { decimalSignOf, ofxDate, signedCentavos, writtenDate } from './written-values'

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
  ])('%p is read to the centavo', (text, centavos) => expect(signedCentavos(text, 'either')).toBe(centavos))

  it.each(['', '-', 'abc', '1.386', '1,386', '12,345', '1.2.3,00', '--1,00', '-R$ -1,00', '1e3', '12,', '1.38,70', '9999999999,99'])(
    '%p is not understood',
    (text) => expect(signedCentavos(text, 'either')).toBeNull(),
  )

  it('may be grouped without centavos where the sign before them is known', () => {
    expect(signedCentavos('1.386', ',')).toBe(138_600)
    expect(signedCentavos('1,386', '.')).toBe(138_600)
    expect(signedCentavos('1.386', '.')).toBeNull()
  })

  it('tells with the others of its column which sign stands before the centavos', () => {
    expect(decimalSignOf(['1.000', '12,50'])).toBe(',')
    expect(decimalSignOf(['12.50', '3'])).toBe('.')
    expect(decimalSignOf(['12.50', '3,20'])).toBe('either')
  })
})

describe('a written day', () => {
  it.each([
    ['23/11/2026', '2026-11-23'],
    ['23/11/26', '2026-11-23'],
    ['3-1-2026', '2026-01-03'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23T10:00:00Z', '2026-11-23'],
    ['23/11/2026 10:31', '2026-11-23'],
  ])('%p is a day', (text, date) => expect(writtenDate(text)).toBe(date))

  it.each(['', '11/23/2026', '30/02/2026', '23/11-2026', '2026', 'Total'])('%p is none', (text) => expect(writtenDate(text)).toBeNull())

  it('in OFX is its first eight digits', () => {
    expect(ofxDate('20261123120000[-3:BRT]')).toBe('2026-11-23')
    expect(ofxDate('00000000')).toBeNull()
    expect(ofxDate('2026112')).toBeNull()
  })
})
