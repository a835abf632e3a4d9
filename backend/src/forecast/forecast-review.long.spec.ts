import { randomUUID } from 'node:crypto'
import type { ForecastAnswer } from '@prumo/shared/forecast'
import type { OnWire } from '@prumo/shared/money-fields'
import fc from 'fast-check'
import { dayCheckpoints } from '../activity/account-at-day.js'
import { balanceDecider } from '../balance/balance.decider.js'
import { ExecuteCommand } from '../event-store/decider/command.js'
import type { WritePath } from '../event-store/write-path/write-path.js'
import type { LogReading } from '../event-store/log-reading.js'
import { makeCheckpoints } from '../event-store/replay/checkpoints.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { issue, openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { dayOf } from '../../test/proofs/test-past.js'
import type { TransactionCommand } from '../transactions/transaction.decider.js'
import { toForecast } from './forecast-answers.js'
import { FindAhead } from './forecast-days.projection.js'
import { forecastPast } from './forecast-past.answer.js'

let log: TestLog
let writer: WritePath
let now = 0
/** Checkpoints as often as these short histories need, and none. */
let often: LogReading
let never: LogReading
beforeAll(async () => {
  log = await openTestLog()
  often = { ...log.reading, checkpointed: { ...dayCheckpoints, every: 3 } }
  never = { ...log.reading, checkpointed: { ...dayCheckpoints, version: 1_000 } }
  writer = log.writer(() => now)
})
afterAll(() => log.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 22:30 on 28 February 2026 in São Paulo: the first hours cross midnight and the end of a month. */
const BEGIN = Date.UTC(2026, 2, 1, 1, 30)
const dayAt = (day: string, ahead: number) => new Date(Date.parse(day) + ahead * DAY_MS).toISOString().slice(0, 10)

/** A transaction in this test's own computation, which shares nothing with the product's. */
interface LongHistoryEntry {
  amount: number
  sign: 1 | -1
  date: string
  state: 'settled' | 'pending' | 'lost'
  planned: boolean
}
interface LongHistoryState {
  entries: Map<string, LongHistoryEntry>
  stated: { amount: number; date: string } | null
}

/** The forecast of a day from that day's state, in centavos, each figure by a sum of its own. */
function expected({ entries, stated }: LongHistoryState, today: string, length: number) {
  const all = [...entries.values()]
  const sum = (of: LongHistoryEntry[]) => of.reduce((total, { amount, sign }) => total + sign * amount, 0)
  const settled = all.filter(({ state }) => state === 'settled')
  const opening = stated ? stated.amount + sum(settled.filter(({ date }) => date > stated.date && date <= today)) : sum(settled)
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

/** The product's answer about an account on a day, freshly computed. */
async function answered(reading: LogReading, accountId: string, today: string): Promise<OnWire<ForecastAnswer>> {
  const computed = (await forecastPast.compute(log.database, [accountId], today, reading)).get(accountId)
  const ahead = await new FindAhead(accountId, today, 60).answer(log.database)
  const past = computed as { answer: NonNullable<typeof computed>['answer'] }
  return toForecast(ahead, { ...past, computedAt: '', stale: false }, today, 60)
}

const step = fc.record({
  hours: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 30 }) }, { weight: 3, arbitrary: fc.integer({ min: 100, max: 900 }) }),
  does: fc.constantFrom('record', 'record', 'record', 'record', 'amount', 'confirm', 'refuse', 'delete', 'restore', 'state'),
  pick: fc.nat(),
  amount: fc.integer({ min: 1, max: 200_000 }),
  days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -130, max: 60 }), fc.integer({ min: -500, max: 0 })),
  isIncome: fc.boolean(),
  isScheduled: fc.boolean(),
})
type LongHistoryStep = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** An account with random steps, and its state after each. */
class LongRandomHistory {
  readonly accountId = randomUUID()
  readonly moments: { at: number; standing: LongHistoryState }[] = []
  #entries = new Map<string, LongHistoryEntry>()
  #gone = new Map<string, LongHistoryEntry>()
  #stated: LongHistoryState['stated'] = null

  async happen({ does, pick, amount, days, isIncome, isScheduled }: LongHistoryStep): Promise<void> {
    const { accountId } = this
    const today = dayOf(now)
    const send = (id: string, command: TransactionCommand) => issue(writer, accountId, id, command)
    const change = async (id: string, entry: LongHistoryEntry, changes: Partial<LongHistoryEntry>, sent: object) => {
      await send(id, { type: 'CorrectTransaction', changes: sent })
      this.#entries.set(id, { ...entry, ...changes })
    }
    const picked = <Of>(of: Map<string, Of>) => [...of][pick % of.size]
    if (does === 'record' || this.#entries.size === 0) {
      const [id, date] = [randomUUID(), dayAt(today, days)]
      const type = isIncome ? 'income' : 'expense'
      await send(id, { type: 'RecordTransaction', details: { description: 'Bolo', amount, type, category: null, date, isScheduled } })
      this.#entries.set(id, { amount, sign: isIncome ? 1 : -1, date, state: isScheduled ? 'pending' : 'settled', planned: isScheduled })
    } else if (does === 'state') {
      const details = { amount: isIncome ? amount : -amount, date: dayAt(today, Math.min(0, days)) }
      const intent = { decider: balanceDecider, entityId: accountId, command: { type: 'StateBalance' as const, details, today } }
      await writer.execute(ExecuteCommand.of({ accountId, actor: accountId, source: 'app' }, { ...intent, reply: () => null }))
      this.#stated = details
    } else if (does === 'restore') {
      const found = picked(this.#gone)
      if (!found) return
      await send(found[0], { type: 'RestoreTransaction', takenKeys: [] })
      this.#gone.delete(found[0])
      this.#entries.set(...found)
    } else {
      const [id, entry] = picked(this.#entries) as [string, LongHistoryEntry]
      if (does === 'amount') await change(id, entry, { amount }, { amount })
      else if (does === 'delete') {
        await send(id, { type: 'DeleteTransaction' })
        this.#entries.delete(id)
        this.#gone.set(id, entry)
      } else if (entry.planned && does === 'confirm') await change(id, entry, { state: 'settled' }, { isConfirmed: true, isReceived: true })
      else if (entry.planned) await change(id, entry, { state: 'lost' }, { isConfirmed: true, isReceived: false })
    }
    this.moments.push({ at: now, standing: this.standing })
  }

  get standing(): LongHistoryState {
    return { entries: new Map(this.#entries), stated: this.#stated }
  }

  /** Its state at the end of a day. */
  at(day: string): LongHistoryState {
    return this.moments.findLast(({ at }) => dayOf(at) <= day)?.standing ?? { entries: new Map(), stated: null }
  }
}

it('equals an independent computation from the history: every forecast, its band and its review', async () => {
  let reviewed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), fc.integer({ min: 0, max: 140 }), async (steps, later) => {
      now = BEGIN
      const history = new LongRandomHistory()
      for (const [index, of] of steps.entries()) {
        now += of.hours * HOUR_MS + 60_000
        await history.happen(of)
        if (index % 7 === 0) await makeCheckpoints(log.database.pool, often, history.accountId, new AbortController().signal)
      }
      const today = dayAt(dayOf(now), later)
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
        const made = await answered(reading, history.accountId, today)
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
