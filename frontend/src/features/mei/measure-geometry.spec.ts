import fc from 'fast-check'
import { LEAST_GAP, measurePlaces, type MeasureInput } from './measure-geometry'

const LIMIT = 8_100_000
const amounts = [498_020, 531_200, 610_450, 642_230, 689_000, 571_840, 586_860, 621_490, 648_010, 704_740, 648_630]
const monthsOf = (revenues: readonly (number | null)[]) =>
  revenues.map((revenue, index) => ({ month: `2026-${String(index + 1).padStart(2, '0')}`, revenue }))
const places = (input: Partial<MeasureInput> = {}) =>
  measurePlaces({ height: 560, limit: LIMIT, revenue: 6_752_470, projection: 7_476_358, months: monthsOf(amounts), ...input })

it('hangs the year on the line: the tip at the revenue, the ground at the limit', () => {
  const { ground, tip, lineEnd, marks, months, pace } = places()
  expect(Math.round(ground)).toBe(467)
  expect(Math.round(tip)).toBe(389)
  expect(lineEnd).toBeLessThan(tip)
  expect(marks.map(({ amount, tick }) => [amount, Math.round(tick)])).toEqual([
    [5_670_000, 327],
    [7_290_000, 420],
    [8_100_000, 467],
    [9_720_000, 560],
  ])
  expect(Math.round(months.at(-1)!.tick!)).toBe(389)
  expect(Math.round(pace!.ring)).toBe(431)
})

it('hangs the bob below the ground above the limit, also beyond 120 %', () => {
  const over = places({ revenue: 8_432_470, projection: null })
  expect(over.tip).toBeGreaterThan(over.ground)
  expect(over.percentage).toBeGreaterThan(over.ground)
  const beyond = places({ revenue: 16_200_000, projection: null })
  expect(beyond.tip).toBe(560)
  expect(beyond.ground).toBe(280)
})

it('names months without data once, without a tick', () => {
  const [unknown, first] = places({ revenue: 610_450, months: monthsOf([null, null, 610_450]) }).months
  expect(unknown).toMatchObject({ first: '2026-01', last: '2026-02', revenue: null, tick: null })
  expect(first).toMatchObject({ first: '2026-03', revenue: 610_450 })
})

it('keeps texts apart whatever the revenue, on a desktop and on a phone', () => {
  const revenues = fc.array(fc.option(fc.integer({ min: 0, max: 3_000_000 })), { maxLength: 12 })
  fc.assert(
    fc.property(revenues, fc.constantFrom(440, 560), fc.option(fc.integer({ min: 0, max: 5_000_000 })), (months, height, ahead) => {
      const revenue = months.reduce<number>((sum, each) => sum + (each ?? 0), 0)
      const found = places({ height, revenue, projection: ahead === null ? null : revenue + ahead, months: monthsOf(months) })
      const gaps = (labels: readonly number[]) => labels.slice(1).map((label, index) => label - labels[index]!)
      const right = [...found.months.map(({ label }) => label), found.today + LEAST_GAP / 2, ...(found.pace ? [found.pace.label] : [])]
      expect(Math.min(Infinity, ...gaps(right))).toBeGreaterThanOrEqual(LEAST_GAP - 0.001)
      const named = found.groundLabel
      if (named !== null) expect(right.every((label) => Math.abs(label - named) >= LEAST_GAP)).toBe(true)
      const left = found.marks.map(({ label }) => label)
      expect(Math.min(...gaps(left))).toBeGreaterThanOrEqual(LEAST_GAP)
      expect(found.lineEnd).toBeGreaterThan(0)
    }),
  )
})
