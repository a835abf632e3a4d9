import { dateByKey, weekdayOf, weeksOf } from './calendar-days'

describe('the weeks of a month', () => {
  it('begin on Sunday, without the days of other months', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07'])
    expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
  })

  it('are four for a February that begins on Sunday and six for the longest', () => {
    expect(weeksOf('2026-02')).toHaveLength(4)
    expect(weeksOf('2026-08')).toHaveLength(6)
  })

  it('have the right weekday before and after the Sunday that they count from', () => {
    expect(weekdayOf('1970-01-01')).toBe(4)
    expect(weekdayOf('2026-11-20')).toBe(5)
    expect(weekdayOf('2200-12-31')).toBe(3)
  })
})

describe('keys in a calendar', () => {
  it.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowRight', '2026-11-02'],
    ['ArrowUp', '2026-10-25'],
    ['ArrowDown', '2026-11-08'],
    ['Home', '2026-11-01'],
    ['End', '2026-11-07'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
  ])('%s moves from the first of November to %s', (key, date) => {
    expect(dateByKey('2026-11-01', key)).toBe(date)
  })

  it('stop at the end of a shorter month', () => {
    expect(dateByKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
  })

  it('ignore every other key', () => {
    expect(dateByKey('2026-11-01', 'Enter')).toBeNull()
  })
})
