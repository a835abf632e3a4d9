import { isHoliday, isWorkingDay } from './holidays.js'

/** Carnival Tuesday, Good Friday and Corpus Christi from printed calendars. */
const printed = `
2020 02-25 04-10 06-11
2021 02-16 04-02 06-03
2022 03-01 04-15 06-16
2023 02-21 04-07 06-08
2024 02-13 03-29 05-30
2025 03-04 04-18 06-19
2026 02-17 04-03 06-04
2027 02-09 03-26 05-27
2028 02-29 04-14 06-15
2029 02-13 03-30 05-31
2030 03-05 04-19 06-20
2031 02-25 04-11 06-12
2032 02-10 03-26 05-27
2033 03-01 04-15 06-16
2034 02-21 04-07 06-08
2035 02-06 03-23 05-24
2036 02-26 04-11 06-12
2037 02-17 04-03 06-04
2038 03-09 04-23 06-24
2039 02-22 04-08 06-09
2040 02-14 03-30 05-31`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string, string, string])

const fixed = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']

it.each(printed)('%s has exactly the holidays of printed calendars', (year, tuesday, friday, corpusChristi) => {
  const monday = new Date(Date.parse(`${year}-${tuesday}T12:00:00Z`) - 86_400_000).toISOString().slice(5, 10)
  const expected = new Set([...fixed, monday, tuesday, friday, corpusChristi, ...(Number(year) >= 2024 ? ['11-20'] : [])])
  const found: string[] = []
  for (let at = Date.parse(`${year}-01-01T12:00:00Z`); ; at += 86_400_000) {
    const day = new Date(at).toISOString()
    if (!day.startsWith(year)) break
    if (isHoliday(day.slice(0, 10))) found.push(day.slice(5, 10))
  }
  expect(found).toEqual([...expected].sort())
})

it.each([
  ['2026-11-20', false],
  ['2023-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-11-23', true],
  ['2026-02-16', false],
  ['2026-02-18', true],
])('on %s banks work: %s', (day, works) => expect(isWorkingDay(day)).toBe(works))
