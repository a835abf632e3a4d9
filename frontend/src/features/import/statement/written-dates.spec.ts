import { ofxDate, writtenDate } from './written-dates'

describe('a written date', () => {
  it.each([
    ['23/11/2026', '2026-11-23'],
    ['23/11/26', '2026-11-23'],
    ['3-1-2026', '2026-01-03'],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-23T10:00:00Z', '2026-11-23'],
    ['23/11/2026 10:31', '2026-11-23'],
    ['20261123', '2026-11-23'],
    ['05 set 2026', '2026-09-05'],
    ['5 de setembro de 2026', '2026-09-05'],
    ['05/set/26', '2026-09-05'],
    ['="23/11/2026"', '2026-11-23'],
  ])('%p is a date', (text, date) => expect(writtenDate(text)).toBe(date))

  it.each(['', '11/23/2026', '30/02/2026', '23/11-2026', '2026', 'Total'])('%p is none', (text) => expect(writtenDate(text)).toBeNull())

  it('in OFX is its first eight digits', () => {
    expect(ofxDate('20261123120000[-3:BRT]')).toBe('2026-11-23')
    expect(ofxDate('00000000')).toBeNull()
    expect(ofxDate('2026112')).toBeNull()
  })
})
