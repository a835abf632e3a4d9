import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { forecastLengths } from '@prumo/shared/forecast-rules'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { createAnswerWorkers } from '../answers/computed-answers.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker } from '../../test/test-worker.js'
import { forecastPast } from './forecast-past.answer.js'

const [computing, renewing] = createAnswerWorkers(forecastPast) as [JobWorker, JobWorker]

let server: TestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())
beforeEach(async () => void ({ token, accountId } = await server.register()))

const today = () => dateInSaoPaulo(new Date())
const day = (ahead: number) => addDays(today(), ahead)
const forecast = async (query = '') => (await server.send('GET', `/forecast${query}`, { token })).body.forecast
const ahead = async () => (await server.send('GET', '/transactions/summary/months?count=6&lowest=30', { token })).body.ahead
const record = async (amount: number, transactionDate: string, more: object = {}): Promise<string> => {
  const body = { description: 'Bolo', amount, type: 'income', transactionDate, ...more }
  const answer = await server.send('POST', '/transactions', { token, body })
  expect(answer.status).toBe(201)
  return answer.body.transaction.id
}
const foresee = (amount: number, date: string, more: object = {}) => record(amount, date, { isScheduled: true, ...more })
const state = (amount: number, date: string) => server.send('PUT', '/balance', { token, body: { amount, date } })

async function run(worker: JobWorker, subject: string): Promise<void> {
  expect(await runOne(worker, subject, server.tools())).toEqual({ how: 'done' })
}
const compute = () => run(computing, accountId)
async function waiting(): Promise<number> {
  const text = 'select 1 from outbox where kind = $1 and account_id = $2'
  return (await server.database.rows({ text }, [forecastPast.kind, accountId])).length
}

describe('the certain part', () => {
  it('is empty without transactions', async () => {
    const made = await forecast()
    expect(made).toEqual({
      from: today(),
      to: day(30),
      opening: { amount: 0, source: 'sums' },
      days: Array.from({ length: 31 }, (_, at) => ({ date: day(at), income: 0, expense: 0, balance: 0, low: null, high: null })),
      lowest: { date: today(), balance: 0 },
      overdue: { income: 0, expense: 0, count: 0 },
      review: null,
      computedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      stale: false,
    })
    expect(await ahead()).toEqual({ to: day(30), opening: { amount: 0, source: 'sums' }, lowest: null })
  })

  it('counts pending amounts on their day, and overdue ones nowhere else', async () => {
    await record(100.1, day(-3))
    await foresee(40.25, day(-1))
    await foresee(7, day(-90), { type: 'expense' })
    await foresee(12.05, today(), { type: 'expense' })
    await foresee(250, day(5), { type: 'expense' })
    await foresee(0.3, day(31))
    const made = await forecast('?days=30')
    expect(made.opening).toEqual({ amount: 100.1, source: 'sums' })
    expect(made.overdue).toEqual({ income: 40.25, expense: 7, count: 2 })
    expect(made.days[0]).toMatchObject({ income: 0, expense: 12.05, balance: 88.05 })
    expect(made.days[4]).toMatchObject({ income: 0, expense: 0, balance: 88.05 })
    expect(made.days[5]).toMatchObject({ income: 0, expense: 250, balance: -161.95 })
    expect(made.lowest).toEqual({ date: day(5), balance: -161.95 })
    expect(await ahead()).toEqual({ to: day(30), opening: made.opening, lowest: made.lowest })
    expect((await forecast('?days=60')).days[31]).toMatchObject({ income: 0.3, balance: -161.65 })
  })

  it.each(forecastLengths)('has %d days after today, in an answer of bounded size', async (length) => {
    for (let at = 0; at < 3; at++) await foresee(999_999_999.99, day(at * 10))
    const answer = await server.send('GET', `/forecast?days=${length}`, { token })
    expect(answer.body.forecast.days).toHaveLength(length + 1)
    expect(answer.body.forecast.to).toBe(day(length))
    expect(JSON.stringify(answer.body).length).toBeLessThan(16_000)
  })

  it.each(['31', '0', 'x', '', '-30', '30.0'])('refuses %s days', async (days) => {
    expect(await server.send('GET', `/forecast?days=${days}`, { token })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: 'Use 30, 60 ou 90 dias' },
    })
    expect(await server.send('GET', `/transactions/summary/months?lowest=${days}`, { token })).toMatchObject({ status: 400 })
  })

  it('starts with the stated balance, and what was settled after its day', async () => {
    await record(1000, day(-11))
    await record(20, day(-10))
    await record(3, day(-9), { type: 'expense' })
    await record(5, today())
    await record(70, day(1))
    expect((await forecast()).opening).toEqual({ amount: 1022, source: 'sums' })
    await state(-500, day(-10))
    expect((await forecast()).opening).toEqual({ amount: -498, source: 'stated' })
    await state(-500.5, today())
    const made = await forecast()
    expect(made.opening).toEqual({ amount: -500.5, source: 'stated' })
    expect(made.lowest).toEqual({ date: today(), balance: -500.5 })
  })

  it('follows confirmations, postponements, deletions and restorations at once', async () => {
    const id = await foresee(80, day(-2))
    const put = (body: object) => server.send('PUT', `/transactions/${id}`, { token, body })
    await put({ transactionDate: day(3) })
    expect(await forecast()).toMatchObject({ overdue: { count: 0 }, lowest: { balance: 0 } })
    expect((await forecast()).days[3]).toMatchObject({ income: 80, balance: 80 })
    await server.send('DELETE', `/transactions/${id}`, { token })
    expect((await forecast()).days[3]).toMatchObject({ income: 0, balance: 0 })
    await server.send('POST', `/transactions/${id}/restore`, { token })
    expect((await forecast()).days[3]).toMatchObject({ income: 80 })
    await put({ isConfirmed: true, isReceived: true, transactionDate: today() })
    expect(await forecast()).toMatchObject({ opening: { amount: 80 } })
    await put({ isReceived: false })
    expect(await forecast()).toMatchObject({ opening: { amount: 0 }, overdue: { count: 0 } })
    expect((await verifyAccount(server.database, server.reading, accountId)).problem).toBeNull()
  })
})

describe('the past part', () => {
  it('needs 90 days, and counts unplanned transactions', async () => {
    await record(10, day(-89))
    expect((await forecast()).days[1]).toMatchObject({ low: null, high: null })
    const planned = await foresee(900, day(-40))
    await server.send('PUT', `/transactions/${planned}`, { token, body: { isConfirmed: true, isReceived: true } })
    const first = await record(0.01, day(-90))
    for (let ago = 1; ago <= 90; ago++) await record(1, day(-ago), { type: ago % 2 === 0 ? 'income' : 'expense' })
    await compute()
    const { days, opening } = await forecast('?days=90')
    expect(opening.amount).toBe(910.01)
    expect(days[0]).toMatchObject({ low: 910.01, high: 910.01 })
    expect(days[1]).toMatchObject({ balance: 910.01, low: 909.01, high: 911.01 })
    // Only one window is as long as the history.
    expect(days[90]).toMatchObject({ low: 920.02, high: 920.02 })
    await server.send('DELETE', `/transactions/${first}`, { token })
    await compute()
    expect((await forecast()).days[1].low).not.toBeNull()
  })

  it('is stored, marked when stale, and recomputed after events and by date', async () => {
    await record(10, day(-100))
    await compute()
    const before = await forecast()
    expect(before.stale).toBe(false)
    await foresee(5, day(2))
    expect([(await forecast()).stale, await waiting()]).toEqual([false, 0])
    await record(10, day(-1))
    expect([(await forecast()).stale, await waiting()]).toEqual([true, 1])
    // The certain part is always current.
    expect((await forecast()).opening.amount).toBe(20)
    await compute()
    expect([(await forecast()).stale, await waiting()]).toEqual([false, 0])
    await server.database.rows(
      { text: `update stored_answers set computed_at = computed_at - interval '24 hours' where account_id = $1 and kind = $2` },
      [accountId, forecastPast.kind],
    )
    expect((await forecast()).stale).toBe(true)
    await server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: renewing.kind, subject: today() }))
    await run(renewing, today())
    expect(await waiting()).toBe(1)
    await compute()
    expect((await forecast()).stale).toBe(false)
  })

  it('gives the same for many accounts at once as for each, and nothing for a missing account', async () => {
    await record(10, day(-100))
    const other = await server.register()
    const of = (accounts: string[]) => forecastPast.compute(server.database, accounts, today(), server.reading)
    const both = await of([accountId, newId(), other.accountId])
    expect(both).toEqual(new Map([...(await of([accountId])), ...(await of([other.accountId]))]))
    expect(both.size).toBe(2)
  })

  it('catches up by itself where a worker runs', async () => {
    const worker = await startTestWorker(server)
    try {
      for (const amount of [10, 20]) {
        await record(amount, day(-100))
        await until(async () => (await waiting()) === 0)
        expect((await forecast()).stale).toBe(false)
      }
      expect((await forecast()).days[30].low).toBe(30)
    } finally {
      await worker.close()
    }
  })
})

it('belongs to one account, and ends with a reset and an erasure', async () => {
  await record(10, day(-100))
  await foresee(5, day(2))
  await state(7, today())
  await compute()
  const other = await server.register()
  expect((await server.send('GET', '/forecast', { token: other.token })).body.forecast).toMatchObject({
    opening: { amount: 0, source: 'sums' },
  })
  expect((await server.send('GET', '/forecast')).status).toBe(401)
  await server.confirm(token)
  await server.send('POST', '/data/reset', { token, body: { confirm: true } })
  await compute()
  expect(await forecast()).toMatchObject({ opening: { amount: 0, source: 'sums' }, review: null, lowest: { balance: 0 } })
  expect((await forecast()).days[1].low).toBeNull()
  const { password } = other
  await server.send('DELETE', '/auth/account', { token: other.token, body: { password } })
  expect((await server.send('GET', '/forecast', { token: other.token })).status).toBe(401)
  expect((await forecastPast.compute(server.database, [other.accountId], today(), server.reading)).size).toBe(0)
})
