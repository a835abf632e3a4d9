import type { AccountExport } from '@prumo/shared/account-data'
import { addDays } from '@prumo/shared/calendar'
import { MAX_RECURRENCE_CHANGES, MAX_RECURRENCES } from '@prumo/shared/limits'
import type { OnWire } from '@prumo/shared/money-fields'
import { recurrenceTexts } from '@prumo/shared/recurrence-rules'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { v4 as newKey, v7 as newId } from 'uuid'
import type { Job } from '../jobs/job-worker.js'
import { ago, sha, bread, restoreHelpers, type RestorePerson } from '../../test/test-restores.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import { forgottenCopiesWorker } from './forgotten-copies.worker.js'
import { KEPT_DAYS } from './kept-copies.js'

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

const { as, copyOf, restoreOf, verify, run, furnished, startRestore, expectSame } = restoreHelpers(() => test)

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
        text: `select (select count(*)::integer from restore_portions p where p.account_id = r.account_id) as portions
          from restores r where account_id = $1`,
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
  // Of the dates of the copy one that is over: the rows hold the times of today.
  for (const text of ['Aluguel', 'Encomendas', 'extrato.ofx', '2024-03-12']) expect(stored + jobs).not.toContain(text)
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
    { id, state: 'running', total: expect.any(Number), done: 0, attachments: 0, problems: [] },
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
