import fc from 'fast-check'
import { addDays, daysBetween, type CalendarDate } from './calendar.js'
import {
  flowBegins,
  forecastLengths,
  forecastOf,
  lowestOf,
  nearestRank,
  spreadsOf,
  type ForecastFacts,
  type ForecastOccurrence,
  type PendingDay,
} from './forecast-rules.js'

const days = fc.constantFrom('2026-11-25', '2027-01-31', '2028-02-29', '2026-03-01', '2026-12-31')
const centavos = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 99_999_999_999 }))

describe('nearestRank', () => {
  it.each([
    [[7], 20, 7],
    [[1, 2, 3, 4, 5], 20, 1],
    [[1, 2, 3, 4, 5], 80, 4],
    [[1, 2, 3, 4, 5, 6], 20, 2],
    [[1, 2, 3, 4, 5, 6], 80, 5],
    [[-3, -3, 0], 80, 0],
  ])('of %j at %d percent is %d', (sorted, percent, expected) => {
    expect(nearestRank(sorted, percent)).toBe(expected)
  })

  it('is the smallest number that the given percent do not exceed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 400 }), fc.constantFrom(20, 80), (numbers, percent) => {
        const sorted = numbers.toSorted((one, other) => one - other)
        const enough = sorted.filter((of) => 100 * sorted.filter((other) => other <= of).length >= percent * sorted.length)
        expect(nearestRank(sorted, percent)).toBe(enough[0])
      }),
    )
  })
})

describe('a forecast', () => {
  const anyPending = (today: CalendarDate): fc.Arbitrary<PendingDay[]> =>
    fc.array(
      fc.record({
        date: fc.integer({ min: -40, max: 100 }).map((ahead) => addDays(today, ahead)),
        income: centavos,
        expense: centavos,
        count: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 30 },
    )
  const anyOccurrences = (today: CalendarDate): fc.Arbitrary<ForecastOccurrence[]> =>
    fc.array(
      fc.record({
        date: fc.integer({ min: -5, max: 100 }).map((ahead) => addDays(today, ahead)),
        type: fc.constantFrom('income' as const, 'expense' as const),
        amount: centavos,
      }),
      { maxLength: 30 },
    )
  const facts = days.chain((today) =>
    fc.record({
      today: fc.constant(today),
      length: fc.constantFrom(...forecastLengths),
      opening: fc.record({ amount: fc.integer({ min: -1e9, max: 1e9 }), source: fc.constantFrom('stated' as const, 'sums' as const) }),
      pending: anyPending(today),
      occurrences: anyOccurrences(today),
      spread: fc.option(fc.tuple(fc.integer({ min: -900, max: 0 }), fc.integer({ min: 0, max: 900 }))),
    }),
  )

  it('adds up certain amounts day by day, and keeps overdue ones apart', () => {
    fc.assert(
      fc.property(facts, ({ today, length, opening, pending, occurrences, spread }) => {
        const spreads = spread && Array.from({ length: 91 }, (_, at) => ({ low: spread[0] * at, high: spread[1] * at }))
        const made = forecastOf({ opening, pending, occurrences, spreads } satisfies ForecastFacts, today, length)
        expect(made).toMatchObject({ from: today, to: addDays(today, length), opening })
        expect(made.days.map(({ date }) => date)).toEqual(Array.from({ length: length + 1 }, (_, at) => addDays(today, at)))
        for (const [at, { date, income, expense, balance, low, high }] of made.days.entries()) {
          // An independent sum, in arbitrary precision.
          const sum = (of: 'income' | 'expense', from: CalendarDate, to: CalendarDate) =>
            pending.filter((day) => day.date >= from && day.date <= to).reduce((all, day) => all + BigInt(day[of]), 0n) +
            occurrences
              .filter((one) => one.type === of && one.date >= from && one.date <= to)
              .reduce((all, one) => all + BigInt(one.amount), 0n)
          expect([BigInt(income), BigInt(expense)]).toEqual([sum('income', date, date), sum('expense', date, date)])
          expect(BigInt(balance)).toBe(BigInt(opening.amount) + sum('income', today, date) - sum('expense', today, date))
          expect([low, high]).toEqual(spread ? [balance + spread[0] * at, balance + spread[1] * at] : [null, null])
        }
        const late = pending.filter((day) => day.date < today)
        expect(made.overdue).toEqual({
          income: late.reduce((all, day) => all + day.income, 0),
          expense: late.reduce((all, day) => all + day.expense, 0),
          count: late.reduce((all, day) => all + day.count, 0),
        })
        const least = Math.min(...made.days.map(({ balance }) => balance))
        expect(made.lowest).toEqual({ date: made.days.find(({ balance }) => balance === least)?.date, balance: least })
      }),
    )
  })

  it('names the first of the lowest days', () => {
    const of = (balance: number, date: CalendarDate) => ({ date, balance })
    expect(lowestOf([of(5, '2026-11-25'), of(-1, '2026-11-26'), of(-1, '2026-11-27')])).toEqual(of(-1, '2026-11-26'))
  })
})

describe('spreadsOf', () => {
  it('needs 90 days since the first transaction', () => {
    const today = '2026-11-25'
    expect(spreadsOf(new Map(), null, today)).toBeNull()
    expect(spreadsOf(new Map(), addDays(today, 5), today)).toBeNull()
    expect(spreadsOf(new Map(), addDays(today, -89), today)).toBeNull()
    expect(spreadsOf(new Map(), addDays(today, -90), today)).toHaveLength(91)
  })

  it('takes every window that ends within the year before today and begins in the history', () => {
    const histories = days.chain((today) =>
      fc.record({
        today: fc.constant(today),
        first: fc.integer({ min: -900, max: -90 }).map((ago) => addDays(today, ago)),
        flow: fc
          .array(fc.tuple(fc.integer({ min: -470, max: 20 }), fc.integer({ min: -1e6, max: 1e6 })), { maxLength: 120 })
          .map((of) => new Map(of.map(([ago, net]) => [addDays(today, ago), net]))),
      }),
    )
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 90 }), ({ today, first, flow }, length) => {
        const flows: number[] = []
        for (let ago = 1; ago <= 366; ago++) {
          const [from, to] = [addDays(today, -ago - length + 1), addDays(today, -ago)]
          if (from < first) continue
          let sum = 0
          for (const [day, net] of flow) if (day >= from && day <= to) sum += net
          flows.push(sum)
        }
        const spreads = spreadsOf(flow, first, today)
        const share = (bound: number) => 100 * flows.filter((of) => of <= bound).length
        const ranked = (percent: number) => Math.min(...flows.filter((of) => share(of) >= percent * flows.length))
        expect(spreads?.[length]).toEqual({ low: ranked(20), high: ranked(80) })
        expect(spreads?.[0]).toEqual({ low: 0, high: 0 })
      }),
      { numRuns: 60 },
    )
  })

  it('ignores days before the first day of any window', () => {
    const today = '2026-11-25'
    const begins = flowBegins(today)
    expect(daysBetween(begins, today)).toBe(455)
    const first = addDays(today, -900)
    const none = spreadsOf(new Map(), first, today)
    expect(
      spreadsOf(
        new Map([
          [addDays(begins, -1), 9],
          [today, 9],
        ]),
        first,
        today,
      ),
    ).toEqual(none)
  })
})
