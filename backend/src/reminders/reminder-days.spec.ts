import { momentInSaoPaulo } from './reminder-days.js'

it.each([
  ['2026-11-30T02:59:59Z', '2026-11-29', 23],
  ['2026-11-30T03:00:00Z', '2026-11-30', 0],
  ['2026-12-31T23:30:00Z', '2026-12-31', 20],
  ['2027-01-01T02:59:59Z', '2026-12-31', 23],
  // The last summer time began that night.
  ['2018-11-05T02:00:00Z', '2018-11-05', 0],
])('%s is %s, %d h in São Paulo', (at, day, hour) => {
  expect(momentInSaoPaulo(Date.parse(at))).toEqual({ day, hour })
})
