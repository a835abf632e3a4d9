import fc from 'fast-check'
import { addDays, addMonths, monthOf } from './calendar.js'
import {
  activeMonths,
  leavesRegimeOn,
  levelOf,
  limitOf,
  meiDefaults,
  paceMonths,
  profileAfter,
  profileProblem,
  projectRevenue,
} from './mei-rules.js'

const openSince = (openedOn: string, closedOn: string | null = null) => ({ openedOn, closedOn })

describe('limitOf', () => {
  it.each([
    ['a whole year', '2024-03-12', false, 8_100_000],
    ['an opening in January', '2026-01-31', false, 8_100_000],
    ['an opening in March', '2026-03-12', false, 6_750_000],
    ['an opening on the last day of the year', '2026-12-31', false, 675_000],
    ['a whole year of a cargo driver', '2024-03-12', true, 25_160_000],
    ['a cargo driver who opens in December', '2026-12-01', true, 2_096_667],
    ['a cargo driver who opens in November', '2026-11-30', true, 4_193_334],
  ])('is that of %s', (_, openedOn, isCargoDriver, limit) => {
    expect(limitOf({ openedOn, isCargoDriver }, 2026)).toBe(limit)
  })
})

describe('levelOf', () => {
  it.each([
    [5_669_999, 'normal'],
    [5_670_000, '70'],
    [7_289_999, '70'],
    [7_290_000, '90'],
    [8_100_000, '90'],
    [8_100_001, 'over'],
    [9_720_000, 'over'],
    [9_720_001, 'over20'],
  ])('of %i centavos of the limit of a year is %s', (revenue, level) => {
    expect(levelOf(revenue, 8_100_000)).toBe(level)
  })

  it('compares centavos where the limit has no whole 120 %', () => {
    expect([2_516_000, 2_516_001].map((revenue) => levelOf(revenue, 2_096_667))).toEqual(['over', 'over20'])
  })
})

it('ends the regime in the next year, or from the beginning of this one', () => {
  expect(leavesRegimeOn('90', 2026, '2024-03-12')).toBeNull()
  expect(leavesRegimeOn('over', 2026, '2024-03-12')).toBe('2027-01-01')
  expect(leavesRegimeOn('over20', 2026, '2024-03-12')).toBe('2026-01-01')
  expect(leavesRegimeOn('over20', 2026, '2026-03-12')).toBe('2026-03-12')
})

it('has an opening that is not in the future and a baixa that is not before it', () => {
  expect(profileProblem(openSince('2026-11-27', '2026-11-27'), '2026-11-27')).toBeNull()
  expect(profileProblem(openSince('2026-11-28'), '2026-11-27')?.field).toBe('openedOn')
  expect(profileProblem(openSince('2026-11-27', '2026-11-26'), '2026-11-27')?.field).toBe('closedOn')
})

it('keeps in a profile what a request leaves out', () => {
  const first = profileAfter(null, { openedOn: '2024-03-12', activities: ['industry'] })
  expect(first).toEqual({ ...meiDefaults, openedOn: '2024-03-12', activities: ['industry'] })
  const closed = profileAfter(first, { openedOn: '2024-03-13', activities: ['services'], closedOn: '2026-04-30', hasEmployee: true })
  const changed = { ...first, openedOn: '2024-03-13', activities: ['services'], closedOn: '2026-04-30', hasEmployee: true }
  expect(closed).toEqual(changed)
  expect(profileAfter(closed, { ...first, closedOn: null, excludedCategories: [] })).toEqual({ ...first, excludedCategories: [] })
})

describe('projectRevenue', () => {
  const [august, september, october] = [621_490, 648_010, 704_740]
  const pace = (difference: Partial<Parameters<typeof projectRevenue>[0]>) =>
    projectRevenue({
      profile: openSince('2024-03-12'),
      year: 2026,
      today: '2026-11-27',
      firstMonth: '2025-01',
      revenue: 6_752_470,
      revenueOf: (month) => ({ '2026-08': august, '2026-09': september, '2026-10': october })[month] ?? 0,
      ...difference,
    })

  it('adds the mean of three months for December and for three of thirty days', () => {
    expect(pace({})).toEqual({ amount: 6_752_470 + 658_080 + 65_808, basis: 'pace' })
    expect(pace({ today: '2026-11-30' })).toEqual({ amount: 6_752_470 + 658_080, basis: 'pace' })
  })

  it('takes only full months since the opening and the first transaction', () => {
    expect(pace({ profile: openSince('2026-09-02') }).amount).toBe(6_752_470 + Math.round(october * 1.1))
    expect(pace({ firstMonth: '2026-09' }).amount).toBe(6_752_470 + Math.round(((september + october) / 2) * 1.1))
    expect(paceMonths({ profile: openSince('2026-09-01'), today: '2026-11-27', firstMonth: '2026-01' })).toEqual(['2026-09', '2026-10'])
  })

  it('has one until the day of the baixa', () => {
    expect(pace({ profile: openSince('2024-03-12', '2026-11-27') }).basis).toBe('pace')
  })

  it('counts the days of a leap year', () => {
    const input = { year: 2028, today: '2028-02-28', revenue: 0, revenueOf: () => 2900 }
    expect(pace(input).amount).toBe(10 * 2900 + 100)
  })

  it('takes the pace in January from the year before', () => {
    const input = { year: 2027, today: '2027-01-31', revenue: 100, revenueOf: () => 10 }
    expect(pace(input)).toEqual({ amount: 100 + 11 * 10, basis: 'pace' })
  })

  it.each([
    ['a year that has ended', { year: 2025 }],
    ['a MEI that closed', { profile: openSince('2024-03-12', '2026-11-26') }],
    ['the first month', { profile: openSince('2026-10-02') }],
    ['an account without a full month', { firstMonth: '2026-11' }],
  ])('has none for %s', (_, difference) => {
    expect(pace(difference)).toEqual({ amount: null, basis: 'none' })
  })
})

it('counts the months of any opening and baixa as a walk over the days does', () => {
  const days = 4 * 366
  const openings = fc.integer({ min: 0, max: days }).map((ahead) => addDays('2024-01-01', ahead))
  const length = fc.option(fc.integer({ min: 0, max: days }))
  fc.assert(
    fc.property(openings, length, fc.integer({ min: 2024, max: 2028 }), fc.boolean(), (openedOn, open, year, isCargoDriver) => {
      const closedOn = open === null ? null : addDays(openedOn, open)
      const walked = new Set<string>()
      let untilDecember = 0
      for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
        if (day >= openedOn && (closedOn === null || day <= closedOn)) walked.add(monthOf(day))
      for (let day = openedOn; day <= `${year}-12-31`; day = addMonths(`${monthOf(day)}-01`, 1)) untilDecember += 1
      expect(activeMonths({ openedOn, closedOn }, year)).toEqual([...walked])

      const isOpeningYear = openedOn.startsWith(`${year}`)
      const yearly = isCargoDriver ? 25_160_000 : 8_100_000
      const monthly = isCargoDriver ? 2_096_667 : 675_000
      expect(limitOf({ openedOn, isCargoDriver }, year)).toBe(isOpeningYear ? untilDecember * monthly : yearly)
    }),
  )
})
