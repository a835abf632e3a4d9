import { dateByKey } from './calendar-keys'

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
  ])('%s leads from the first of November to %s', (key, date) => {
    expect(dateByKey('2026-11-01', key)).toBe(date)
  })

  it('do not jump past the end of a shorter month', () => {
    expect(dateByKey('2026-03-31', 'PageUp')).toBe('2026-02-28')
  })

  it('leave every other key alone', () => {
    expect(dateByKey('2026-11-01', 'Enter')).toBeNull()
  })
})
