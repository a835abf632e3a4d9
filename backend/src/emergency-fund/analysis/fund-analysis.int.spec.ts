import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { createAnswerWorkers } from '../../answers/computed-answers.js'
import { OUTBOX_INSERT, outboxValues } from '../../jobs/outbox.js'
import type { JobWorker } from '../../jobs/job-worker.js'
import { runOne, toolsOf, until } from '../../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { startTestWorker } from '../../../test/test-worker.js'
import { fundAnalysis } from './fund-analysis.answer.js'

const [computing, renewing] = createAnswerWorkers(fundAnalysis) as [JobWorker, JobWorker]

let server: TestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())
beforeEach(async () => void ({ token, accountId } = await server.register()))

const get = async (path: string) => (await server.send('GET', `/emergency-fund${path}`, { token })).body
const analysis = async () => (await get('/analysis')).analysis
const put = (body: object) => server.send('PUT', '/emergency-fund', { token, body })
const today = () => dateInSaoPaulo(new Date())

async function run(worker: JobWorker, subject: string): Promise<void> {
  const { database } = server
  expect(await runOne(worker, subject, toolsOf(database))).toEqual({ how: 'done' })
}
const compute = () => run(computing, accountId)
async function countQueuedJobs(): Promise<number> {
  const rows = await server.database.rows({ text: 'select 1 from outbox where kind = $1 and account_id = $2' }, [
    fundAnalysis.kind,
    accountId,
  ])
  return rows.length
}
/** Makes the stored answer a day older. */
async function ageAnswer(): Promise<void> {
  const text = `update stored_answers set computed_at = computed_at - interval '24 hours' where account_id = $1`
  await server.database.rows({ text }, [accountId])
}
/** Runs the daily job of today. */
async function runDailyJob(): Promise<void> {
  await server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: renewing.kind, subject: today() }))
  await run(renewing, today())
}

describe('the analysis', () => {
  it('describes an account without a fund', async () => {
    expect(await get('/analysis')).toEqual({
      analysis: {
        targetAmount: 10000,
        currentAmount: 0,
        remainingAmount: 10000,
        percent: 0,
        monthlyExpenseAverage: 3000,
        estimatedMonths: 17,
        suggestedSafeSpend: 0,
        message: { level: 'starting', title: 'Vamos começar' },
        computedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        stale: false,
      },
    })
  })

  it.each([
    [2249.99, 24.9, 'starting', 'Vamos começar'],
    [2250, 25, 'solid', 'Progresso sólido'],
    [6749.99, 74.9, 'solid', 'Progresso sólido'],
    [6750, 75, 'almost', 'Quase lá'],
    [8999.99, 99.9, 'almost', 'Quase lá'],
    [9000, 100, 'reached', 'Meta alcançada'],
    [12000, 100, 'reached', 'Meta alcançada'],
  ])('with %f of 9000 is at %f percent: %s', async (currentAmount, percent, level, title) => {
    await put({ currentAmount })
    expect(await analysis()).toMatchObject({ currentAmount, percent, message: { level, title } })
  })

  it('gives the missing amount, the time until the target and the safe amount to spend', async () => {
    await put({ targetMonths: 6, monthlyExpenseAverage: 1000, currentAmount: 2345.65 })
    expect(await analysis()).toMatchObject({
      targetAmount: 6000,
      remainingAmount: 3654.35,
      percent: 39,
      estimatedMonths: 19,
      suggestedSafeSpend: 234.57,
    })
    await put({ currentAmount: 6000 })
    expect(await analysis()).toMatchObject({ remainingAmount: 0, estimatedMonths: 0 })
    await put({ monthlyExpenseAverage: 0 })
    expect(await analysis()).toMatchObject({ targetAmount: 0, percent: 0, estimatedMonths: null })
  })
})

it('the analysis is computed by the request until a worker has computed it', async () => {
  await put({ currentAmount: 900 })
  expect(await analysis()).toMatchObject({ currentAmount: 900, percent: 10, stale: false })
  await compute()
  expect(await analysis()).toMatchObject({ currentAmount: 900, percent: 10, stale: false })
})

it('the analysis gives the same for many accounts at once as for each, and nothing for a missing account', async () => {
  await put({ currentAmount: 900 })
  const other = await server.register()
  await server.send('PUT', '/emergency-fund', { token: other.token, body: { currentAmount: 50, targetMonths: 6 } })
  await server.send('POST', '/transactions', {
    token,
    body: { description: 'Aluguel', amount: 300, type: 'expense', category: 'Moradia', transactionDate: today() },
  })
  const of = (accounts: string[]) => fundAnalysis.compute(server.database, accounts, today(), server.reading)
  const both = await of([accountId, newId(), other.accountId])
  expect(both).toEqual(new Map([...(await of([accountId])), ...(await of([other.accountId]))]))
  expect(both.get(accountId)).not.toEqual(both.get(other.accountId))
})

it('the analysis is marked stale until the worker has processed later events', async () => {
  await put({ currentAmount: 900 })
  await compute()
  const before = await analysis()
  await put({ currentAmount: 1800 })
  expect(await analysis()).toEqual({ ...before, stale: true })
  expect(await get('/calculate-expenses')).toMatchObject({ source: 'entered', stale: true, computedAt: before.computedAt })
  // The target is always current.
  await put({ targetMonths: 6 })
  expect((await get('')).emergencyFund).toMatchObject({ currentAmount: 1800, targetAmount: 18_000 })
  await compute()
  expect(await analysis()).toMatchObject({ currentAmount: 1800, targetAmount: 18_000, percent: 10, stale: false })
  expect(await countQueuedJobs()).toBe(0)
})

it('the analysis is recomputed after relevant events', async () => {
  await put({})
  await compute()
  const expense = { description: 'Gás', amount: 90, type: 'expense', transactionDate: today() }
  const changes = [
    ['POST', '/transactions', expense],
    ['POST', '/emergency-fund/add', { amount: 5 }],
    ['PUT', '/emergency-fund', { targetMonths: 6 }],
  ] as const
  for (const [method, path, body] of changes) {
    expect((await server.send(method, path, { token, body })).status).toBeLessThan(300)
    expect(await analysis()).toMatchObject({ stale: true })
    expect(await countQueuedJobs()).toBe(1)
    await compute()
    expect(await analysis()).toMatchObject({ stale: false })
  }
  expect(await analysis()).toMatchObject({ currentAmount: 5, targetAmount: 180, monthlyExpenseAverage: 30 })
  expect(await get('/calculate-expenses?months=9')).toMatchObject({ months: 9, totalExpenses: 90, monthlyExpenseAverage: 10, stale: false })
})

it('the analysis needs no recomputation after irrelevant events, and stays current', async () => {
  await put({ currentAmount: 900 })
  await compute()
  const before = await analysis()
  const changes = [
    ['POST', '/transactions', { description: 'Bolo', amount: 90, type: 'income', transactionDate: today() }],
    ['POST', '/transactions', { description: 'Forno', amount: 90, type: 'expense', transactionDate: '2020-01-01' }],
    ['POST', '/transactions', { description: 'Luz', amount: 90, type: 'expense', transactionDate: today(), isScheduled: true }],
    ['POST', '/goals', { title: 'Forno', targetAmount: 10, deadline: today(), category: 'Outros' }],
    ['POST', '/tasks', { title: 'Ligar' }],
    ['PUT', '/auth/profile', { monthlyIncome: 10 }],
  ] as const
  for (const [method, path, body] of changes) {
    expect((await server.send(method, path, { token, body })).status).toBeLessThan(300)
    expect([await analysis(), await countQueuedJobs()]).toEqual([before, 0])
  }
  // A recomputation gives the same analysis.
  await server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: computing.kind, subject: accountId, accountId }))
  await compute()
  expect(await analysis()).toEqual({ ...before, computedAt: expect.any(String) })
})

it('the analysis is stale on another day, and recomputed every day', async () => {
  await put({})
  await compute()
  await ageAnswer()
  expect(await analysis()).toMatchObject({ stale: true })
  await runDailyJob()
  expect(await countQueuedJobs()).toBe(1)
  await compute()
  expect(await analysis()).toMatchObject({ stale: false })
  // Answers computed today are not recomputed.
  await runDailyJob()
  expect(await countQueuedJobs()).toBe(0)
})

it('the analysis catches up by itself where a worker runs', async () => {
  const worker = await startTestWorker(server)
  try {
    for (const currentAmount of [10, 20, 30]) {
      await put({ currentAmount })
      await until(async () => (await countQueuedJobs()) === 0)
      expect(await analysis()).toMatchObject({ currentAmount, stale: false })
    }
  } finally {
    await worker.close()
  }
})
