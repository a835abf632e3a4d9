import { randomUUID } from 'node:crypto'
import type { ForecastAnswer } from '@prumo/shared/forecast'
import type { OnWire } from '@prumo/shared/money-fields'
import fc from 'fast-check'
import { resetAccount } from '../account-data/account-ending.js'
import { balanceDecider } from '../balance/balance.decider.js'
import { ExecuteCommand } from '../event-store/decider/command.js'
import type { WritePath } from '../event-store/write-path/write-path.js'
import type { LogReading } from '../event-store/log-reading.js'
import { answerCompletion, createAnswerWorkers } from '../answers/computed-answers.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, toolsOf } from '../../test/test-queue.js'
import { issue, openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { dayOf } from '../../test/proofs/test-past.js'
import { openPerson } from '../../test/proofs/test-person.js'
import { recurrenceCommand, occurrenceId } from '../recurrences/recurrence-command.js'
import type { TransactionCommand } from '../transactions/transaction.decider.js'
import { toForecast } from './forecast-answers.js'
import { FindAhead } from './forecast-days.projection.js'
import { forecastPast } from './forecast-past.answer.js'

let log: TestLog
let writer: WritePath
let now = 0
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer(() => now)
})
afterAll(() => log.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 22:30 on 28 February 2026 in São Paulo: the first hours cross midnight and the end of a month. */
const BEGIN = Date.UTC(2026, 2, 1, 1, 30)
const dayAt = (day: string, ahead: number) => new Date(Date.parse(day) + ahead * DAY_MS).toISOString().slice(0, 10)

/** A transaction in this test's own computation, which shares nothing with the product's. */
interface HistoryEntry {
  amount: number
  sign: 1 | -1
  date: string
  state: 'settled' | 'pending' | 'lost'
  planned: boolean
}
interface HistoryState {
  entries: Map<string, HistoryEntry>
  stated: { amount: number; date: string } | null
}

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
type HistoryStep = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** An account with random steps, and its state after each. */
class RandomHistory {
  readonly accountId = randomUUID()
  readonly moments: { at: number; standing: HistoryState }[] = []
  #entries = new Map<string, HistoryEntry>()
  #gone = new Map<string, HistoryEntry>()
  #stated: HistoryState['stated'] = null

  async happen({ does, pick, amount, days, isIncome, isScheduled }: HistoryStep): Promise<void> {
    const { accountId } = this
    const today = dayOf(now)
    const send = (id: string, command: TransactionCommand) => issue(writer, accountId, id, command)
    const change = async (id: string, entry: HistoryEntry, changes: Partial<HistoryEntry>, sent: object) => {
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
      const [id, entry] = picked(this.#entries) as [string, HistoryEntry]
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

  get standing(): HistoryState {
    return { entries: new Map(this.#entries), stated: this.#stated }
  }

  /** Its state at the end of a day. */
  at(day: string): HistoryState {
    return this.moments.findLast(({ at }) => dayOf(at) <= day)?.standing ?? { entries: new Map(), stated: null }
  }
}

const sold: HistoryStep = { hours: 0, does: 'record', pick: 0, amount: 10_000, days: 0, isIncome: true, isScheduled: false }

it('has no review until the account is 120 days old', async () => {
  now = BEGIN
  const history = new RandomHistory()
  await history.happen(sold)
  const review = async (after: number) => (await answered(log.reading, history.accountId, dayAt(dayOf(BEGIN), after))).review
  expect(await review(119)).toBeNull()
  const today = dayAt(dayOf(BEGIN), 120)
  expect(await review(120)).toEqual({ from: dayAt(today, -30), to: today, predicted: 100, low: 100, high: 100, actual: 100 })
})

it('is based on the state at the end of the day in São Paulo, and nothing later', async () => {
  now = BEGIN
  const history = new RandomHistory()
  await history.happen(sold)
  // Midnight in São Paulo is 03:00 UTC.
  now = Date.UTC(2026, 6, 1, 2, 59, 59, 999)
  await history.happen({ ...sold, amount: 200, isScheduled: true, days: 3 })
  now += 1
  await history.happen({ ...sold, amount: 30_000, isIncome: false })
  const { review } = await answered(log.reading, history.accountId, '2026-07-30')
  expect(review).toMatchObject({ from: '2026-06-30', predicted: 102, actual: -200 })
  expect((await answered(log.reading, history.accountId, '2026-07-31')).review).toMatchObject({ from: '2026-07-01', predicted: -198 })
})

it('excludes an occurrence whose id a transaction had used by then, and includes each whose id was used later', async () => {
  now = BEGIN
  const history = new RandomHistory()
  await history.happen(sold)
  const { accountId } = history
  const [recurrenceId, today] = [randomUUID(), dayAt(dayOf(BEGIN), 130)]
  const nominal = (ahead: number) => dayAt(dayOf(BEGIN), ahead)
  now = BEGIN + 40 * DAY_MS
  const details = { kind: 'recurring', type: 'expense', description: 'Gás', category: null, amount: 1_000, start: nominal(40) } as const
  const plan = { ...details, count: null, until: null, every: 'week', interval: 1, weekend: 'keep' } as const
  const context = { accountId, actor: accountId, source: 'app' } as const
  await writer.execute(recurrenceCommand(context, recurrenceId, { type: 'SetRecurrence', details: plan, today: nominal(40) }, () => null))
  const use = (ahead: number, date: string) =>
    issue(writer, accountId, occurrenceId(recurrenceId, nominal(ahead)), {
      type: 'RecordTransaction',
      details: { description: 'Bolo', amount: 100, type: 'income', category: null, date, isScheduled: false },
    })
  now = BEGIN + 50 * DAY_MS
  await use(110, nominal(50))
  now = BEGIN + 105 * DAY_MS
  await use(117, nominal(105))
  // Due within the 30 days: 103, 110, 117 and 124 days after the account was opened.
  expect((await answered(log.reading, accountId, today)).review).toMatchObject({ from: nominal(100), predicted: 100 + 1 - 3 * 10 })
})

it('starts again after a reset', async () => {
  now = BEGIN
  const { accountId } = await openPerson(log, writer)
  now += 200 * DAY_MS
  await writer.execute(resetAccount({ accountId, actor: accountId, source: 'app' }, true))
  const made = await answered(log.reading, accountId, dayAt(dayOf(now), 119))
  expect(made).toMatchObject({ review: null, opening: { amount: 0 } })
  expect((await answered(log.reading, accountId, dayAt(dayOf(now), 120))).review).toMatchObject({ predicted: 0, low: null, actual: 0 })
})

describe('the computed answer', () => {
  const [computing] = createAnswerWorkers(forecastPast) as [JobWorker]
  const stored = async (accountId: string) =>
    (
      await log.database.rows<{ answer: unknown; seq: number }>(
        { text: 'select answer, seq from stored_answers where account_id = $1 and kind = $2' },
        [accountId, forecastPast.kind],
      )
    )[0]
  async function openOld(): Promise<RandomHistory> {
    now = Date.now() - 150 * DAY_MS
    const history = new RandomHistory()
    await history.happen(sold)
    return history
  }
  const tools = () => ({ ...toolsOf(log.database), reading: log.reading })
  const put = (accountId: string) =>
    log.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: computing.kind, subject: accountId, accountId }))

  it('stays valid on the same day, and a late or repeated run reverts nothing', async () => {
    const { accountId } = await openOld()
    const today = dayOf(log.database.clock.now())
    const early = await forecastPast.compute(log.database, [accountId], today, log.reading)
    now = Date.now()
    await issue(writer, accountId, randomUUID(), {
      type: 'RecordTransaction',
      details: { description: 'Bolo', amount: 1, type: 'income', category: null, date: dayAt(today, -100), isScheduled: false },
    })
    await put(accountId)
    // Two processes at once: one of them does the work.
    const ends = await Promise.all(
      [runOne(computing, accountId, tools()), runOne(computing, accountId, tools())].map((run) => run.catch(() => null)),
    )
    expect(ends).toContainEqual({ how: 'done' })
    const after = await stored(accountId)
    expect(after).toMatchObject({ seq: 2, answer: { foreseen: { to: today, predicted: 10_000 } } })
    // With an unreadable log the day's answer still has the past forecast.
    const unread = { ...log.reading, checkpointed: { ...log.reading.checkpointed, projections: [] } }
    expect((await forecastPast.compute(log.database, [accountId], today, unread)).get(accountId)?.answer).toEqual(after?.answer)
    await put(accountId)
    const late: JobWorker = {
      kind: computing.kind,
      run: async (job) => job.completeWith(await answerCompletion(forecastPast, early, new Date(0), log.database, log.reading.keys)),
    }
    await runOne(late, accountId, tools())
    expect(await stored(accountId)).toEqual(after)
  })

  it('exists after an interrupted run', async () => {
    const { accountId } = await openOld()
    await put(accountId)
    const cut: JobWorker = {
      kind: computing.kind,
      run: async () => {
        await forecastPast.compute(log.database, [accountId], dayOf(Date.now()), log.reading)
        throw new Error('killed')
      },
    }
    expect(await runOne(cut, accountId, tools())).toMatchObject({ how: 'failed' })
    expect(await stored(accountId)).toBeUndefined()
    await log.database.rows({ text: 'update outbox set due_at = null where account_id = $1' }, [accountId]).catch(() => undefined)
    await put(accountId)
    expect(await runOne(computing, accountId, tools())).toEqual({ how: 'done' })
    expect(await stored(accountId)).toMatchObject({ answer: { foreseen: { predicted: 10_000 } } })
  })
})
