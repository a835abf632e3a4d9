import { daysBetween, addDays } from '@prumo/shared/calendar'
import { flowTypes } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'
import { matchLines, type MatchCandidate } from './matching-lines.js'

// Few types, amounts and days, so that many lines and transactions are alike.
const moved = fc.record({
  type: fc.constantFrom(...flowTypes),
  amount: fc.integer({ min: 1, max: 2 }),
  date: fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-02-20', days)),
  description: fc.constant('Padaria'),
})
const candidates = (prefix: string) =>
  fc.array(moved, { maxLength: 12 }).map((all) => all.map((each, index): MatchCandidate => ({ id: `${prefix}${index}`, ...each })))
const lines = fc.array(fc.record({ line: moved, known: fc.option(fc.constantFrom('k1', 'k2')) }), { maxLength: 12 })
type CandidateFields = Omit<MatchCandidate, 'id'>

const distance = (one: CandidateFields, other: CandidateFields) => Math.abs(daysBetween(one.date, other.date))
const isLike = (one: CandidateFields, other: CandidateFields, days: number) =>
  one.type === other.type && one.amount === other.amount && distance(one, other) <= days

it('keeps its guarantees for random lines and transactions', () => {
  fc.assert(
    fc.property(lines, candidates('p'), candidates('o'), candidates('s'), (given, expected, otherSides, settled) => {
      const all = given.map(({ line }) => line)
      const matches = matchLines(
        all,
        given.map(({ known }) => known),
        { expected, otherSides, similar: settled },
      )
      const used = matches.filter(({ state }) => state === 'expected' || state === 'other_side').map(({ transactionId }) => transactionId)
      expect(new Set(used).size).toBe(used.length)
      for (const [index, { state, transactionId }] of matches.entries()) {
        const line = all[index] as CandidateFields
        const known = given[index]?.known ?? null
        const isFree = ({ id }: MatchCandidate) => !used.includes(id)
        const pending = expected.filter((each) => isFree(each) && isLike(line, each, 5))
        const others = otherSides.filter((each) => isFree(each) && isLike(line, each, 3))
        const own = [...expected, ...otherSides].find(({ id }) => id === transactionId)
        const similar = settled.filter((each) => isLike(line, each, 3))
        if (known !== null) expect([state, transactionId]).toEqual(['known', known])
        else if (own) {
          expect(isLike(line, own, state === 'expected' ? 5 : 3)).toBe(true)
          if (state === 'other_side') expect(pending).toEqual([])
          // No free candidate is nearer.
          for (const each of state === 'expected' ? pending : others)
            expect(distance(line, each)).toBeGreaterThanOrEqual(distance(line, own))
        } else {
          expect([...pending, ...others]).toEqual([])
          const nearest = Math.min(...similar.map((each) => distance(line, each)))
          if (state === 'new') expect([similar, transactionId]).toEqual([[], null])
          else expect(distance(line, similar.find(({ id }) => id === transactionId) as MatchCandidate)).toBe(nearest)
        }
      }
    }),
  )
})

it('gives an expected transaction to the nearest line, whichever comes first', () => {
  const of = (date: string) => ({ type: 'expense' as const, amount: 900, date, description: 'Aluguel' })
  const rent: MatchCandidate = { id: 'rent', ...of('2026-11-05') }
  const around = { expected: [rent], otherSides: [], similar: [] }
  expect(matchLines([of('2026-11-07'), of('2026-11-06')], [null, null], around)).toEqual([
    { state: 'new', transactionId: null },
    { state: 'expected', transactionId: 'rent' },
  ])
})

it('is fast for 5,000 equal lines among 5,000 equal transactions', () => {
  const equal = Array.from({ length: 5_000 }, (_, at) => ({
    id: `${at}`,
    type: 'expense' as const,
    amount: 1,
    date: '2026-11-05',
    description: 'Café',
  }))
  const startedAt = performance.now()
  expect(
    matchLines(
      equal,
      equal.map(() => null),
      { expected: equal, otherSides: equal, similar: equal },
    ),
  ).toHaveLength(5_000)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
