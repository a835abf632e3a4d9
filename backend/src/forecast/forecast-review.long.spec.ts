import fc from 'fast-check'
import { dayCheckpoints } from '../activity/account-at-day.js'
import type { WritePath } from '../event-store/write-path/write-path.js'
import type { LogReading } from '../event-store/log-reading.js'
import { makeCheckpoints } from '../event-store/replay/checkpoints.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import {
  answered,
  BEGIN,
  dayAt,
  HOUR_MS,
  RandomHistory,
  step,
  type HistoryEntry,
  type HistoryState,
} from '../../test/test-forecast-history.js'
import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { dayOf } from '../../test/proofs/test-past.js'

let log: TestLog
let writer: WritePath
const clock = { now: 0 }
/** Checkpoints as often as these short histories need, and none. */
let often: LogReading
let never: LogReading
beforeAll(async () => {
  log = await openTestLog()
  often = { ...log.reading, checkpointed: { ...dayCheckpoints, every: 3 } }
  never = { ...log.reading, checkpointed: { ...dayCheckpoints, version: 1_000 } }
  writer = log.writer(() => clock.now)
})
afterAll(() => log.close())

/** The forecast of a day from that day's state, in centavos, each figure by a sum of its own. */
function expected({ entries, stated }: HistoryState, today: string, length: number) {
  const all = [...entries.values()]
  const sum = (of: HistoryEntry[]) => of.reduce((total, { amount, sign }) => total + sign * amount, 0)
  const settled = all.filter(({ state }) => state === 'settled')
  const since = settled.filter(({ date }) => date <= today && (!stated || date > stated.date))
  const opening = (stated?.amount ?? 0) + sum(since)
  const pending = all.filter(({ state }) => state === 'pending')
  const first = settled.map(({ date }) => date).sort()[0]
  const isKnown = first !== undefined && first <= dayAt(today, -90)
  const unplanned = settled.filter(({ planned }) => !planned)
  const days = Array.from({ length: length + 1 }, (_, ahead) => {
    const date = dayAt(today, ahead)
    const balance = opening + sum(pending.filter((of) => of.date >= today && of.date <= date))
    const flows: number[] = []
    for (let ago = 1; ago <= 366; ago++) {
      const [from, to] = [dayAt(today, -ago - ahead + 1), dayAt(today, -ago)]
      if (isKnown && from >= first) flows.push(ahead === 0 ? 0 : sum(unplanned.filter((of) => of.date >= from && of.date <= to)))
    }
    flows.sort((a, b) => a - b)
    const at = (percent: number) => balance + (flows[Math.ceil((flows.length * percent) / 100) - 1] as number)
    return { date, balance, low: isKnown ? at(20) : null, high: isKnown ? at(80) : null }
  })
  return { opening, days, overdue: pending.filter(({ date }) => date < today).length }
}

const inReais = (centavos: number | null) => centavos && centavos / 100

it('equals an independent computation from the history: every forecast, its band and its review', async () => {
  let reviewed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 140 }), async (steps, later) => {
      clock.now = BEGIN
      const history = new RandomHistory(writer, clock)
      for (const [index, of] of steps.entries()) {
        clock.now += of.hours * HOUR_MS + 60_000
        await history.happen(of)
        if (index % 7 === 0) await makeCheckpoints(log.database.pool, often, history.accountId, new AbortController().signal)
      }
      const today = dayAt(dayOf(clock.now), later)
      const { opening, days, overdue } = expected(history.standing, today, 60)
      const [from, opened] = [dayAt(today, -30), dayOf(history.moments[0]?.at ?? 0)]
      const then = expected(history.at(from), from, 30).days[30]
      const review =
        opened > dayAt(today, -120)
          ? null
          : {
              from,
              to: today,
              predicted: inReais(then?.balance ?? 0),
              low: inReais(then?.low ?? null),
              high: inReais(then?.high ?? null),
              actual: inReais(opening),
            }
      if (review) reviewed++
      for (const reading of [often, never]) {
        const made = await answered(log, reading, history.accountId, today)
        expect(made.opening).toEqual({ amount: inReais(opening), source: history.standing.stated ? 'stated' : 'sums' })
        expect(made.days.map(({ date, balance, low, high }) => ({ date, balance, low, high }))).toEqual(
          days.map(({ date, balance, low, high }) => ({ date, balance: inReais(balance), low: inReais(low), high: inReais(high) })),
        )
        expect(made.overdue.count).toBe(overdue)
        expect(made.review).toEqual(review)
      }
      expect((await verifyAccount(log.database, often, history.accountId)).problem).toBeNull()
    }),
    { numRuns: 40 },
  )
  expect(reviewed).toBeGreaterThan(5)
}, 300_000)
