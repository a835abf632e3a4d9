import { createHash } from 'node:crypto'
import type { AccountExport } from '@prumo/shared/account-data'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { MAX_RECURRENCE_CHANGES, MAX_RECURRENCES } from '@prumo/shared/limits'
import type { OnWire } from '@prumo/shared/money-fields'
import { recurrenceTexts } from '@prumo/shared/recurrence-rules'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { v4 as newKey, v5 as namedId, v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { routeTable } from '../../test/hostile/test-route-table.js'
import type { Job, JobContext } from '../jobs/job-worker.js'
import { until } from '../../test/test-queue.js'
import { startTestApp, type TestAnswer, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
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

type RestorePerson = Pick<Awaited<ReturnType<TestApp['register']>>, 'token' | 'accountId'>
const as =
  ({ token }: RestorePerson) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    test.send(method, path, { token, headers, ...(body !== undefined && { body }) })
const copyOf = async (person: RestorePerson): Promise<OnWire<AccountExport>> => (await as(person)('GET', '/data/export')).body
const restoreOf = async (person: RestorePerson, id: string) => (await as(person)('GET', `/data/restore/${id}`)).body.restore
const verify = async ({ accountId }: RestorePerson) => (await verifyAccount(test.database, test.reading, accountId)).problem
const ago = (days: number) => addDays(dateInSaoPaulo(new Date()), -days)
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const bread = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }

/** A run of the job as by a worker, which executes so many commands and dies before or after the last of them. */
async function run(
  person: RestorePerson,
  id: string,
  { commands = Infinity, after = false, changes = async () => {} } = {},
): Promise<void> {
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
async function furnished(): Promise<{ person: RestorePerson; lines: Record<string, unknown>[] }> {
  const person = await test.register()
  const send = as(person)
  for (const amount of [1, 2, 3]) await send('POST', '/transactions', { ...bread, amount, category: 'Encomendas' })
  const note = 'Combinado até março,\ndepois reajusta'
  const pending = { ...bread, description: 'Aluguel', type: 'expense', amount: 900, transactionDate: '2026-11-08', note, isScheduled: true }
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

async function startRestore(person: RestorePerson, copy: unknown, headers = {}): Promise<string> {
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
async function everyRead(person: RestorePerson): Promise<Map<string, TestAnswer>> {
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

async function expectSame(original: RestorePerson, person: RestorePerson, id: string): Promise<void> {
  const fresh = async (whose: RestorePerson) => {
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

it('preserves states, own categories, movements, imports, and the lines of transactions', async () => {
  const { person: original, lines } = await furnished()
  const person = await test.register()
  const id = await startRestore(person, await copyOf(original))
  await run(person, id)
  worker = await startTestWorker(test)
  await expectSame(original, person, id)

  // The same statement again finds its rows.
  const rows = lines.map(({ id: _id, category: _category, settles: _settles, ...rest }) => rest)
  const preview = await as(person)('POST', '/imports/preview', { format: 'ofx', rows })
  expect(preview.body.rows.every(({ state }: { state: string }) => state === 'known')).toBe(true)
  // A copy of the copy preserves them too.
  const third = await test.register()
  await run(third, await startRestore(third, await copyOf(person)))
  expect((await as(third)('POST', '/imports/preview', { format: 'ofx', rows })).body.rows).toMatchObject(
    rows.map(() => ({ state: 'known' })),
  )

  // Its effects are in the history of the other account.
  const [standing] = (await as(person)('GET', '/imports')).body.imports.filter(({ undoneAt }: { undoneAt: null }) => undoneAt === null)
  expect(await as(person)('POST', `/imports/${standing.id}/undo`)).toMatchObject({
    status: 409,
    body: { error: restoreTexts.broughtImport },
  })
  const { activity } = (await as(person)('GET', '/activity')).body
  expect(activity).toMatchObject([
    { type: 'RestoreStarted', entity: 'restore', summary: 'Você trouxe uma cópia para a conta', undoable: false },
    { type: 'TermsAccepted' },
    { type: 'AccountOpened' },
  ])

  // Recurrences continue as they would have: a deleted occurrence does not return.
  const datesOf = async (whose: RestorePerson) => {
    const send = as(whose)
    const [internet] = (await send('GET', '/recurrences')).body.recurrences.filter((each: { amount: number }) => each.amount === 110)
    for (const interval of [2, 1]) await send('PUT', `/recurrences/${internet.id}`, { from: ago(30), interval })
    return (await send('GET', `/recurrences/${internet.id}`)).body.transactions.map(({ date }: { date: string }) => date)
  }
  expect(await datesOf(person)).toEqual(await datesOf(original))
  const brought = (await as(person)('GET', `/transactions?limit=1`)).body.transactions[0]
  const own = (await as(person)('GET', `/activity?entityId=${brought.id}`)).body.activity
  expect(own).toMatchObject([{ type: 'TransactionRestored', undoable: true }])
  expect((await as(person)('POST', `/activity/${own[0].position}/undo`)).status).toBe(200)
  expect((await as(person)('PUT', `/goals/${(await as(person)('GET', '/goals')).body.goals[0].id}`, { title: 'Outra' })).status).toBe(200)
  expect(await verify(person)).toBeNull()
})

it('can run again after a reset, and a reset or an erasure in the middle leaves nothing to restore', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const person = await test.register()
  const key = newKey()
  const first = await startRestore(person, copy, { 'idempotency-key': key })
  await test.confirm(person.token)
  const reset = () => as(person)('POST', '/data/reset', { confirm: true })
  await run(person, first, { changes: async () => void (await reset()) })
  expect((await as(person)('GET', '/transactions')).body.transactions).toEqual([])
  expect((await as(person)('GET', `/data/restore/${first}`)).status).toBe(404)
  // A late repeat of the request is answered and restores nothing.
  expect((await as(person)('POST', '/data/restore', copy, { 'idempotency-key': key })).body.restore.id).toBe(first)
  expect(await kept(person)).toBeNull()
  const second = await startRestore(person, copy)
  expect(second).not.toBe(first)
  await run(person, second)
  expect(await restoreOf(person, second)).toMatchObject({ state: 'done' })
  expect(await verify(person)).toBeNull()

  const leaving = await test.register()
  const third = await startRestore(leaving, copy)
  const erase = () => test.send('DELETE', '/auth/account', { token: leaving.token, body: { password: 'segredo1' } })
  await run(leaving, third, { changes: async () => void (await erase()) })
  expect(await kept(leaving)).toBeNull()
})

const kept = async ({ accountId }: RestorePerson) =>
  (
    await test.database.rows<{ portions: number }>(
      {
        text: 'select (select count(*)::integer from restore_portions p where p.account_id = r.account_id) as portions from restores r where account_id = $1',
      },
      [accountId],
    )
  )[0] ?? null

it('is sealed until it is restored, and deleted after some days, restored or not', async () => {
  const { person: original } = await furnished()
  const person = await test.register()
  const id = await startRestore(person, await copyOf(original))
  const [rows] = await test.database.rows(
    { text: 'select * from restores join restore_portions using (account_id) where account_id = $1' },
    [person.accountId],
  )
  const stored = JSON.stringify(rows)
  const jobs = JSON.stringify(await test.database.rows({ text: `select * from outbox where kind = 'restore'` }))
  for (const text of ['Aluguel', 'Encomendas', 'extrato.ofx', '2026-11-20']) expect(stored + jobs).not.toContain(text)
  expect(await kept(person)).toEqual({ portions: 1 })
  await run(person, id)
  expect(await kept(person)).toEqual({ portions: 0 })
  const pass = (days: number) =>
    test.database.rows({ text: `update restores set begun_at = begun_at - $2 * interval '1 day' where account_id = $1` }, [
      person.accountId,
      days,
    ])
  await pass(KEPT_DAYS - 1)
  await forgetCopies()
  expect(await kept(person)).not.toBeNull()
  await pass(2)
  await forgetCopies()
  expect(await kept(person)).toBeNull()
})

const forgetCopies = () => forgottenCopiesWorker.run({ signal: new AbortController().signal } as Job, test.tools())

it('runs in an empty account only, and one copy at a time', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const full = { status: 409, body: { error: restoreTexts.notEmpty, code: 'CONFLICT' } }
  for (const [path, body] of [
    ['/transactions', bread],
    ['/goals', { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' }],
    ['/tasks', { title: 'Ligar' }],
    ['/emergency-fund/add', { amount: 1 }],
  ] as const) {
    const person = await test.register()
    await as(person)('POST', path, body)
    expect(await as(person)('POST', '/data/restore', copy)).toMatchObject(full)
    expect((await as(person)('GET', '/activity')).body.activity).toHaveLength(3)
  }
  const person = await test.register()
  const key = newKey()
  const id = await startRestore(person, copy, { 'idempotency-key': key })
  const repeated = await as(person)('POST', '/data/restore', copy, { 'idempotency-key': key })
  expect([repeated.status, repeated.headers['idempotent-replayed'], repeated.body.restore]).toEqual([
    202,
    'true',
    { id, state: 'running', total: expect.any(Number), done: 0, problems: [] },
  ])
  const other = { ...copy, exportedAt: '2026-01-01T12:00:00.000Z' }
  expect(await as(person)('POST', '/data/restore', other)).toMatchObject({ status: 409, body: { error: restoreTexts.running } })
  await run(person, id)
  expect(await as(person)('POST', '/data/restore', copy)).toMatchObject(full)
  expect((await as(person)('POST', '/data/restore', copy, { 'idempotency-key': key })).body.restore.id).toBe(id)
  expect((await as(person)('POST', '/data/restore', other, { 'idempotency-key': key })).status).toBe(422)
})

describe('the quotas of an account', () => {
  /** Copies the account's only row until there are so many. */
  async function fill(person: RestorePerson, table: 'recurrence_list', count: number): Promise<void> {
    const text = `
      insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from ${table} t, generate_series(1, $2 - 1) where t.account_id = $1`
    await test.database.rows({ text }, [person.accountId, count])
  }
  const monthly = { description: 'Internet', amount: 99, every: 'month' }
  const refused = (text: string) => ({ status: 409, body: { error: text, code: 'QUOTA_EXCEEDED' } })

  it('apply to a copy, which lists the items beyond', async () => {
    const person = await test.register()
    const set = () => as(person)('POST', '/recurrences', { kind: 'recurring', type: 'expense', start: ago(3), ...monthly })
    await set()
    const copy = await copyOf(person)
    const [first] = copy.recurrences as [OnWire<AccountExport>['recurrences'][number]]
    const [terms] = first.terms as [(typeof first.terms)[number]]
    const changed = Array.from({ length: MAX_RECURRENCE_CHANGES + 2 }, (_, index) => ({ ...terms, from: addDays(first.start, index) }))
    const recurrences = [changed, [terms], [terms], [terms]].map((each) => ({ ...first, id: newId(), terms: each }))
    await fill(person, 'recurrence_list', MAX_RECURRENCES - 1)
    await test.database.rows({ text: 'delete from transaction_list where account_id = $1' }, [person.accountId])
    const id = await startRestore(person, {
      ...copy,
      recurrences,
      transactions: [],
      totals: { ...copy.totals, expense: 0, transactions: 0 },
    })
    await run(person, id)
    const { state, done, total, problems } = await restoreOf(person, id)
    expect([state, done]).toEqual(['done', total])
    expect(problems).toEqual([
      { at: 'recurrences[0]', reason: `Internet: ${recurrenceTexts.tooManyChanges}` },
      { at: 'recurrences[2]', reason: `Internet: ${recurrenceTexts.tooMany}` },
      { at: 'recurrences[3]', reason: `Internet: ${recurrenceTexts.tooMany}` },
    ])
    expect(await set()).toMatchObject(refused(recurrenceTexts.tooMany))
  })
})

it('reports a damaged stored copy, and accepts the file again', async () => {
  const { person: original } = await furnished()
  const copy = await copyOf(original)
  const person = await test.register()
  const id = await startRestore(person, copy)
  await test.database.rows({ text: `update restore_portions set sealed = 'A' || sealed where account_id = $1` }, [person.accountId])
  await run(person, id)
  expect(await restoreOf(person, id)).toMatchObject({ state: 'failed', problems: [{ at: '', reason: restoreTexts.unreadable }] })
  const again = await startRestore(person, copy)
  await run(person, again)
  expect(await restoreOf(person, again)).toMatchObject({ state: 'done', problems: [] })
})

describe('refuses before anything is recorded', () => {
  let copy: OnWire<AccountExport>
  let person: RestorePerson
  beforeAll(async () => {
    copy = await copyOf((await furnished()).person)
    person = await test.register()
  })
  const changed = { status: 400, body: { error: restoreTexts.changed, code: 'VALIDATION' } }
  const notOurs = { status: 400, body: { error: restoreTexts.notOurs, code: 'VALIDATION' } }
  const withFirst = (name: 'transactions' | 'goals' | 'tasks' | 'movements' | 'imports' | 'recurrences', about: object) => ({
    ...copy,
    [name]: copy[name].map((each, index) => (index === 0 ? { ...each, ...about } : each)),
  })

  it.each<[string, () => unknown, object]>([
    ['another amount', () => withFirst('transactions', { amount: 0.01 }), changed],
    ['a row less', () => ({ ...copy, transactions: copy.transactions.slice(1) }), changed],
    ['a goal less', () => ({ ...copy, goals: [] }), changed],
    ['a task less', () => ({ ...copy, tasks: [] }), changed],
    ['other totals', () => ({ ...copy, totals: { ...copy.totals, income: 1 } }), changed],
    ['more in the fund', () => ({ ...copy, emergencyFund: { ...copy.emergencyFund, currentAmount: 9999 } }), changed],
    ['another movement', () => withFirst('movements', { amount: 1 }), changed],
    ['a movement less', () => ({ ...copy, movements: copy.movements.slice(1) }), changed],
    ['one id twice', () => withFirst('transactions', { id: copy.transactions[1]?.id }), changed],
    ['a line twice', () => ({ ...copy, transactions: copy.transactions.map((each) => ({ ...each, importKey: sha('1') })) }), changed],
    ['an import that is not in it', () => ({ ...copy, imports: [] }), changed],
    ['a recurrence that is not in it', () => ({ ...copy, recurrences: [] }), changed],
    ['a recurrence without its terms', () => withFirst('recurrences', { terms: [] }), notOurs],
    ['one with an open pause that has not ended', () => withFirst('recurrences', { pauses: [{ from: '2026-01-01', to: null }] }), notOurs],
    ['an occurrence of no recurrence', () => withFirst('transactions', { nominal: '2026-01-01', recurrenceId: null }), notOurs],
    ['a goal that says it is reached', () => withFirst('goals', { completed: !copy.goals[0]?.completed }), changed],
    ['a state that there is not', () => withFirst('transactions', { isScheduled: false, isReceived: false }), notOurs],
    ['no totals', () => ({ ...copy, totals: undefined }), notOurs],
    ['an unknown field', () => ({ ...copy, dreams: [] }), notOurs],
    ['a text too long', () => withFirst('transactions', { description: 'a'.repeat(201) }), notOurs],
    ['a day that there is not', () => withFirst('transactions', { date: '2026-02-30' }), notOurs],
    ['another file', () => ({ name: 'package', version: '1.0.0' }), notOurs],
    ['a list', () => [1, 2, 3], notOurs],
  ])('%s', async (_what, made, refusal) => {
    expect(await as(person)('POST', '/data/restore', made())).toMatchObject(refusal)
    expect((await as(person)('GET', '/activity')).body.activity).toHaveLength(2)
    expect(await kept(person)).toBeNull()
  })
})
