import type { AccountExport } from '@prumo/shared/account-data'
import { balanceTexts } from '@prumo/shared/import-rules'
import { goalTexts } from '@prumo/shared/goal-rules'
import { newGoal } from '@prumo/shared/goals'
import { MAX_GOALS } from '@prumo/shared/limits'
import type { OnWire } from '@prumo/shared/money-fields'
import { rejections } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { v7 as newId } from 'uuid'
import { seedDemoAccounts } from '../demo/seed.js'
import { defineCountedCommands } from '../event-store/decider/command.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { goalDecider } from '../goals/goal.decider.js'
import { CountGoals } from '../goals/goal-list.projection.js'
import type { Job } from '../jobs/job-worker.js'
import { until } from '../../test/test-queue.js'
import { bread, restoreHelpers, type RestorePerson } from '../../test/test-restores.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { recordOccurrencesWorker } from '../recurrences/record-occurrences.worker.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'
import { refuseLargeDeletes } from '../../test/test-large-deletes.js'
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

const forgetCopies = () => forgottenCopiesWorker.run({ signal: new AbortController().signal } as Job, test.tools())

it('deletes a backlog of copies a few at a time, because each may have many megabytes', async () => {
  const most = 20
  await refuseLargeDeletes(test.owner, 'restores', most)
  await test.database.rows({
    text: `
      with people as (insert into users (id, email, password_hash) select gen_random_uuid(), n || '@exemplo.com', 'x'
        from generate_series(1, ${most + 1}) n returning id)
      insert into restores (account_id, id, file, total, begun_at) select id, id, 'x', 0, now() - interval '${KEPT_DAYS + 1} days'
        from people`,
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
    wallets: copy.wallets.map((wallet) => (wallet.isMain ? { ...wallet, balances: [{ amount: 1, date: '2199-01-01' }] } : wallet)),
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
  expect(restored.problems).toEqual([...lost, { at: 'balances[1]', reason: `Caixa da loja: ${balanceTexts.future}` }])
  expect((await as(person)('GET', '/emergency-fund')).body.emergencyFund).toMatchObject({ currentAmount: 7 })
  expect((await as(person)('GET', '/transactions/summary')).body.summary.income).toBe(large.totals.income)
  expect(await verify(person)).toBeNull()
})

describe('the quotas of an account', () => {
  /** Copies the account's only row until there are so many. */
  async function fill(person: RestorePerson, table: 'goal_list' | 'recurrence_list', count: number): Promise<void> {
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
  let person: RestorePerson
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
