import fc from 'fast-check'
import { addDays, daysBetween, type CalendarDate } from './calendar.js'
import {
  changedPlan,
  dueDate,
  endedPlan,
  instalments,
  mergedPauses,
  monthlyAmount,
  nextDue,
  nextReach,
  occurrenceChanges,
  occurrencesOf,
  reachOn,
  resumedPlan,
  startOf,
  unrecordedBetween,
  type RecordedPlan,
  type RecurrenceEvery,
  type RecurrencePlan,
  type RecurrenceTerms,
} from './recurrence-rules.js'

const START = '2026-01-31'
const terms: RecurrenceTerms = {
  from: START,
  description: 'Aluguel',
  category: 'Aluguel',
  walletId: null,
  amount: 120_000,
  every: 'month',
  interval: 1,
  weekend: 'keep',
  anchor: null,
}
const plan: RecurrencePlan = {
  kind: 'recurring',
  type: 'expense',
  start: START,
  count: null,
  firstNumber: 1,
  until: null,
  terms: [terms],
  pauses: [],
}

function repeating(start: CalendarDate, changes: Partial<RecurrenceTerms> = {}, more: Partial<RecurrencePlan> = {}): RecurrencePlan {
  return { ...plan, start, terms: [{ ...terms, from: start, ...changes }], ...more }
}

function nominals(of: RecurrencePlan, last: CalendarDate): CalendarDate[] {
  return occurrencesOf(of, last).map(({ nominal }) => nominal)
}

describe('dates', () => {
  it('fall on the last day of a short month, never in the next month', () => {
    expect(nominals(plan, '2026-05-31')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    expect(nominals(repeating('2024-02-29', { every: 'year' }), '2028-12-31')).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it('of weeks are seven days apart across months', () => {
    expect(nominals(repeating('2026-11-04', { every: 'week', interval: 2 }), '2026-12-31')).toEqual([
      '2026-11-04',
      '2026-11-18',
      '2026-12-02',
      '2026-12-16',
      '2026-12-30',
    ])
  })

  it.each([
    ['2026-11-21', 'keep', '2026-11-21'],
    // A Saturday after a holiday on Friday.
    ['2026-11-21', 'before', '2026-11-19'],
    ['2026-11-20', 'after', '2026-11-23'],
    // From the Saturday before Carnival to Ash Wednesday.
    ['2026-02-14', 'after', '2026-02-18'],
    ['2026-02-17', 'before', '2026-02-13'],
    ['2027-01-01', 'before', '2026-12-31'],
    ['2026-11-24', 'after', '2026-11-24'],
  ] as const)('%s with %s is due on %s', (nominal, weekend, due) => expect(dueDate(nominal, weekend)).toBe(due))

  it('end with the last allowed one', () => {
    expect(nominals({ ...plan, until: '2026-03-30' }, '2027-01-01')).toEqual(['2026-01-31', '2026-02-28'])
    expect(nextDue({ ...plan, until: '2026-03-30' }, '2026-03-01')).toBeNull()
  })

  it('are recorded 45 days ahead', () => expect(reachOn('2026-11-25')).toBe('2027-01-09'))
})

describe('changedPlan', () => {
  it('applies changes from the occurrence on or after their date', () => {
    const changed = changedPlan(plan, '2026-03-01', { amount: 130_000 })
    expect(occurrencesOf(changed, '2026-04-30').map(({ amount }) => amount)).toEqual([120_000, 120_000, 130_000, 130_000])
  })

  it('counts a new step from that occurrence, and keeps the day of the start', () => {
    const changed = changedPlan(plan, '2026-02-15', { interval: 2 })
    expect(nominals(changed, '2026-08-31')).toEqual(['2026-01-31', '2026-02-28', '2026-04-30', '2026-06-30', '2026-08-31'])
  })

  it('keeps the weekly day when weeks become months', () => {
    const changed = changedPlan(repeating('2026-11-04', { every: 'week' }), '2026-11-12', { every: 'month' })
    expect(nominals(changed, '2027-01-31')).toEqual(['2026-11-04', '2026-11-11', '2026-11-18', '2026-12-18', '2027-01-18'])
  })

  it('keeps fields that a later change for an earlier date does not name', () => {
    const first = changedPlan(plan, '2026-04-01', { amount: 150_000 })
    const second = changedPlan(first, '2026-02-01', { description: 'Aluguel novo' })
    const third = changedPlan(second, '2026-03-01', { category: null })
    expect(
      occurrencesOf(third, '2026-04-30').map(({ amount, terms: { description, category } }) => [amount, description, category]),
    ).toEqual([
      [120_000, 'Aluguel', 'Aluguel'],
      [120_000, 'Aluguel novo', 'Aluguel'],
      [120_000, 'Aluguel novo', null],
      [150_000, 'Aluguel novo', null],
    ])
  })

  it('applies changes before the start from the start', () => {
    expect(changedPlan(plan, '2020-01-01', { amount: 1 }).terms).toEqual([{ ...terms, amount: 1 }])
  })

  it('keeps the terms when only the last date changes', () => {
    expect(changedPlan(plan, '2026-02-01', { until: '2026-12-31' })).toEqual({ ...plan, until: '2026-12-31' })
  })

  it('leaves out the dates between the old last date and the change when the last date moves on', () => {
    const over = { ...plan, until: '2026-03-31' }
    for (const until of [null, '2026-07-31']) {
      expect(nominals(changedPlan(over, '2026-06-01', { until }), '2026-07-31')).toEqual([
        '2026-01-31',
        '2026-02-28',
        '2026-03-31',
        '2026-06-30',
        '2026-07-31',
      ])
    }
    expect(changedPlan(over, '2026-03-01', { until: null }).pauses).toEqual([])
    expect(changedPlan(over, '2026-06-01', { until: '2026-02-28' }).pauses).toEqual([])
  })
})

describe('a new date', () => {
  it.each([
    ['later', '2026-03-01', '2026-04-10', ['2026-01-31', '2026-02-28', '2026-04-10', '2026-05-10']],
    ['earlier', '2026-03-31', '2026-03-05', ['2026-01-31', '2026-02-28', '2026-03-05', '2026-04-05', '2026-05-05']],
    ['of the first one', '2026-01-31', '2026-02-03', ['2026-02-03', '2026-03-03', '2026-04-03', '2026-05-03']],
  ] as const)('%s ends the sequence, and restarts it', (_, from, date, expected) => {
    const moved = changedPlan(plan, from, { date })
    expect(nominals(moved, '2026-05-15')).toEqual(expected)
    expect(startOf(moved)).toBe(date)
  })

  it('takes changes of later terms along, and other changes with it', () => {
    const dearer = changedPlan(plan, '2026-04-01', { amount: 150_000 })
    const moved = changedPlan(dearer, '2026-02-01', { date: '2026-02-10', description: 'Novo' })
    expect(occurrencesOf(moved, '2026-04-30').map(({ nominal, amount, terms: { description } }) => [nominal, amount, description])).toEqual(
      [
        ['2026-01-31', 120_000, 'Aluguel'],
        ['2026-02-10', 120_000, 'Novo'],
        ['2026-03-10', 120_000, 'Novo'],
        ['2026-04-10', 150_000, 'Novo'],
      ],
    )
    expect(nominals(changedPlan(moved, '2026-03-10', { date: '2026-03-20' }), '2026-04-30')).toEqual([
      '2026-01-31',
      '2026-02-10',
      '2026-03-20',
      '2026-04-20',
    ])
  })

  it('leaves out the places of kept occurrences', () => {
    const moved = changedPlan(plan, '2026-02-01', { date: '2026-02-10' }, ['2026-01-31', '2026-03-31'])
    expect(nominals(moved, '2026-05-31')).toEqual(['2026-01-31', '2026-02-10', '2026-04-10', '2026-05-10'])
  })

  it('given twice changes nothing more, and one not after the occurrence before is refused', () => {
    const moved = changedPlan(plan, '2026-02-01', { date: '2026-02-10' })
    expect(changedPlan(moved, '2026-02-01', { date: '2026-02-10' })).toEqual(moved)
    expect(() => changedPlan(plan, '2026-02-01', { date: '2026-01-31' })).toThrow('Escolha um dia depois do anterior.')
  })
})

it('a new plan changes each occurrence up to the date it is recorded to', () => {
  const changes = occurrenceChanges(null, { ...plan, reached: '2026-03-31' })
  expect(changes.map(({ nominal, before }) => [nominal, before])).toEqual([
    ['2026-01-31', null],
    ['2026-02-28', null],
    ['2026-03-31', null],
  ])
})

describe('an end', () => {
  it('removes later occurrences, and resuming leaves out those in between', () => {
    const ended = endedPlan(plan, '2026-02-28')
    expect(nominals(ended, '2026-12-31')).toEqual(['2026-01-31'])
    expect(nextDue(ended, '2026-02-01')).toBeNull()
    const resumed = resumedPlan(ended, '2026-05-15')
    expect(nominals(resumed, '2026-06-30')).toEqual(['2026-01-31', '2026-05-31', '2026-06-30'])
  })

  it('disappears when the plan resumes from an earlier date', () => {
    expect(resumedPlan(endedPlan(plan, '2026-04-01'), '2026-03-01')).toEqual(plan)
  })

  it('merges pauses that overlap or touch, and keeps the end apart', () => {
    const paused = (from: CalendarDate, to: CalendarDate | null) => ({ from, to })
    expect(
      mergedPauses([
        paused('2026-05-01', '2026-06-01'),
        paused('2026-08-01', null),
        paused('2026-02-01', '2026-04-01'),
        paused('2026-03-01', '2026-05-01'),
        paused('2026-07-01', '2026-07-01'),
        paused('2026-07-15', '2026-09-01'),
      ]),
    ).toEqual([paused('2026-02-01', '2026-06-01'), paused('2026-07-15', '2026-09-01'), paused('2026-08-01', null)])
  })

  it('is refused for an ended plan, as resuming is for one that has not ended', () => {
    expect(() => endedPlan(endedPlan(plan, '2026-03-01'), '2026-04-01')).toThrow('Isto já terminou.')
    expect(() => resumedPlan(plan, '2026-04-01')).toThrow('Isto ainda se repete.')
  })
})

describe('instalments', () => {
  it('are numbered, and the first ones are a centavo larger', () => {
    const bought = repeating('2026-01-31', { amount: 10_000 }, { kind: 'instalments', count: 3 })
    expect(occurrencesOf(bought, '2200-12-31').map(({ nominal, amount, instalment }) => [nominal, amount, instalment])).toEqual([
      ['2026-01-31', 3_334, { number: 1, of: 3 }],
      ['2026-02-28', 3_333, { number: 2, of: 3 }],
      ['2026-03-31', 3_333, { number: 3, of: 3 }],
    ])
  })

  it('begin at a number, when earlier ones are paid', () => {
    const bought = repeating('2026-01-31', { amount: 10_000 }, { kind: 'instalments', count: 3, firstNumber: 2 })
    expect(occurrencesOf(bought, '2200-12-31').map(({ nominal, amount, instalment }) => [nominal, amount, instalment])).toEqual([
      ['2026-01-31', 3_333, { number: 2, of: 3 }],
      ['2026-02-28', 3_333, { number: 3, of: 3 }],
    ])
  })

  it('add up to the total and differ by a centavo at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 99_999_999_999 }), fc.integer({ min: 2, max: 120 }), (total, count) => {
        const parts = instalments(total, count)
        expect(parts).toHaveLength(count)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        expect(parts).toEqual(parts.toSorted((one, other) => other - one))
        expect((parts[0] as number) - (parts.at(-1) as number)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('keep their numbers and amounts when some are left out', () => {
    const bought = repeating('2026-01-10', { amount: 10_000 }, { kind: 'instalments', count: 3 })
    const resumed = resumedPlan(endedPlan(bought, '2026-02-01'), '2026-03-01')
    expect(occurrencesOf(resumed, '2200-12-31').map(({ amount, instalment }) => [amount, instalment?.number])).toEqual([
      [3_334, 1],
      [3_333, 3],
    ])
  })
})

it.each([
  ['month', 1, 120_000],
  ['month', 2, 60_000],
  ['week', 1, 520_000],
  ['year', 1, 10_000],
] as const)('every %s, each %d, averages %d a month', (every, interval, sum) =>
  expect(monthlyAmount({ amount: 120_000, every, interval })).toBe(sum),
)

describe('any plan', () => {
  const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2024-01-01', days))
  const every = fc.constantFrom<RecurrenceEvery>('week', 'month', 'year')
  const interval = fc.integer({ min: 1, max: 12 })
  const edit = fc.record({ from: day, amount: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: undefined }) })
  const LAST = '2030-12-31'

  /** The same dates, found by testing each day of the calendar, for a fixed step. */
  function byLooking(start: CalendarDate, step: RecurrenceEvery, each: number): CalendarDate[] {
    const found: CalendarDate[] = []
    const startedOn = new Date(`${start}T12:00:00Z`)
    for (let at = startedOn.getTime(), passed = 0; ; at += 86_400_000, passed += 1) {
      const date = new Date(at)
      const text = date.toISOString().slice(0, 10)
      if (text > LAST) return found
      const months = (date.getUTCFullYear() - startedOn.getUTCFullYear()) * 12 + date.getUTCMonth() - startedOn.getUTCMonth()
      const isLastOfMonth = new Date(at + 86_400_000).getUTCDate() === 1
      const isTheDay = date.getUTCDate() === startedOn.getUTCDate() || (isLastOfMonth && date.getUTCDate() < startedOn.getUTCDate())
      const isIn = step === 'week' ? passed % (7 * each) === 0 : isTheDay && months % (step === 'year' ? 12 * each : each) === 0
      if (isIn) found.push(text)
    }
  }

  /** Dates and amounts, found by testing each day of the calendar against all terms and pauses. */
  function bySearching({ start, until, terms: all, pauses }: RecurrencePlan): [nominal: CalendarDate, amount: number][] {
    const found: [CalendarDate, number][] = []
    let [anchor, dayOfMonth, holding] = [start, Number(start.slice(8)), all[0]!]
    for (let date = start; date <= LAST; date = addDays(date, 1)) {
      if (!isStep(anchor, dayOfMonth, date, holding)) continue
      const now = all.findLast(({ from }) => from <= date) ?? holding
      if (now.every !== holding.every || now.interval !== holding.interval) {
        if (holding.every === 'week') dayOfMonth = Number(date.slice(8))
        anchor = date
      }
      holding = now
      if (until !== null && date > until) return found
      if (pauses.every(({ from, to }) => date < from || (to !== null && date >= to))) found.push([date, now.amount])
    }
    return found
  }

  function isStep(anchor: CalendarDate, dayOfMonth: number, date: CalendarDate, { every: step, interval: each }: RecurrenceTerms): boolean {
    if (date === anchor) return true
    if (step === 'week') return daysBetween(anchor, date) % (7 * each) === 0
    const [year, month, ofMonth] = date.split('-').map(Number) as [number, number, number]
    const [fromYear, fromMonth] = anchor.split('-').map(Number) as [number, number]
    const months = (year - fromYear) * 12 + month - fromMonth
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return months > 0 && months % (step === 'year' ? 12 * each : each) === 0 && ofMonth === Math.min(dayOfMonth, last)
  }

  it('occurs on the days that a calendar shows', () => {
    fc.assert(
      fc.property(day, every, interval, (start, step, each) => {
        expect(nominals(repeating(start, { every: step, interval: each }), LAST)).toEqual(byLooking(start, step, each))
      }),
    )
  })

  it('has the amount of the latest change that covers a day, of three overlapping changes', () => {
    fc.assert(
      fc.property(day, fc.tuple(edit, edit, edit), (start, edits) => {
        const changed = edits.reduce(
          (of, { from, amount }) => changedPlan(of, from, amount === undefined ? {} : { amount }),
          repeating(start),
        )
        for (const { nominal, amount } of occurrencesOf(changed, LAST)) {
          const said = edits.findLast(({ from, amount: other }) => other !== undefined && from <= nominal)
          expect(amount).toBe(said?.amount ?? terms.amount)
        }
        expect(nominals(changed, LAST)).toEqual(byLooking(start, 'month', 1))
      }),
    )
  })

  it('continues after a change of step like a plan that begins on the next date', () => {
    fc.assert(
      fc.property(day, day, interval, interval, (start, from, one, other) => {
        const before = repeating(start, { every: 'week', interval: one })
        const changed = changedPlan(before, from, { interval: other })
        const [kept, anchor] = [
          byLooking(start, 'week', one).filter((date) => date < from),
          byLooking(start, 'week', one).find((date) => date >= from),
        ]
        expect(nominals(changed, LAST)).toEqual([...kept, ...(anchor === undefined ? [] : byLooking(anchor, 'week', other))])
      }),
    )
  })

  it('moved to a date, occurs before it as it did, and from it on like a plan that begins there', () => {
    const move = fc.record({ at: fc.nat(8), days: fc.integer({ min: -20, max: 60 }) })
    fc.assert(
      fc.property(day, every, interval, fc.tuple(move, move), edit, (start, step, each, moves, { from: edited, amount }) => {
        const rhythm = { every: step, interval: each }
        let [of, expected] = [repeating(start, rhythm), byLooking(start, step, each)]
        for (const { at, days } of moves) {
          const [before, from] = [expected[at - 1], expected[at]]
          if (from === undefined) continue
          const date = addDays(from, days)
          if (before !== undefined && date <= before) {
            expect(() => changedPlan(of, from, { date })).toThrow('Escolha um dia depois')
            continue
          }
          of = changedPlan(of, from, { date })
          expected = [...expected.slice(0, at), ...byLooking(date, step, each)]
        }
        expect(nominals(of, LAST)).toEqual(expected)
        expect(nominals(changedPlan(of, edited, { amount }), LAST)).toEqual(expected)
        const first = expected[5] ?? LAST
        expect(occurrencesOf(of, LAST, first).map(({ nominal }) => nominal)).toEqual(expected.filter((date) => date >= first))
      }),
    )
  })

  it('never occurs within its pauses, and is unchanged outside of them', () => {
    fc.assert(
      fc.property(day, day, day, every, (start, from, to, step) => {
        const paused = resumedPlan(endedPlan(repeating(start, { every: step }), from), to)
        const outside = byLooking(start, step, 1).filter((date) => date < from || date >= to)
        expect(nominals(paused, LAST)).toEqual(outside)
      }),
    )
  })

  it('occurs as a full search of its terms and pauses says', () => {
    const rhythm = fc.record({ every, interval: fc.integer({ min: 1, max: 3 }), amount: fc.integer({ min: 1, max: 9_999 }) })
    const changes = fc.uniqueArray(fc.record({ from: day, rhythm }), { maxLength: 8, selector: ({ from }) => from })
    const pauses = fc.array(
      fc.tuple(day, day).map(([from, to]) => ({ from, to })),
      { maxLength: 8 },
    )
    const end = fc.option(day, { nil: null })
    fc.assert(
      fc.property(day, changes, pauses, end, end, day, (start, later, paused, until, ended, today) => {
        const first = repeating(start, { weekend: 'after' })
        const inOrder = later.filter(({ from }) => from > start).toSorted((one, other) => (one.from < other.from ? -1 : 1))
        const of: RecurrencePlan = {
          ...first,
          until,
          terms: [...first.terms, ...inOrder.map(({ from, rhythm: changed }) => ({ ...first.terms[0]!, from, ...changed }))],
          pauses: [...paused, ...(ended === null ? [] : [{ from: ended, to: null }])],
        }
        const expected = bySearching(of)
        expect(occurrencesOf(of, LAST).map(({ nominal, terms: { amount } }) => [nominal, amount])).toEqual(expected)
        expect(nextDue(of, today)?.nominal).toBe(expected.find(([nominal]) => dueDate(nominal, 'after') >= today)?.[0])
        const due = unrecordedBetween({ ...of, reached: today }, addDays(today, 20), addDays(today, 200))
        const dueDates = expected.map(([nominal]) => [nominal, dueDate(nominal, 'after')] as const)
        expect(due.map(({ nominal, date }) => [nominal, date])).toEqual(
          dueDates.filter(([nominal, date]) => nominal > today && date >= addDays(today, 20) && date <= addDays(today, 200)),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('has the first of its dates from a day on as the next due one', () => {
    fc.assert(
      fc.property(day, day, every, (start, today, step) => {
        const of = repeating(start, { every: step, weekend: 'after' })
        const next = occurrencesOf(of, LAST).find(({ date }) => date >= today)
        expect(nextDue(of, today)).toEqual(next)
      }),
    )
  })
})

describe('the cost of a plan', () => {
  /*
   * The bounds are far from both outcomes, so that a busy machine changes no result: 32 times the changes take 32 times as long
   * when each is looked at once, and 1,024 times when each is compared with all others. A weekly plan since 1970 has 700 times
   * the dates of one that began a month ago.
   */

  /** A weekly plan since 1970 with another amount and a pause of one day each week. */
  function longPlan(weeks: number): RecordedPlan {
    const dates = Array.from({ length: weeks }, (_, index) => addDays('1970-01-01', 7 * index))
    const first = repeating('1970-01-01', { every: 'week' })
    return {
      ...first,
      terms: dates.map((from, index) => ({ ...first.terms[0]!, from, amount: 1 + index })),
      pauses: dates.map((from) => ({ from: addDays(from, 1), to: addDays(from, 2) })),
      reached: dates.at(-1) as CalendarDate,
    }
  }

  it.each([
    ['the next due date', (of: RecordedPlan) => nextDue(of, of.reached)],
    ['the next reach', (of: RecordedPlan) => nextReach(of)],
    ['a change', (of: RecordedPlan) => occurrenceChanges(of, { ...of, until: '1970-12-31' }, of.reached)],
  ])('of %s grows linearly with its changes and pauses', (_, work) => {
    const [short, long] = [longPlan(250), longPlan(8_000)].map((of) => leastMs(() => work(of))) as [number, number]
    expect(long).toBeLessThan(32 * 8 * short)
  })

  it('of the next due date does not depend on the age of the plan', () => {
    const weekly = (start: CalendarDate) => repeating(start, { every: 'week', weekend: 'after' })
    const paused = { ...weekly('1970-01-01'), pauses: [{ from: '1970-01-01', to: '2199-12-31' }] }
    const recent = leastMs(() => times(100, () => nextDue(weekly('2025-12-01'), '2026-01-01')))
    expect(leastMs(() => times(100, () => nextDue(weekly('1970-01-01'), '2026-01-01')))).toBeLessThan(30 * recent)
    expect(leastMs(() => times(100, () => nextDue(paused, '2026-01-01')))).toBeLessThan(30 * recent)
  })

  function times(count: number, work: () => unknown): void {
    for (let time = 0; time < count; time++) work()
  }

  /** The lowest processor time of several runs, in milliseconds. */
  function leastMs(work: () => unknown): number {
    const runs = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    return Math.min(...runs)
  }
})
