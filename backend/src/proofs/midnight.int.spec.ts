import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { fundAnalysis } from '../emergency-fund/analysis/fund-analysis.answer.js'
import { workersOf } from '../jobs/answer-workers.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, toolsOf } from '../jobs/test-queue.js'
import { startTestApp, type TestApp } from '../test-app.js'

const [computing, renewing] = workersOf(fundAnalysis) as [JobWorker, JobWorker]

let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())
afterEach(() => void jest.useRealTimers())

/** The coming midnight of São Paulo, which has been 03:00 UTC since summer time ended in 2019. */
const today = dateInSaoPaulo(new Date())
const tomorrow = addDays(today, 1)
const MIDNIGHT = Date.parse(`${tomorrow}T03:00:00.000Z`)

/** Has the program's clock stand so many milliseconds from midnight; nothing but the clock is not as ever. */
function atMidnight(milliseconds: number): string {
  const real = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const
  const now = new Date(MIDNIGHT + milliseconds)
  jest.useFakeTimers({ now, doNotFake: [...real] })
  return now.toISOString()
}

/** Has the coming day's renewal done, which Postgres, whose clock stands where it stood, does not begin yet. */
const renew = () => server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: renewing.kind, subject: tomorrow }))

/** Runs what waits in the outbox of a kind, as a worker does. @returns what it was about */
async function runWaiting(worker: JobWorker): Promise<string[]> {
  const text = 'select distinct subject from outbox where kind = $1 and failed_at is null'
  const waiting = await server.database.rows<{ subject: string }>({ text }, [worker.kind])
  const tools = toolsOf(server.database)
  for (const { subject } of waiting) await runOne(worker, subject, tools)
  return waiting.map(({ subject }) => subject)
}

it('what was stored of the fund is stale from midnight in São Paulo on, and is renewed for the new day once', async () => {
  const before = atMidnight(-1)
  const { token, accountId } = await server.register()
  const get = async (path: string) => (await server.send('GET', `/emergency-fund${path}`, { token })).body
  await server.send('PUT', '/emergency-fund', { token, body: { targetMonths: 3, monthlyExpenseAverage: 1000, currentAmount: 90 } })
  const rent = { description: 'Aluguel', amount: 300, type: 'expense', transactionDate: tomorrow }
  expect((await server.send('POST', '/transactions', { token, body: rent })).status).toBe(201)
  expect(await runWaiting(computing)).toEqual([accountId])
  const stored = { targetAmount: 3000, currentAmount: 90, monthlyExpenseAverage: 1000, computedAt: before }
  const { analysis } = await get('/analysis')
  expect(analysis).toMatchObject({ ...stored, stale: false })

  // What is computed on each read knows the new day at once; what is stored is the same, and says that it is old.
  const after = atMidnight(0)
  expect((await get('/analysis')).analysis).toEqual({ ...analysis, stale: true })
  expect(await get('/calculate-expenses')).toMatchObject({ monthlyExpenseAverage: 1000, source: 'entered', computedAt: before, stale: true })
  expect((await get('')).emergencyFund).toMatchObject({ targetAmount: 300 })

  await renew()
  expect(await runWaiting(renewing)).toEqual([tomorrow])
  expect(await runWaiting(computing)).toEqual([accountId])
  expect((await get('/analysis')).analysis).toMatchObject({ targetAmount: 300, currentAmount: 90, monthlyExpenseAverage: 100, computedAt: after, stale: false })
  expect(await get('/calculate-expenses')).toMatchObject({ monthlyExpenseAverage: 100, source: 'transactions', computedAt: after, stale: false })

  atMidnight(60_000)
  await renew()
  expect([await runWaiting(renewing), await runWaiting(computing)]).toEqual([[tomorrow], []])
  expect((await get('/analysis')).analysis).toMatchObject({ computedAt: after, stale: false })
})
