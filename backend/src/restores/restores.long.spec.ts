import { createHash } from 'node:crypto'
import type { AccountExport } from '@prumo/shared/account-data'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { balanceTexts } from '@prumo/shared/import-rules'
import { goalTexts } from '@prumo/shared/goal-rules'
import { newGoal } from '@prumo/shared/goals'
import { MAX_GOALS } from '@prumo/shared/limits'
import type { OnWire } from '@prumo/shared/money-fields'
import { rejections } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { v4 as newKey, v5 as namedId, v7 as newId } from 'uuid'
import { seedDemoAccounts } from '../demo/seed.js'
import { defineCountedCommands } from '../event-store/decider/command.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { goalDecider } from '../goals/goal.decider.js'
import { CountGoals } from '../goals/goal-list.projection.js'
import { routeTable } from '../../test/hostile/test-route-table.js'
import type { Job, JobContext } from '../jobs/job-worker.js'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestAnswer, type TestApp } from '../../test/test-app.js'
import { recordOccurrencesWorker } from '../recurrences/record-occurrences.worker.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import { refuseLargeDeletes } from '../../test/test-large-deletes.js'
import { forgottenCopiesWorker } from './forgotten-copies.worker.js'
import { KEPT_DAYS } from './kept-copies.js'
import { restoreWorker } from './restore.worker.js'

let test: TestApp
let worker: TestWorker | undefined
beforeAll(async () => {
  test = await startTestApp()
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
})
afterAll(() => test.close())

type CopiedPerson = Pick<Awaited<ReturnType<TestApp['register']>>, 'token' | 'accountId'>
const as =
  ({ token }: CopiedPerson) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    test.send(method, path, { token, headers, ...(body !== undefined && { body }) })
const copyOf = async (person: CopiedPerson): Promise<OnWire<AccountExport>> => (await as(person)('GET', '/data/export')).body
const restoreOf = async (person: CopiedPerson, id: string) => (await as(person)('GET', `/data/restore/${id}`)).body.restore
const verify = async ({ accountId }: CopiedPerson) => (await verifyAccount(test.database, test.reading, accountId)).problem
const ago = (days: number) => addDays(dateInSaoPaulo(new Date()), -days)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const bread = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }

/** A run of the job as by a worker, which executes so many commands and dies before or after the last of them. */
async function run(person: CopiedPerson, id: string, { commands = Infinity, after = false, changes = async () => {} } = {}): Promise<void> {
  const tools = test.tools()
  let issued = 0
  const execute = async (command: never) => {
    await changes()
    if (++issued > commands) throw new Error('died')
    const outcome = await tools.commands.execute(command)
    if (after && issued === commands) throw new Error('died')
    return outcome
  }
  const job = {
    id: newId(),
    subject: id,
    accountId: person.accountId,
    attempt: 1,
    signal: new AbortController().signal,
    complete: (effect: Parameters<Job['complete']>[0]) => test.database.transaction(effect),
  } as unknown as Job
  await restoreWorker.run(job, { ...tools, commands: { execute } as unknown as JobContext['commands'] })
  await test.database.rows({ text: `delete from outbox where kind = 'restore' and subject = $1` }, [id])
}

/** An account with data of every kind: settled, expected and not received, imported, deposited and withdrawn. */
async function furnished(): Promise<{ person: CopiedPerson; lines: Record<string, unknown>[] }> {
  const person = await test.register()
  const send = as(person)
  for (const amount of [1, 2, 3]) await send('POST', '/transactions', { ...bread, amount, category: 'Encomendas' })
  const pending = { ...bread, description: 'Aluguel', type: 'expense', amount: 900, transactionDate: '2026-11-08', isScheduled: true }
  const { id: settles } = (await send('POST', '/transactions', pending)).body.transaction
  const { id: missed } = (await send('POST', '/transactions', { ...pending, description: 'Sinal' })).body.transaction
  await send('PUT', `/transactions/${missed}`, { isConfirmed: true, isReceived: false })
  await send('POST', '/transactions', { ...pending, description: 'Luz', transactionDate: '2026-12-08' })
  const line = (about: object) => ({
    id: newId(),
    key: sha(newKey()),
    date: '2026-11-10',
    amount: 900,
    type: 'expense',
    description: 'Padaria',
    category: null,
    ...about,
  })
  const lines = [line({ settles }), ...Array.from({ length: 20 }, (_, index) => line({ amount: 1, description: `Linha ${index}` }))]
  const statement = { fileName: 'extrato.ofx', format: 'ofx', account: sha('conta'), closing: { date: '2026-11-20', balance: -12.34 } }
  expect((await send('POST', '/imports', { ...statement, rows: lines })).status).toBe(201)
  const undone = (await send('POST', '/imports', { ...statement, fileName: 'outro.ofx', rows: [line({})] })).body.import.id
  await send('POST', `/imports/${undone}/undo`)
  const goal = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' }
  const reached = (await send('POST', '/goals', goal)).body.goal.id
  await send('POST', `/goals/${reached}/progress`, { amount: 800 })
  await send('POST', '/goals', { ...goal, title: 'Batedeira', currentAmount: 12.5 })
  const task = (await send('POST', '/tasks', { title: 'Ligar', estimatedCost: 3.1 })).body.task.id
  await send('POST', `/tasks/${task}/toggle`)
  await send('POST', '/emergency-fund/add', { amount: 50, description: 'Sobra' })
  await send('POST', '/emergency-fund/withdraw', { amount: 20.01 })
  await send('PUT', '/emergency-fund', { currentAmount: 400, targetMonths: 6, monthlyExpenseAverage: 1234.5 })
  await repeating(send)
  return { person, lines }
}

/** Recurrences: changed from a date on, one date deleted, one changed by hand, and one that has ended. */
async function repeating(send: ReturnType<typeof as>): Promise<void> {
  const every = { kind: 'recurring', type: 'expense', description: 'Internet', category: 'Contas da loja', amount: 99.9, every: 'week' }
  const set = async (about: object) => (await send('POST', '/recurrences', { ...every, start: ago(30), ...about })).body
  const { recurrence, transactions } = await set({})
  await send('PUT', `/recurrences/${recurrence.id}`, { from: ago(0), amount: 110, weekend: 'after' })
  await send('DELETE', `/transactions/${transactions[1].id}`)
  await send('PUT', `/transactions/${transactions[3].id}`, { amount: 1 })
  const ended = (await set({ description: 'Aula' })).recurrence.id
  await send('DELETE', `/recurrences/${ended}?from=${ago(8)}`)
  await set({ kind: 'instalments', count: 3, every: 'month', description: 'Forno' })
}

async function startRestore(person: CopiedPerson, copy: unknown, headers = {}): Promise<string> {
  const answer = await as(person)('POST', '/data/restore', copy, headers)
  expect(answer).toMatchObject({ status: 202, body: { restore: { state: 'running', done: 0, problems: [] } } })
  return answer.body.restore.id
}

/** What differs between accounts: new ids, times of creation, versions, and past forecasts. */
const OWN = new Set(['createdAt', 'updatedAt', 'version', 'userId', 'computedAt', 'nextCursor', 'review'])

/** An answer without what differs between accounts, its ids translated to those of the restored account. */
function comparable(value: unknown, idOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, idOf))
  if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? idOf(value) : value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !OWN.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, comparable(member, idOf)]))
}

/** Routes of the person and the program, not of the account's data; a past day is history. */
const ELSEWHERE = /^\/api\/(auth|subscriptions|plans|live|health|metrics|openapi|docs|activity|data)/

/** Every answer that a screen can read, by its address. */
async function everyRead(person: CopiedPerson): Promise<Map<string, TestAnswer>> {
  const routes = (await routeTable(test.app)).filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes(':'),
  )
  const paths = routes.map(({ path }) => path).filter((path) => !ELSEWHERE.test(path))
  expect(paths.length).toBeGreaterThan(12)
  const narrowed = [
    ...['type=expense', 'status=pending', 'status=not_received', 'search=bolo', 'month=2026-11', 'category='].map(
      (filter) => `/transactions?limit=500&${filter}`,
    ),
    ...['1month', '3months', '6months', '1year'].map((period) => `/reports?period=${period}`),
    '/transactions?limit=500',
    '/emergency-fund/movements?limit=500',
    '/emergency-fund/expenses?months=12',
    '/goals?status=completed',
  ]
  const answers = new Map<string, TestAnswer>()
  for (const path of [...paths.map((each) => each.replace('/api', '')), ...narrowed]) answers.set(path, await as(person)('GET', path))
  return answers
}

async function expectSame(original: CopiedPerson, person: CopiedPerson, id: string): Promise<void> {
  const fresh = async (whose: CopiedPerson) => {
    const { report } = (await as(whose)('GET', '/reports?period=3months')).body
    const { analysis } = (await as(whose)('GET', '/emergency-fund/analysis')).body
    const { forecast } = (await as(whose)('GET', '/forecast')).body
    return !report.stale && !analysis.stale && !forecast.stale
  }
  for (const whose of [original, person]) await until(() => fresh(whose), 30_000)
  const [before, after] = [await everyRead(original), await everyRead(person)]
  const occurrences = await test.database.rows<{ id: string; recurrenceId: string; nominal: string }>(
    { text: 'select transaction_id as id, recurrence_id as "recurrenceId", nominal from occurrences where account_id = $1' },
    [original.accountId],
  )
  const nominals = new Map(occurrences.map((each) => [each.id, namedId(each.nominal, namedId(each.recurrenceId, id))]))
  for (const [path, { status, body }] of before) {
    const own = (old: string) => (old === original.accountId ? person.accountId : (nominals.get(old) ?? namedId(old, id)))
    expect({ path, status: after.get(path)?.status, body: comparable(after.get(path)?.body, (each) => each) }).toEqual({
      path,
      status,
      body: comparable(body, own),
    })
  }
  expect(await verify(person)).toBeNull()
}

it('of the example account equals that account on every screen and in every report, wherever it is killed', async () => {
  await seedDemoAccounts(test.database, test.reading)
  // The account is older than the grace period.
  await test.database.rows({ text: 'update account_profile set created_at = now()' })
  const { body: signedIn } = await test.send('POST', '/auth/login', { body: { email: 'exemplo@prumo.app', password: 'exemplo123' } })
  const original = { token: signedIn.token, accountId: signedIn.user.id }
  // Occurrences that came into reach since the seed's last command are recorded, as a worker does each day.
  await recordOccurrencesWorker.run({ signal: new AbortController().signal } as Job, test.tools())
  const person = await test.register()
  const copy = await copyOf(original)
  const id = await startRestore(person, copy)
  await expect(run(person, id, { commands: 0 })).rejects.toThrow('died')
  expect(await restoreOf(person, id)).toMatchObject({ state: 'running', done: 0 })
  await expect(run(person, id, { commands: 1, after: true })).rejects.toThrow('died')
  expect(await restoreOf(person, id)).toMatchObject({ state: 'running', done: 500 })
  await expect(run(person, id, { commands: 0 })).rejects.toThrow('died')
  expect(await restoreOf(person, id)).toMatchObject({ state: 'running', done: 500 })
  // The same file from another device, in the middle of the restore.
  expect((await as(person)('POST', '/data/restore', copy)).body.restore).toMatchObject({ id, done: 500 })
  worker = await startTestWorker(test)
  await until(async () => (await restoreOf(person, id)).state === 'done', 60_000)
  const { total, done, problems } = await restoreOf(person, id)
  expect({ done, problems }).toEqual({ done: total, problems: [] })
  await expectSame(original, person, id)
}, 240_000)

const kept = async ({ accountId }: CopiedPerson) =>
  (
    await test.database.rows<{ portions: number }>(
      {
        text: 'select (select count(*)::integer from restore_portions p where p.account_id = r.account_id) as portions from restores r where account_id = $1',
      },
      [accountId],
    )
  )[0] ?? null

const forgetCopies = () => forgottenCopiesWorker.run({ signal: new AbortController().signal } as Job, test.tools())

it('deletes a backlog of copies a few at a time, because each may have many megabytes', async () => {
  const most = 20
  await refuseLargeDeletes(test.owner, 'restores', most)
  await test.database.rows({
    text: `
      with people as (insert into users (id, email, password_hash) select gen_random_uuid(), n || '@exemplo.com', 'x' from generate_series(1, ${most + 1}) n returning id)
      insert into restores (account_id, id, file, total, begun_at) select id, id, 'x', 0, now() - interval '${KEPT_DAYS + 1} days' from people`,
  })
  await forgetCopies()
  const old = `select 1 from restores where begun_at < now() - interval '${KEPT_DAYS} days'`
  expect(await test.database.rows({ text: old })).toEqual([])
})

it('starts once when two devices send it at once', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const person = await test.register()
  const answers = await Promise.all([1, 2, 3].map(() => as(person)('POST', '/data/restore', copy)))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const [id] = new Set(answers.map(({ body }) => body.restore.id))
  expect(new Set(answers.map(({ body }) => body.restore.id)).size).toBe(1)
  // Two workers run it, one of which lost its lease without knowing.
  await Promise.all([run(person, id), run(person, id)])
  expect(await restoreOf(person, id)).toMatchObject({ state: 'done', problems: [] })
  expect(await verify(person)).toBeNull()
})

it('fails if other data came first, resumes with the same file, and lists unfit items', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const late = await test.register()
  const refused = await startRestore(late, copy)
  await as(late)('POST', '/transactions', bread)
  await run(late, refused)
  expect(await restoreOf(late, refused)).toMatchObject({
    state: 'failed',
    done: 0,
    problems: [{ at: '', reason: restoreTexts.notEmpty }],
  })
  expect((await as(late)('POST', '/data/restore', copy)).status).toBe(409)

  const person = await test.register()
  const [row] = copy.transactions.filter(({ importId, type }) => importId === null && type === 'income')
  const more = Array.from({ length: 600 }, () => ({ ...(row as OnWire<AccountExport>['transactions'][number]), id: newId() }))
  const { totals } = copy
  const large = {
    ...copy,
    transactions: [...copy.transactions, ...more],
    totals: { ...totals, income: totals.income + 600 * (row?.amount ?? 0), transactions: totals.transactions + 600 },
    balance: { amount: 1, date: '2199-01-01', version: 1 },
  }
  const id = await startRestore(person, large)
  await expect(run(person, id, { commands: 1 })).rejects.toThrow('died')
  await test.database.rows({ text: `update outbox set failed_at = now() where subject = $1` }, [id])
  expect(await restoreOf(person, id)).toMatchObject({ state: 'failed', done: 500, problems: [] })
  expect(await as(person)('POST', '/data/restore', copy)).toMatchObject({ status: 409 })
  // Another device created a fund meanwhile.
  await as(person)('POST', '/emergency-fund/add', { amount: 7 })
  expect((await as(person)('POST', '/data/restore', large)).body.restore).toMatchObject({ id, state: 'running', done: 500 })
  await run(person, id)
  const restored = await restoreOf(person, id)
  const lost = ['movements[2]', 'movements[1]', 'movements[0]'].map((at) => ({
    at,
    reason: expect.stringContaining(restoreTexts.otherFund),
  }))
  expect(restored).toMatchObject({ state: 'done', done: restored.total })
  expect(restored.problems).toEqual([...lost, { at: 'balance', reason: `Saldo do banco: ${balanceTexts.future}` }])
  expect((await as(person)('GET', '/emergency-fund')).body.emergencyFund).toMatchObject({ currentAmount: 7 })
  expect((await as(person)('GET', '/transactions/summary')).body.summary.income).toBe(large.totals.income)
  expect(await verify(person)).toBeNull()
})

describe('the quotas of an account', () => {
  /** Copies the account's only row until there are so many. */
  async function fill(person: CopiedPerson, table: 'goal_list' | 'recurrence_list', count: number): Promise<void> {
    const text = `
      insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from ${table} t, generate_series(1, $2 - 1) where t.account_id = $1`
    await test.database.rows({ text }, [person.accountId, count])
  }
  const goal = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos', priority: 'low' }
  const refused = (text: string) => ({ status: 409, body: { error: text, code: 'QUOTA_EXCEEDED' } })

  it('apply to every way of creating a goal, and to two processes that see the same last free place', async () => {
    const person = await test.register()
    const send = as(person)
    const { id } = (await send('POST', '/goals', goal)).body.goal
    await fill(person, 'goal_list', MAX_GOALS)
    expect(await send('POST', '/goals', goal)).toMatchObject(refused(goalTexts.tooMany))
    await send('DELETE', `/goals/${id}`)
    const [deletion] = (await send('GET', '/activity')).body.activity
    const adding = defineCountedCommands(
      goalDecider,
      (account) => new CountGoals(account),
      () => null,
    )
    const context = { accountId: person.accountId, actor: person.accountId, source: 'app' } as const
    const details = { ...newGoal.parse(goal), currentAmount: 0 }
    const added = [1, 2].map(() =>
      new WritePath(test.database, test.reading).execute(adding(context, newId(), { type: 'SetGoal', details })).then(
        () => 'done',
        ({ code }) => code,
      ),
    )
    expect(new Set(await Promise.all(added))).toEqual(new Set(['QUOTA_EXCEEDED', 'done']))
    expect(await send('POST', `/goals/${id}/restore`)).toMatchObject(refused(goalTexts.tooMany))
    expect(await send('POST', `/activity/${deletion.position}/undo`)).toMatchObject(refused(goalTexts.tooMany))
    expect((await send('GET', '/goals')).body.goals).toHaveLength(MAX_GOALS)
  })
})

it('reads only the stored portion that it restores', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const task = copy.tasks[0] as OnWire<AccountExport>['tasks'][number]
  const tasks = [...copy.tasks, ...Array.from({ length: 600 }, () => ({ ...task, id: newId() }))]
  const person = await test.register()
  const id = await startRestore(person, { ...copy, tasks, totals: { ...copy.totals, tasks: tasks.length } })
  expect(await kept(person)).toEqual({ portions: 2 })
  await test.database.rows({ text: 'delete from restore_portions where account_id = $1 and portion = 500' }, [person.accountId])
  await run(person, id)
  const problems = [{ at: '', reason: restoreTexts.unreadable }]
  expect(await restoreOf(person, id)).toMatchObject({ state: 'failed', done: 500, problems })
})

describe('refuses before anything is recorded', () => {
  let copy: OnWire<AccountExport>
  let person: CopiedPerson
  beforeAll(async () => {
    copy = await copyOf((await furnished()).person)
    person = await test.register()
  })
  const withFirst = (name: 'transactions' | 'goals' | 'tasks' | 'movements' | 'imports' | 'recurrences', about: object) => ({
    ...copy,
    [name]: copy[name].map((each, index) => (index === 0 ? { ...each, ...about } : each)),
  })

  it('more than 20 MB, a missing session, and restores of others', async () => {
    const large = withFirst('transactions', { description: 'a'.repeat(20 * 1024 * 1024) })
    expect(await as(person)('POST', '/data/restore', large)).toMatchObject({
      status: 413,
      body: { error: rejections.PAYLOAD_TOO_LARGE.text },
    })
    expect((await test.send('POST', '/data/restore', { body: copy })).status).toBe(401)
    expect((await as(person)('GET', `/data/restore/${newId()}`)).status).toBe(404)
    const mine = await test.register()
    const id = await startRestore(mine, copy)
    expect((await as(person)('GET', `/data/restore/${id}`)).status).toBe(404)
  })
})
