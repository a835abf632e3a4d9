import { addDays, addMonths, dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { reportPeriods } from '@prumo/shared/report-rules'
import fc from 'fast-check'
import { createAnswerWorkers } from '../answers/computed-answers.js'
import type { JobWorker } from '../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, toolsOf, until } from '../../test/test-queue.js'
import { setServerClock } from '../../test/test-database.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker } from '../../test/test-worker.js'
import { reportInsights } from './report-insights.answer.js'
import { comingMoments, listsAbout } from '../../test/test-histories.js'
import { independentReport, type ListedTransaction } from '../../test/test-independent-report.js'

const [computing, renewing] = createAnswerWorkers(reportInsights) as [JobWorker, JobWorker]

let server: TestApp
let token: string
let accountId: string
// These tests move the clock by days.
beforeAll(async () => void (server = await startTestApp({ REGISTRATION_GRACE_SECONDS: '200000' })))
afterAll(() => server.close())
afterEach(async () => {
  jest.useRealTimers()
  await setServerClock(server.database, 0)
})
beforeEach(async () => void ({ token, accountId } = await server.register()))

const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  server.send(method, path, { token, ...(body && { body }) })
const report = async (period = '3months') => (await server.send('GET', `/reports?period=${period}`, { token })).body.report
const today = () => dateInSaoPaulo(new Date())
const sale = (changes: object = {}) => ({
  description: 'Bolo',
  amount: 90,
  type: 'income',
  category: 'Vendas',
  transactionDate: today(),
  ...changes,
})

async function run(worker: JobWorker, subject: string): Promise<void> {
  const { database, reading } = server
  expect(await runOne(worker, subject, toolsOf(database, reading.keys))).toEqual({ how: 'done' })
}
const compute = () => run(computing, accountId)
async function countQueuedJobs(): Promise<number> {
  return (
    await server.database.rows({ text: 'select 1 from outbox where kind = $1 and account_id = $2' }, [reportInsights.kind, accountId])
  ).length
}

/** Stops the clocks of Postgres and the program; timers continue. */
async function stopClocksAt(now: Date): Promise<void> {
  const notFaked = [
    'hrtime',
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setInterval',
    'clearInterval',
    'setTimeout',
    'clearTimeout',
  ] as const
  jest.useFakeTimers({ now, doNotFake: [...notFaked] })
  await setServerClock(server.database, now)
}

describe('a report', () => {
  it('of an account without transactions is empty, of three months by default', async () => {
    const { status, body } = await server.send('GET', '/reports', { token })
    expect(status).toBe(200)
    expect(body.report).toEqual({
      period: '3months',
      from: expect.stringMatching(/-01$/),
      to: today(),
      totals: { income: 0, expense: 0, balance: 0, transactionCount: 0 },
      monthly: [false, false, true].map((partial) => ({ month: expect.any(String), income: 0, expense: 0, balance: 0, partial })),
      categories: [],
      incomeGrowth: null,
      comparison: null,
      oneOffs: [],
      insights: [],
      summaryText: expect.stringContaining('Nenhuma transação realizada de '),
      computedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      stale: false,
    })
    expect(body.report.monthly.at(-1).month).toBe(monthOf(today()))
  })

  it.each([['2months'], [''], ['1MONTH']])('of %p is refused', async (period) => {
    expect(await server.send('GET', `/reports?period=${period}`, { token })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: 'Use 1month, 3months, 6months ou 1year' },
    })
  })

  it('belongs to its account alone', async () => {
    await send('POST', '/transactions', sale())
    const other = await server.register()
    expect((await server.send('GET', '/reports', { token: other.token })).body.report.totals.transactionCount).toBe(0)
    expect((await server.send('GET', '/reports')).status).toBe(401)
  })

  it('has current figures at once', async () => {
    await compute()
    await send('POST', '/transactions', sale())
    expect(await report()).toMatchObject({
      totals: { income: 90, transactionCount: 1 },
      categories: [{ category: 'Vendas', type: 'income', total: 90, count: 1, share: 1 }],
    })
  })
})

describe('what a report compares', () => {
  const first = (monthsAgo: number) => addMonths(`${monthOf(today())}-01`, -monthsAgo)
  const cost = (amount: number, transactionDate: string, changes: object = {}) =>
    send(
      'POST',
      '/transactions',
      sale({ type: 'expense', description: 'Moinho Central', category: 'Fornecedores', amount, transactionDate, ...changes }),
    )

  it('is the same days of the period before, by category', async () => {
    await cost(320, first(5))
    await cost(900, first(2))
    await cost(90, first(3), { category: null })
    await cost(4012, first(0))
    await send('POST', '/transactions', sale({ amount: 50, transactionDate: first(0) }))
    const { comparison } = await report('3months')
    expect(comparison).toEqual({
      from: first(5),
      to: expect.any(String),
      changes: [
        { type: 'expense', category: 'Fornecedores', total: 4912, previousTotal: 320 },
        { type: 'expense', category: 'Sem categoria', total: 0, previousTotal: 90 },
        { type: 'income', category: 'Vendas', total: 50, previousTotal: 0 },
      ],
    })
  })

  it('needs transactions as old as the first compared month', async () => {
    await cost(320, first(3))
    expect((await report('1month')).comparison).not.toBeNull()
    expect((await report('3months')).comparison).toBeNull()
    await cost(320, first(5))
    expect((await report('3months')).comparison).not.toBeNull()
  })

  it('names the settled transactions that came once and weigh on the month of their category', async () => {
    for (const months of [2, 1, 0]) await cost(100, first(months))
    // Twice in one month is still once; a smaller part than a third, a pending one and a repeated one are not named.
    await cost(60, first(1), { description: 'Batedeira 1/2', category: 'Equipamentos' })
    await cost(70, first(1), { description: 'Batedeira 2/2', category: 'Equipamentos' })
    await cost(65, first(1), { description: 'Balança', category: 'Equipamentos' })
    await cost(50, first(0), { description: 'Farinha especial' })
    await cost(51, first(0), { description: 'Caixas de festa' })
    await cost(900, first(0), { description: 'Forno', category: null, isScheduled: true })
    await cost(500, first(2), { description: 'Curso', category: null })
    await compute()
    const { oneOffs, stale } = await report('3months')
    expect(stale).toBe(false)
    expect(oneOffs.map((one: Record<string, unknown>) => [one.description, one.category, one.amount, one.date])).toEqual([
      ['Curso', 'Sem categoria', 500, first(2)],
      ['Batedeira 2/2', 'Equipamentos', 70, first(1)],
    ])
    expect(oneOffs[1].share).toBeCloseTo(70 / 195, 9)
    expect((await report('1month')).oneOffs).toEqual([])
  })

  it('names none before three months have transactions', async () => {
    await cost(100, first(1))
    await cost(500, first(0), { description: 'Curso' })
    expect((await report('3months')).oneOffs).toEqual([])
  })
})

describe('a report of a generated history', () => {
  /** Writes the transactions of a list, some with other values first, and some that are deleted again. */
  async function write(list: readonly ListedTransaction[]): Promise<void> {
    for (const [index, { amount, type, category, date, isScheduled, isConfirmed, isReceived }] of list.entries()) {
      const final = { description: 'x', amount, type, category, transactionDate: date, isScheduled }
      const isCorrectedLater = index % 3 === 1
      const { body } = await send('POST', '/transactions', isCorrectedLater ? sale({ isScheduled, amount: 7, category: 'Outra' }) : final)
      const path = `/transactions/${body.transaction.id}`
      if (isCorrectedLater) await send('PUT', path, final)
      if (isScheduled && isConfirmed) await send('PUT', path, isReceived ? { isReceived } : { isConfirmed })
      if (index % 5 === 2) await send('DELETE', path)
      if (index % 10 === 2) await send('POST', `${path}/restore`)
    }
  }

  it.each(comingMoments(dateInSaoPaulo(new Date())))('equals another computation of every figure, at %p', async (now) => {
    await stopClocksAt(now)
    const seeds = fc.tuple(listsAbout(today()), fc.array(fc.boolean(), { maxLength: 3 }))
    for (const [list, goals] of fc.sample(seeds, 2)) {
      ;({ token, accountId } = await server.register())
      await write(list)
      for (const completed of goals)
        await send('POST', '/goals', {
          title: 'Forno',
          targetAmount: 10,
          currentAmount: completed ? 10 : 1,
          deadline: today(),
          category: 'Outros',
        })
      const { transactions } = (await server.send('GET', '/transactions?limit=500', { token })).body
      for (const period of reportPeriods) {
        const { insights, summarySays, oneOffs, ...figures } = independentReport(
          transactions,
          goals.map((completed) => ({ completed })),
          period,
          now,
        )
        const found = await report(period)
        expect(found).toMatchObject({ ...figures, stale: false })
        expect(found.categories).toEqual(figures.categories)
        expect(found.oneOffs.map(({ amount }: { amount: number }) => amount)).toEqual(oneOffs)
        expect(found.insights.map(({ kind, tone }: Record<string, string>) => ({ kind, tone }))).toEqual(
          insights.map(({ kind, tone }) => ({ kind, tone })),
        )
        for (const part of summarySays) expect(found.summaryText).toContain(part)
      }
    }
  })
})

describe('the texts', () => {
  const ownWords = { category: 'Feira da Ana', title: 'Curso com a Lia' }
  const goal = () => send('POST', '/goals', { title: ownWords.title, targetAmount: 10, deadline: today(), category: 'Outros' })

  it('are stale until the worker has processed later events, while the figures are not', async () => {
    await send('POST', '/transactions', sale())
    await compute()
    const before = await report()
    expect(before.stale).toBe(false)
    await send('POST', '/transactions', sale({ amount: 10 }))
    expect(await report()).toMatchObject({ totals: { income: 100 }, insights: before.insights, computedAt: before.computedAt, stale: true })
    await compute()
    const after = await report()
    expect(after).toMatchObject({ stale: false })
    expect(after.summaryText).not.toBe(before.summaryText)
    expect(await countQueuedJobs()).toBe(0)
  })

  it('are the same for many accounts at once as for each', async () => {
    await send('POST', '/transactions', sale({ category: ownWords.category }))
    await goal()
    const { accountId: other, token: theirs } = await server.register()
    await server.send('POST', '/transactions', { token: theirs, body: sale({ amount: 12 }) })
    const of = (accounts: string[]) => reportInsights.compute(server.database, accounts, today(), server.reading)
    const both = await of([accountId, other])
    expect(both).toEqual(new Map([...(await of([accountId])), ...(await of([other]))]))
    expect(JSON.stringify(both.get(accountId))).toContain(ownWords.title)
    expect(JSON.stringify(both.get(other))).not.toContain(ownWords.title)
  })

  it('are recomputed after relevant events', async () => {
    await compute()
    const { body } = await goal()
    const changes = [
      () => send('POST', '/transactions', sale({ type: 'expense' })),
      () => send('PUT', `/goals/${body.goal.id}`, { title: 'Forno' }),
      () => send('PATCH', `/goals/${body.goal.id}/progress`, { amount: 10 }),
      () => send('DELETE', `/goals/${body.goal.id}`),
    ]
    for (const change of changes) {
      await compute()
      expect((await change()).status).toBeLessThan(300)
      expect([(await report()).stale, await countQueuedJobs()]).toEqual([true, 1])
    }
  })

  it('need no recomputation after irrelevant events, and stay current', async () => {
    const { body } = await goal()
    await send('POST', '/transactions', sale())
    await compute()
    // The comparison is a figure, and current.
    const textsOf = async () => {
      const { comparison: _, ...texts } = await report('1year')
      return texts
    }
    const before = await textsOf()
    const changes = [
      ['POST', '/transactions', sale({ transactionDate: '2020-01-01' })],
      ['POST', '/transactions', sale({ isScheduled: true })],
      ['PATCH', `/goals/${body.goal.id}/progress`, { amount: 1 }],
      ['POST', '/tasks', { title: 'Ligar' }],
      ['POST', '/emergency-fund/add', { amount: 5 }],
      ['PUT', '/auth/profile', { monthlyIncome: 10 }],
    ] as const
    for (const [method, path, sent] of changes) {
      expect((await send(method, path, sent)).status).toBeLessThan(300)
      expect([await textsOf(), await countQueuedJobs()]).toEqual([before, 0])
    }
    // A recomputation gives the same texts.
    await server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: computing.kind, subject: accountId, accountId }))
    await compute()
    expect(await textsOf()).toEqual({ ...before, computedAt: expect.any(String) })
  })

  it('are sealed, because they contain what people wrote', async () => {
    await goal()
    await send('POST', '/transactions', sale({ type: 'expense', category: ownWords.category }))
    await compute()
    const stored = await server.database.rows<{ answer: object }>(
      { text: 'select answer from stored_answers where account_id = $1 and kind = $2' },
      [accountId, reportInsights.kind],
    )
    expect(stored).toEqual([{ answer: { sealed: expect.any(String) } }])
    const insights = JSON.stringify((await report()).insights)
    for (const word of Object.values(ownWords)) expect(insights).toContain(word)
  })

  it('are stale from midnight in São Paulo on, and recomputed once every day', async () => {
    // The second sale is dated to the last day of the coming month. It is settled, but counts only from that day on.
    const next = addMonths(`${monthOf(today())}-01`, 2)
    const [last, before] = [addDays(next, -1), addDays(next, -2)]
    await stopClocksAt(new Date(Date.parse(`${last}T03:00:00.000Z`) - 1))
    const person = await server.register()
    ;({ token, accountId } = person)
    await send('POST', '/transactions', sale({ amount: 10 }))
    await send('POST', '/transactions', sale({ amount: 30, transactionDate: last }))
    await compute()
    const { summaryText, ...figures } = await report('1month')
    expect(figures).toMatchObject({ to: before, totals: { income: 10 }, stale: false })
    await stopClocksAt(new Date(`${last}T03:00:00.000Z`))
    expect(await report('1month')).toMatchObject({
      to: last,
      totals: { income: 40 },
      summaryText,
      stale: true,
    })
    await server.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind: renewing.kind, subject: today() }))
    await run(renewing, today())
    await compute()
    expect(await report('1month')).toMatchObject({ summaryText: expect.not.stringContaining(summaryText), stale: false })
    // The next midnight ends the month: the new one is empty.
    await stopClocksAt(new Date(`${next}T03:00:00.000Z`))
    // The session of the day before has expired.
    ;({ token } = (await server.send('POST', '/auth/login', { body: { email: person.email, password: person.password } })).body)
    expect(await report('1month')).toMatchObject({
      from: next,
      to: next,
      totals: { income: 0, transactionCount: 0 },
      monthly: [{ month: monthOf(next), partial: true }],
      stale: true,
    })
  })

  it('catch up by themselves where a worker runs', async () => {
    const worker = await startTestWorker(server)
    try {
      for (const amount of [10, 20, 30]) {
        await send('POST', '/transactions', sale({ amount }))
        await until(async () => (await countQueuedJobs()) === 0)
        expect(await report()).toMatchObject({ stale: false })
      }
      expect(await report()).toMatchObject({ totals: { income: 60 }, stale: false })
    } finally {
      await worker.close()
    }
  })
})
