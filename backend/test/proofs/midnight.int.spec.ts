import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { fundAnalysis } from '@prumo/backend/emergency-fund/analysis/fund-analysis.answer'
import { createAnswerWorkers } from '@prumo/backend/answers/computed-answers'
import { enqueueDaily } from '@prumo/backend/jobs/worker-host'
import type { JobWorker } from '@prumo/backend/jobs/job-worker'
import { runOne, toolsOf } from '../test-queue.js'
import { setServerClock } from '../test-database.js'
import { startTestApp, type TestApp } from '../test-app.js'

const [computing, renewing] = createAnswerWorkers(fundAnalysis) as [JobWorker, JobWorker]

let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

/** The next midnight of São Paulo: 03:00 UTC, because Brazil has had no summer time since 2019. */
const today = dateInSaoPaulo(new Date())
const tomorrow = addDays(today, 1)
const MIDNIGHT = Date.parse(`${tomorrow}T03:00:00.000Z`)

/** Sets the clock of Postgres to so many milliseconds from midnight; that of the process stays. */
const atMidnight = (milliseconds: number) => setServerClock(server.database, MIDNIGHT + milliseconds - Date.now())

/** Runs the waiting jobs of a kind, as a worker does. @returns their subjects */
async function runWaiting(worker: JobWorker): Promise<string[]> {
  const text = 'select distinct subject from outbox where kind = $1 and failed_at is null'
  const waiting = await server.database.rows<{ subject: string }>({ text }, [worker.kind])
  const tools = toolsOf(server.database)
  for (const { subject } of waiting) await runOne(worker, subject, tools)
  return waiting.map(({ subject }) => subject)
}

it('a stored analysis of the fund is stale from midnight in São Paulo on, and is computed for the new day once', async () => {
  await atMidnight(-60_000)
  const { token, accountId } = await server.register()
  const get = async (path: string) => (await server.send('GET', `/emergency-fund${path}`, { token })).body
  await server.send('PUT', '/emergency-fund', { token, body: { targetMonths: 3, monthlyExpenseAverage: 1000, currentAmount: 90 } })
  const rent = { description: 'Aluguel', amount: 300, type: 'expense', transactionDate: tomorrow }
  expect((await server.send('POST', '/transactions', { token, body: rent })).status).toBe(201)
  expect(await runWaiting(computing)).toEqual([accountId])
  const { analysis } = await get('/analysis')
  expect(analysis).toMatchObject({ targetAmount: 3000, currentAmount: 90, monthlyExpenseAverage: 1000, stale: false })
  expect(MIDNIGHT - Date.parse(analysis.computedAt)).toBeGreaterThan(0)

  // What is computed on each read has the new day at once; what is stored is unchanged, and says that it is stale.
  await atMidnight(1_000)
  expect((await get('/analysis')).analysis).toEqual({ ...analysis, stale: true })
  expect(await get('/calculate-expenses')).toMatchObject({
    monthlyExpenseAverage: 1000,
    source: 'entered',
    computedAt: analysis.computedAt,
    stale: true,
  })
  expect((await get('')).emergencyFund).toMatchObject({ targetAmount: 300 })

  await enqueueDaily(server.database, renewing.kind)
  expect(await runWaiting(renewing)).toEqual([tomorrow])
  expect(await runWaiting(computing)).toEqual([accountId])
  const { analysis: renewed } = await get('/analysis')
  expect(renewed).toMatchObject({ targetAmount: 300, currentAmount: 90, monthlyExpenseAverage: 100, stale: false })
  expect(Date.parse(renewed.computedAt)).toBeGreaterThan(MIDNIGHT)
  expect(await get('/calculate-expenses')).toMatchObject({
    monthlyExpenseAverage: 100,
    source: 'transactions',
    computedAt: renewed.computedAt,
    stale: false,
  })

  await atMidnight(60_000)
  await enqueueDaily(server.database, renewing.kind)
  expect([await runWaiting(renewing), await runWaiting(computing)]).toEqual([[], []])
  expect((await get('/analysis')).analysis).toMatchObject({ computedAt: renewed.computedAt, stale: false })
})
