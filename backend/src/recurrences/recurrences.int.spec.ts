import { addDays, addMonths, dateInSaoPaulo } from '@prumo/shared/calendar'
import { dueDate, recurrenceTexts } from '@prumo/shared/recurrence-rules'
import { newRecurrence } from '@prumo/shared/recurrences'
import { v5 as namedId, v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import { runOne, until } from '../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker } from '../../test/test-worker.js'
import { recurrenceCommand } from './recurrence-command.js'
import { recordOccurrencesWorker } from './record-occurrences.worker.js'

let server: TestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())
beforeEach(async () => void ({ token, accountId } = await server.register()))
afterEach(async () => {
  const { problem } = await verifyAccount(server.database, server.reading, accountId)
  if (problem !== null) throw new Error(problem)
})

const today = () => dateInSaoPaulo(new Date())
const day = (ahead: number) => addDays(today(), ahead)
const body = (about: object = {}) => ({
  kind: 'recurring',
  type: 'expense',
  description: 'Internet',
  category: 'Outros',
  amount: 99.9,
  start: day(-14),
  every: 'week',
  ...about,
})
const send = (method: Parameters<TestApp['send']>[0], path: string, about?: object, headers = {}) =>
  server.send(method, path, { token, headers, ...(about && { body: about }) })
const post = (about: object = {}) => send('POST', '/recurrences', body(about))
async function made(about: object = {}) {
  const answer = await post(about)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const put = (id: string, changes: object, headers = {}) => send('PUT', `/recurrences/${id}`, changes, headers)
const find = async (id: string) => (await send('GET', `/recurrences/${id}`)).body
const list = async () => (await send('GET', '/recurrences')).body.recurrences
interface ShownTransaction {
  id: string
  date: string
  amount: number
  version: number
}
const transactions = async (): Promise<ShownTransaction[]> => (await send('GET', '/transactions?limit=500')).body.transactions
const dates = (shown: readonly { date: string }[]) => shown.map(({ date }) => date).sort()
const weeks = (from: number, to: number) => Array.from({ length: (to - from) / 7 + 1 }, (_, at) => day(from + 7 * at))
const runWorker = async () => {
  await server.database.pool.query(OUTBOX_INSERT, outboxValues({ kind: recordOccurrencesWorker.kind, subject: today() }))
  return runOne(recordOccurrencesWorker, today(), server.tools())
}
const reach = async () => expect(await runWorker()).toEqual({ how: 'done' })

/** A recurrence that was created on an earlier day. */
async function setOn(setDay: string, about: object = {}): Promise<string> {
  const id = newId()
  const { id: _id, ...details } = newRecurrence.parse(body(about))
  const command = { type: 'SetRecurrence' as const, details, today: setDay }
  await server.tools().commands.execute(recurrenceCommand({ accountId, actor: accountId, source: 'app' }, id, command, () => null))
  return id
}

describe('a recurrence', () => {
  it('is recorded as pending up to 45 days ahead, each occurrence under an id of its own', async () => {
    const { recurrence, transactions: recorded } = await made()
    expect(recurrence).toEqual({
      ...body(),
      id: expect.any(String),
      userId: accountId,
      walletId: expect.any(String),
      interval: 1,
      weekend: 'keep',
      count: null,
      firstNumber: 1,
      until: null,
      endedAt: null,
      next: today(),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    })
    expect(dates(recorded)).toEqual(weeks(-14, 42))
    expect(recorded[3]).toEqual({
      id: namedId(day(7), recurrence.id),
      userId: accountId,
      description: 'Internet',
      category: 'Outros',
      note: null,
      amount: 99.9,
      type: 'expense',
      date: day(7),
      walletId: expect.any(String),
      toWalletId: null,
      toDate: null,
      isScheduled: true,
      isConfirmed: false,
      isReceived: false,
      statementText: null,
      importId: null,
      recurrenceId: recurrence.id,
      instalment: null,
      fiscal: null,
      attachmentCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 1,
    })
    expect(await transactions()).toHaveLength(9)
    expect(await find(recurrence.id)).toEqual({ recurrence, transactions: recorded })
    expect((await send('GET', '/transactions/summary')).body.summary).toMatchObject({ expense: 0, scheduledExpense: 899.1 })
  })

  it('in instalments adds up, and is recorded at once', async () => {
    const start = day(3)
    const { recurrence, transactions: parts } = await made({ kind: 'instalments', count: 12, amount: 100, every: 'month', start })
    expect(recurrence).toMatchObject({ kind: 'instalments', count: 12, amount: 100 })
    expect(parts.map(({ amount, instalment }: { amount: number; instalment: object }) => [amount, instalment])).toEqual(
      Array.from({ length: 12 }, (_, at) => [at < 4 ? 8.34 : 8.33, { number: at + 1, of: 12 }]),
    )
    expect(parts[11].date.slice(0, 7)).toBe(addMonths(start, 11).slice(0, 7))
    expect((await send('GET', '/transactions/summary')).body.summary.scheduledExpense).toBe(100)
  })

  it('in instalments of which some are paid begins at a number, within the whole total', async () => {
    const loan = { kind: 'instalments', amount: 100, count: 48, every: 'month', start: day(5) }
    const { recurrence, transactions: recorded } = await made({ ...loan, firstNumber: 25 })
    expect(recurrence).toMatchObject({ firstNumber: 25, count: 48, amount: 100 })
    expect(recorded).toHaveLength(24)
    expect(recorded[0]).toMatchObject({ date: day(5), amount: 2.08, instalment: { number: 25, of: 48 } })
    expect(await post({ ...loan, firstNumber: 49 })).toMatchObject({
      status: 400,
      body: { fields: { firstNumber: [recurrenceTexts.firstTooHigh] } },
    })
    expect(await post({ firstNumber: 2 })).toMatchObject({
      status: 400,
      body: { fields: { firstNumber: [recurrenceTexts.countOfRecurring] } },
    })
  })

  it('avoids days without banks', async () => {
    const start = [0, 1, 2, 3, 4, 5, 6].map(day).find((date) => new Date(date).getUTCDay() === 0) ?? ''
    const { transactions: recorded } = await made({ weekend: 'before', start, every: 'year' })
    expect(recorded[0].date).toBe(dueDate(start, 'before'))
    expect(recorded[0].date < start).toBe(true)
  })

  it('is listed with the next due first and ended ones last', async () => {
    const names = { ended: day(1), later: day(20), sooner: day(2) }
    for (const [description, start] of Object.entries(names)) await made({ description, start, every: 'month' })
    const ended = (await list()).find(({ description }: { description: string }) => description === 'ended')
    expect((await send('DELETE', `/recurrences/${ended.id}?from=${day(40)}`)).status).toBe(204)
    expect((await list()).map(({ description }: { description: string }) => description)).toEqual(['sooner', 'later', 'ended'])
  })

  it('is created once, however often it is sent with the same id or key', async () => {
    const id = newId()
    const headers = { 'idempotency-key': newId() }
    const first = await send('POST', '/recurrences', body({ id }), headers)
    expect(await send('POST', '/recurrences', body({ id }), headers)).toMatchObject({ status: 201, body: first.body })
    expect(await post({ id })).toMatchObject({ status: 409 })
    expect(await transactions()).toHaveLength(9)
  })
})

it.each([
  [{ start: day(-367) }, { start: [recurrenceTexts.tooFarBack] }],
  [{ until: day(-15) }, { until: [recurrenceTexts.endsBeforeStart] }],
  [{ count: 3 }, { count: [recurrenceTexts.countOfRecurring] }],
  [{ kind: 'instalments' }, { count: [recurrenceTexts.countMissing] }],
  [{ kind: 'instalments', count: 1 }, { count: [recurrenceTexts.countMissing] }],
  [{ kind: 'instalments', count: 121 }, { count: [recurrenceTexts.countMissing] }],
  [{ kind: 'instalments', count: 3, amount: 0.02 }, { amount: [recurrenceTexts.tooSmall] }],
  [{ interval: 13 }, { interval: [expect.any(String)] }],
  [{ every: 'day' }, { every: [expect.any(String)] }],
  [{ weekend: 'never' }, { weekend: [expect.any(String)] }],
  [{ amount: 0 }, { amount: [expect.any(String)] }],
  [{ start: '2026-02-30' }, { start: [expect.any(String)] }],
  [{ description: ' ' }, { description: [expect.any(String)] }],
])('refuses %j and changes nothing', async (about, fields) => {
  expect(await post(about)).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields } })
  expect(await list()).toEqual([])
})

it('takes the spelling of a category that exists, when made and when changed', async () => {
  const shown = await made({ category: 'Água e luz' })
  const { recurrence, transactions: occurrences } = await made({ category: 'AGUA E LUZ' })
  expect([recurrence.category, occurrences[0].category]).toEqual(['Água e luz', 'Água e luz'])
  expect((await put(shown.recurrence.id, { from: today(), category: 'aluguel' })).body.recurrence.category).toBe('Aluguel')
  expect((await put(shown.recurrence.id, { from: today(), category: 'agua e luz' })).body.recurrence.category).toBe('Água e luz')
})

describe('a change', () => {
  it('applies from a date on, and preserves confirmed, changed and deleted occurrences', async () => {
    const { recurrence, transactions: recorded } = await made()
    const at = (index: number) => `/transactions/${recorded[index].id}`
    await send('PUT', at(3), { isConfirmed: true, isReceived: true })
    await send('PUT', at(4), { amount: 1 })
    await send('DELETE', at(5))
    const changed = await put(recurrence.id, { from: day(1), amount: 110, description: 'Fibra' })
    expect(changed).toMatchObject({ status: 200, body: { recurrence: { amount: 110, description: 'Fibra', version: 2 } } })
    expect(dates(changed.body.transactions)).toEqual([day(28), day(35), day(42)])
    const amounts = Object.fromEntries((await transactions()).map(({ date, amount }) => [date, amount]))
    expect(amounts).toEqual({
      ...Object.fromEntries([...weeks(-14, 0), day(7)].map((date) => [date, 99.9])),
      [day(14)]: 1,
      ...Object.fromEntries(weeks(28, 42).map((date) => [date, 110])),
    })
  })

  it('of the interval withdraws occurrences that no longer apply, and restores those that apply again', async () => {
    const { recurrence, transactions: recorded } = await made()
    await send('DELETE', `/transactions/${recorded[4].id}`)
    const seldom = await put(recurrence.id, { from: day(0), interval: 2 })
    expect([dates(seldom.body.transactions), dates(await transactions())]).toEqual([[], [...weeks(-14, 0), day(28), day(42)].sort()])
    const often = await put(recurrence.id, { from: day(0), interval: 1, amount: 5 })
    expect(often.body.transactions.find(({ date }: ShownTransaction) => date === day(7))).toMatchObject({ id: recorded[3].id, amount: 5 })
    expect(dates(await transactions())).toEqual(weeks(-14, 42).filter((date) => date !== day(14)))
  })

  it('of the date moves later occurrences that follow it, and preserves deleted and confirmed ones', async () => {
    const { recurrence, transactions: before } = await made({ start: day(7), category: null })
    const [, second, third, fourth] = before as ShownTransaction[]
    await send('DELETE', `/transactions/${third!.id}`)
    await send('PUT', `/transactions/${fourth!.id}`, { isConfirmed: true, isReceived: true })
    expect((await put(recurrence.id, { from: day(14), date: day(7) })).body).toMatchObject({
      error: 'Escolha um dia depois do anterior.',
      code: 'VALIDATION',
      fields: { date: [expect.any(String)] },
    })
    const changed = await put(recurrence.id, { from: day(14), date: day(16) })
    expect(changed).toMatchObject({ status: 200, body: { recurrence: { start: day(16), next: day(7) } } })
    const moved = [day(16), day(37), day(44)]
    expect(dates(changed.body.transactions)).toEqual(moved)
    expect(changed.body.transactions[0].id).toBe(namedId(day(16), recurrence.id))
    expect(dates(await transactions())).toEqual([day(7), day(28), ...moved].sort())
    expect((await send('GET', `/transactions/${second!.id}`)).status).toBe(404)
    // A second time nothing changes.
    expect((await put(recurrence.id, { from: day(14), date: day(16) })).body.recurrence.version).toBe(changed.body.recurrence.version)
    const [entry] = (await send('GET', '/activity?limit=1')).body.activity
    expect(entry.changes).toContainEqual({ field: 'start', before: day(7), after: day(16) })
    expect((await send('POST', `/activity/${entry.position}/undo`)).status).toBe(200)
    expect(dates(await transactions())).toEqual([day(7), day(14), day(28), day(35), day(42)])
  })

  it('of the end withdraws later occurrences, and none from before the date', async () => {
    const { recurrence } = await made()
    await put(recurrence.id, { from: day(10), until: day(-7) })
    expect(dates(await transactions())).toEqual(weeks(-14, 7))
    expect(await find(recurrence.id)).toMatchObject({ recurrence: { until: day(-7), next: null } })
    await put(recurrence.id, { from: day(10), until: null })
    expect(dates(await transactions())).toEqual(weeks(-14, 42))
  })

  it('after its end records at once what follows the date, and nothing in between', async () => {
    const { recurrence } = await made({ start: day(-70), until: day(-49) })
    const { transactions: recorded, recurrence: goesOn } = (await put(recurrence.id, { from: day(1), until: null })).body
    const all = [...weeks(-70, -49), ...weeks(7, 42)].sort()
    expect([dates(recorded), goesOn.next, dates(await transactions())]).toEqual([weeks(7, 42), day(7), all])
    await reach()
    expect(dates(await transactions())).toEqual(all)
  })

  it('is refused for the fixed terms of instalments, another version, and a missing one', async () => {
    const { recurrence } = await made({ kind: 'instalments', count: 3 })
    expect(await put(recurrence.id, { from: day(0), amount: 5 })).toMatchObject({
      status: 400,
      body: { fields: { amount: [recurrenceTexts.instalmentFixed] } },
    })
    expect(await put(recurrence.id, { from: day(0), description: 'Forno' }, { 'if-match': '"7"' })).toMatchObject({ status: 412 })
    expect((await put(recurrence.id, { from: day(-100), description: 'Forno' })).body.transactions).toHaveLength(3)
    for (const path of [newId(), 'x']) expect(await put(path, { from: day(0), amount: 1 })).toMatchObject({ status: 404 })
    expect(await put(recurrence.id, { amount: 1 })).toMatchObject({ status: 400 })
  })
})

describe('an end', () => {
  it('withdraws later pending occurrences, changed by hand or not, and resuming leaves a gap', async () => {
    const { recurrence, transactions: recorded } = await made()
    await send('PUT', `/transactions/${recorded[4].id}`, { amount: 1 })
    await send('PUT', `/transactions/${recorded[5].id}`, { isConfirmed: true, isReceived: false })
    expect((await send('DELETE', `/recurrences/${recurrence.id}`)).status).toBe(204)
    expect(dates(await transactions())).toEqual([...weeks(-14, -7), day(21)])
    expect((await find(recurrence.id)).recurrence).toMatchObject({ endedAt: expect.any(String), next: null })
    expect(await send('DELETE', `/recurrences/${recurrence.id}`)).toMatchObject({ status: 409 })

    const resumed = await send('POST', `/recurrences/${recurrence.id}/resume`, { from: day(25) })
    expect(resumed).toMatchObject({ status: 200, body: { recurrence: { endedAt: null, next: day(28) } } })
    expect(dates(resumed.body.transactions)).toEqual(weeks(28, 42))
    expect(await send('POST', `/recurrences/${recurrence.id}/resume`, { from: day(25) })).toMatchObject({ status: 409 })
    expect(await send('POST', `/recurrences/${recurrence.id}/resume`, {})).toMatchObject({ status: 400 })
  })
})

describe('the history', () => {
  const history = async (): Promise<{ position: number; summary: string; undoable: boolean }[]> =>
    (await send('GET', '/activity?entity=recurrence')).body.activity
  const undo = async () => {
    const [last] = await history()
    return send('POST', `/activity/${last?.position}/undo`)
  }

  it('has one entry for each action of a person, and undoes each with its occurrences', async () => {
    const { recurrence, transactions: recorded } = await made()
    const before = await transactions()
    await send('PUT', `/transactions/${recorded[4].id}`, { amount: 1 })
    await send('DELETE', `/recurrences/${recurrence.id}`)
    expect((await history()).map(({ summary }) => summary)).toEqual(['Você parou de repetir Internet', 'Você fez repetir Internet'])
    expect(await undo()).toMatchObject({ status: 200 })
    // Occurrences changed by hand are as before.
    const changed = (rows: ShownTransaction[]) => rows.map(({ date, amount }) => [date, amount])
    expect(changed(await transactions())).toEqual(changed(before.map((row) => (row.date === day(14) ? { ...row, amount: 1 } : row))))

    await put(recurrence.id, { from: day(0), amount: 5, every: 'month' })
    expect(await undo()).toMatchObject({ status: 200 })
    expect((await transactions()).filter(({ amount }) => amount === 5)).toEqual([])
    expect(dates(await transactions())).toEqual(weeks(-14, 42))
  })

  it('undoes the creation, and restores it', async () => {
    const { recurrence, transactions: recorded } = await made()
    await send('PUT', `/transactions/${recorded[0].id}`, { isConfirmed: true, isReceived: true })
    expect(await undo()).toMatchObject({ status: 200, body: { activity: { summary: 'Você desfez a repetição de Internet' } } })
    expect(dates(await transactions())).toEqual([day(-14)])
    expect([await list(), (await send('GET', `/recurrences/${recurrence.id}`)).status]).toEqual([[], 404])
    expect(await undo()).toMatchObject({ status: 200 })
    expect(dates(await transactions())).toEqual(weeks(-14, 42))
    expect(await list()).toMatchObject([{ id: recurrence.id, createdAt: recurrence.createdAt }])
  })

  it('offers no undo of occurrences that came into reach, and undoes the creation after them', async () => {
    await setOn(day(-30))
    await reach()
    const [reached, set] = await history()
    expect(reached).toMatchObject({ summary: 'Voltou para as previstas: Internet', undoable: false })
    expect(await send('POST', `/activity/${set?.position}/undo`)).toMatchObject({ status: 200 })
    expect(await transactions()).toEqual([])
  })
})

describe('the worker', () => {
  it('records what came into reach while none ran, each once, with two workers', async () => {
    await setOn(day(-40))
    await setOn(day(-3), { every: 'month', start: day(43) })
    await setOn(today(), { every: 'month', start: day(46) })
    expect(dates(await transactions())).toEqual(weeks(-14, 0))
    await server.database.rows({ text: `delete from daily_runs where kind = $1` }, [recordOccurrencesWorker.kind])
    const workers = await Promise.all([startTestWorker(server), startTestWorker(server)])
    try {
      const all = [...weeks(-14, 42), day(43)].sort()
      await until(async () => (await transactions()).length >= all.length)
      expect(dates(await transactions())).toEqual(all)
    } finally {
      for (const worker of workers) await worker.close()
    }
    const seqs = await server.database.rows({ text: `select 1 from events where account_id = $1 and type = 'OccurrencesRecorded'` }, [
      accountId,
    ])
    await reach()
    expect(
      await server.database.rows({ text: `select 1 from events where account_id = $1 and type = 'OccurrencesRecorded'` }, [accountId]),
    ).toEqual(seqs)
  })

  it('leaves deleted, ended and withdrawn occurrences alone', async () => {
    const [kept, ended] = [await setOn(day(-50)), await setOn(day(-50), { description: 'Outra' })]
    const [first] = (await find(kept)).transactions
    await send('DELETE', `/transactions/${first?.id}`)
    await send('DELETE', `/recurrences/${ended}?from=${day(-30)}`)
    await reach()
    expect(dates(await transactions())).toEqual(weeks(-7, 42))
  })

  it('and a person who changes, ends and resumes at the same time leave each occurrence once and none missing', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => setOn(day(-44))))
    const person = ids.map(async (id, index) => {
      await put(id, { from: day(7), amount: 10 + index })
      await send('DELETE', `/recurrences/${id}?from=${day(14)}`)
      await send('POST', `/recurrences/${id}/resume`, { from: day(14) })
      if (index > 1) await send('DELETE', `/recurrences/${id}?from=${day(21)}`)
    })
    await Promise.all([reach(), ...person, reach()])
    await reach()
    for (const [index, id] of ids.entries()) {
      const { transactions: shown } = await find(id)
      expect(dates(shown)).toEqual(weeks(-14, index > 1 ? 14 : 42))
      expect(
        shown.filter(({ date }: ShownTransaction) => date >= day(7)).every(({ amount }: ShownTransaction) => amount === 10 + index),
      ).toBe(true)
    }
  })

  it('continues past an account whose log is damaged, and retries it', async () => {
    await setOn(day(-44))
    const broken = accountId
    const other = await server.register()
    token = other.token
    accountId = other.accountId
    await setOn(day(-44))
    await server.database.rows({ text: 'update account_keys set wrapped_key = $2 where account_id = $1' }, [broken, Buffer.alloc(60)])
    expect(await runWorker()).toMatchObject({ how: 'failed' })
    expect(dates(await transactions())).toEqual(weeks(-14, 42))
    await server.database.rows({ text: 'delete from recurrence_list where account_id = $1' }, [broken])
  })
})

it('publishes the 409 of a quota', async () => {
  const { paths } = (await send('GET', '/openapi.json')).body
  const calls = ['goals', 'tasks', 'recurrences'].map((name) => ['post', `/api/${name}`] as const)
  const others = [
    ['put', '/api/recurrences/{id}'],
    ['post', '/api/recurrences/{id}/resume'],
    ['post', '/api/goals/{id}/restore'],
    ['post', '/api/tasks/{id}/restore'],
    ['post', '/api/activity/{position}/undo'],
  ] as const
  for (const [method, path] of [...calls, ...others]) {
    const { schema } = paths[path][method].responses[409].content['application/json']
    expect(JSON.stringify(schema)).toMatch(/QUOTA_EXCEEDED|ErrorAnswer/)
  }
})

describe('the forecast', () => {
  it('counts unrecorded occurrences, and recorded ones once', async () => {
    await made({ start: day(7), amount: 10 })
    const { days, to } = (await send('GET', '/forecast?days=90')).body.forecast
    const expenses = days.filter(({ expense }: { expense: number }) => expense > 0)
    expect([to, dates(expenses)]).toEqual([day(90), weeks(7, 84)])
    expect(days[90].balance).toBe(-120)
    const { ahead } = (await send('GET', '/transactions/summary/months?lowest=90')).body
    expect(ahead.lowest).toEqual({ date: day(84), balance: -120 })
  })

  it('leaves out an occurrence whose id another transaction has used, deleted or not', async () => {
    const { recurrence } = await made({ start: day(7), amount: 10 })
    const [living, deleted] = [56, 63].map((ahead) => namedId(day(ahead), recurrence.id))
    for (const id of [living, deleted])
      await send('POST', '/transactions', { id, description: 'Pão', amount: 1, type: 'income', transactionDate: day(0) })
    await send('DELETE', `/transactions/${deleted}`)
    const { days } = (await send('GET', '/forecast?days=90')).body.forecast
    expect([49, 56, 63, 70].map((ahead) => days[ahead].expense)).toEqual([10, 0, 0, 10])
  })
})

it('an occurrence settled by a statement exists once, and is pending again when the import is undone, also after the end', async () => {
  const { recurrence, transactions: recorded } = await made({ amount: 50 })
  const { id, date } = recorded[2]
  const row = {
    id: newId(),
    key: 'a'.repeat(64),
    date: day(0),
    amount: 50,
    type: 'expense',
    description: 'NET',
    category: null,
    settles: id,
  }
  const imported = await send('POST', '/imports', { id: newId(), fileName: 'extrato.ofx', format: 'ofx', rows: [row] })
  expect(imported.status).toBe(201)
  await send('DELETE', `/recurrences/${recurrence.id}?from=${day(-20)}`)
  expect(await transactions()).toMatchObject([{ id, isReceived: true, recurrenceId: recurrence.id }])
  await send('POST', `/imports/${imported.body.import.id}/undo`)
  expect(await transactions()).toMatchObject([{ id, date, isReceived: false, isConfirmed: false }])
})

it('a reset deletes it, and its id stays used', async () => {
  const { recurrence } = await made()
  await server.confirm(token)
  await send('POST', '/data/reset', { confirm: true })
  expect([await list(), await transactions()]).toEqual([[], []])
  expect(await post({ id: recurrence.id })).toMatchObject({ status: 409 })
  await reach()
  expect(await transactions()).toEqual([])
})
