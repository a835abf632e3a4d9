import { randomUUID } from 'node:crypto'
import { resetAccount } from '../account-data/account-ending.js'
import type { WritePath } from '../event-store/write-path/write-path.js'
import { answerCompletion, createAnswerWorkers } from '../answers/computed-answers.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, toolsOf } from '../../test/test-queue.js'
import { answered, BEGIN, DAY_MS, dayAt, RandomHistory, type HistoryStep } from '../../test/test-forecast-history.js'
import { issue, openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { dayOf } from '../../test/proofs/test-past.js'
import { openPerson } from '../../test/proofs/test-person.js'
import { recurrenceCommand, occurrenceId } from '../recurrences/recurrence-command.js'
import { forecastPast } from './forecast-past.answer.js'

let log: TestLog
let writer: WritePath
const clock = { now: 0 }
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer(() => clock.now)
})
afterAll(() => log.close())

const sold: HistoryStep = { hours: 0, does: 'record', pick: 0, amount: 10_000, days: 0, isIncome: true, isScheduled: false }

it('has no review until the account is 120 days old', async () => {
  clock.now = BEGIN
  const history = new RandomHistory(writer, clock)
  await history.happen(sold)
  const review = async (after: number) => (await answered(log, log.reading, history.accountId, dayAt(dayOf(BEGIN), after))).review
  expect(await review(119)).toBeNull()
  const today = dayAt(dayOf(BEGIN), 120)
  expect(await review(120)).toEqual({ from: dayAt(today, -30), to: today, predicted: 100, low: 100, high: 100, actual: 100 })
})

it('is based on the state at the end of the day in São Paulo, and nothing later', async () => {
  clock.now = BEGIN
  const history = new RandomHistory(writer, clock)
  await history.happen(sold)
  // Midnight in São Paulo is 03:00 UTC.
  clock.now = Date.UTC(2026, 6, 1, 2, 59, 59, 999)
  await history.happen({ ...sold, amount: 200, isScheduled: true, days: 3 })
  clock.now += 1
  await history.happen({ ...sold, amount: 30_000, isIncome: false })
  const { review } = await answered(log, log.reading, history.accountId, '2026-07-30')
  expect(review).toMatchObject({ from: '2026-06-30', predicted: 102, actual: -200 })
  expect((await answered(log, log.reading, history.accountId, '2026-07-31')).review).toMatchObject({ from: '2026-07-01', predicted: -198 })
})

it('excludes an occurrence whose id a transaction had used by then, and includes each whose id was used later', async () => {
  clock.now = BEGIN
  const history = new RandomHistory(writer, clock)
  await history.happen(sold)
  const { accountId } = history
  const [recurrenceId, today] = [randomUUID(), dayAt(dayOf(BEGIN), 130)]
  const nominal = (ahead: number) => dayAt(dayOf(BEGIN), ahead)
  clock.now = BEGIN + 40 * DAY_MS
  const details = { kind: 'recurring', type: 'expense', description: 'Gás', category: null, amount: 1_000, start: nominal(40) } as const
  const plan = { ...details, count: null, firstNumber: 1, until: null, every: 'week', interval: 1, weekend: 'keep' } as const
  const context = { accountId, actor: accountId, source: 'app' } as const
  await writer.execute(recurrenceCommand(context, recurrenceId, { type: 'SetRecurrence', details: plan, today: nominal(40) }, () => null))
  const use = (ahead: number, date: string) =>
    issue(writer, accountId, occurrenceId(recurrenceId, nominal(ahead)), {
      type: 'RecordTransaction',
      details: { description: 'Bolo', amount: 100, type: 'income', category: null, date, isScheduled: false },
    })
  clock.now = BEGIN + 50 * DAY_MS
  await use(110, nominal(50))
  clock.now = BEGIN + 105 * DAY_MS
  await use(117, nominal(105))
  // Due within the 30 days: 103, 110, 117 and 124 days after the account was opened.
  expect((await answered(log, log.reading, accountId, today)).review).toMatchObject({ from: nominal(100), predicted: 100 + 1 - 3 * 10 })
})

it('starts again after a reset', async () => {
  clock.now = BEGIN
  const { accountId } = await openPerson(log, writer)
  clock.now += 200 * DAY_MS
  await writer.execute(resetAccount({ accountId, actor: accountId, source: 'app' }, true))
  const made = await answered(log, log.reading, accountId, dayAt(dayOf(clock.now), 119))
  expect(made).toMatchObject({ review: null, opening: { amount: 0 } })
  expect((await answered(log, log.reading, accountId, dayAt(dayOf(clock.now), 120))).review).toMatchObject({
    predicted: 0,
    low: null,
    actual: 0,
  })
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
    clock.now = Date.now() - 150 * DAY_MS
    const history = new RandomHistory(writer, clock)
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
    clock.now = Date.now()
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
