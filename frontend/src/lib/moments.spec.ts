import { formatAsOf, formatMoment } from './moments'

const now = '2026-11-20'
const at = (text: string) => Date.parse(`${text}-03:00`)

describe('a moment', () => {
  it.each([
    ['2026-11-20T13:50:00', 'hoje, às 13h50', 'as 13h50 de hoje'],
    ['2026-11-20T09:02:00', 'hoje, às 9h02', 'as 9h02 de hoje'],
    ['2026-11-20T01:05:00', 'hoje, à 1h05', 'a 1h05 de hoje'],
    ['2026-11-20T00:12:00', 'hoje, à 0h12', 'a 0h12 de hoje'],
    ['2026-11-19T23:59:00', 'ontem, às 23h59', 'as 23h59 de ontem'],
    ['2026-11-03T10:00:00', '03/11/2026, às 10h00', 'as 10h00 de 03/11/2026'],
  ])('%s is %s', (text, moment, asOf) => {
    expect(formatMoment(at(text), now)).toBe(moment)
    expect(formatAsOf(at(text), now)).toBe(asOf)
  })
})
