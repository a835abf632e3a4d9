import { createHash, randomUUID } from 'node:crypto'
import { addDays, addMonths, dateInSaoPaulo, monthBounds, monthOf } from '@prumo/shared/calendar'
import { closingTexts } from '@prumo/shared/closing-rules'
import { formatMonth } from '@prumo/shared/month-names'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { sharedTestApp, type SharedTestApp, type TestAnswer } from '../../test/test-app.js'
import { issue, recordSale } from '../../test/proofs/test-log.js'
import { monthDecider, type MonthCommand, type MonthEntityState } from './month.decider.js'
import { ExecuteCommand } from '../event-store/decider/command.js'
import type { MonthEvent } from './month.events.js'
import { monthId } from './month-id.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))
afterEach(async () => {
  const { problem } = await verifyAccount(server.database, server.reading, accountId)
  if (problem !== null) throw new Error(problem)
})

const today = dateInSaoPaulo(new Date())
const present = monthOf(today)
/** The month that the tests close, and the one before it. */
const month = monthOf(addMonths(`${present}-01`, -1))
const earlier = monthOf(addMonths(`${present}-01`, -2))
const inMonth = `${month}-10`

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { token, headers, ...(body && { body }) })
const get = async (path: string) => (await send('GET', path)).body
const sale = { description: 'Bolo', amount: 100, type: 'income', category: 'Vendas', transactionDate: inMonth }
async function record(about: object = {}) {
  const { status, body } = await send('POST', '/transactions', { ...sale, ...about })
  expect(status).toBe(201)
  return body.transaction
}
const close = (of = month, headers = {}) => send('POST', `/months/${of}/close`, {}, headers)
const reopen = (of = month, reason = 'Faltou uma nota') => send('POST', `/months/${of}/reopen`, { reason })
async function closed(of = month) {
  expect((await close(of)).status).toBe(200)
}
async function open() {
  const wallet = await send('POST', '/wallets', { name: `Caixa ${randomUUID()}`, kind: 'cash' })
  return wallet.body.wallet.id as string
}
const latest = async (entity: string) => (await get(`/activity?limit=1&entity=${entity}`)).activity[0]
const undoLatest = async (entity: string) => send('POST', `/activity/${(await latest(entity)).position}/undo`, {})
const line = (about: object = {}) => ({
  id: newId(),
  key: createHash('sha256').update(randomUUID()).digest('hex'),
  date: inMonth,
  amount: 12.5,
  type: 'expense',
  description: 'Padaria',
  ...about,
})
const importOf = (...rows: object[]) => send('POST', '/imports', { fileName: 'extrato.ofx', format: 'ofx', rows })

function expectRefused(answer: TestAnswer, months = [month], fields: object = {}): void {
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'MONTH_CLOSED', error: closingTexts.closed(months), fields: { months, ...fields } },
  })
}

describe('GET /months', () => {
  it('lists the last twelve months, every one, and those asked for', async () => {
    const { months } = await get('/months')
    expect(months.map((each: { month: string }) => each.month)).toEqual(
      Array.from({ length: 12 }, (_, index) => monthOf(addMonths(`${present}-01`, index - 11))),
    )
    expect(months[0]).toEqual({
      month: monthOf(addMonths(`${present}-01`, -11)),
      state: 'open',
      closedAt: null,
      position: null,
      totals: null,
      changedSinceFirstClosing: false,
    })
    const some = await get('/months?from=2024-11&to=2025-01')
    expect(some.months.map((each: { month: string }) => each.month)).toEqual(['2024-11', '2024-12', '2025-01'])
    for (const query of ['from=2025-13', 'from=2025-02&to=2025-01', 'from=1990-01&to=2026-01'])
      expect((await send('GET', `/months?${query}`)).status).toBe(400)
  })
})

describe('closing and reopening', () => {
  it('keeps the figures of the settled ones, its position and time, and says what changed between two closings', async () => {
    const cake = await record({ amount: 480 })
    const wallet = await open()
    await record({ type: 'expense', amount: 80.5, category: null })
    await record({ isScheduled: true })
    await record({ type: 'transfer', amount: 30, category: null, toWalletId: wallet })
    const key = randomUUID()
    const { status, body } = await close(month, { 'idempotency-key': key })
    expect(status).toBe(200)
    const { position } = await latest('month')
    const first = {
      month,
      state: 'closed',
      closedAt: expect.any(String),
      position,
      totals: { income: 480, expense: 80.5, balance: 399.5, count: 3 },
      changedSinceFirstClosing: false,
    }
    expect(body).toEqual({ month: first })
    expect((await get(`/months?from=${month}&to=${month}`)).months).toEqual([first])
    expect(await close(month, { 'idempotency-key': key })).toMatchObject({ body, headers: { 'idempotent-replayed': 'true' } })
    expect((await close()).body).toEqual(body)

    expect((await reopen()).body.month).toMatchObject({ state: 'open', closedAt: null, position: null, changedSinceFirstClosing: false })
    expect((await reopen()).status).toBe(200)
    await send('PUT', `/transactions/${cake.id}`, { amount: 540 })
    await record({ description: 'Torta', amount: 60 })
    const [between] = (await get(`/months?from=${month}&to=${month}`)).months
    expect(between).toMatchObject({ state: 'open', changedSinceFirstClosing: true })
    await closed()
    const [again] = (await get(`/months?from=${month}&to=${month}`)).months
    expect(again).toMatchObject({ state: 'closed', totals: { income: 600 }, changedSinceFirstClosing: true })

    const { activity } = await get('/activity?entity=month')
    expect(activity.map(({ summary }: { summary: string }) => summary)).toEqual([
      `Você fechou ${formatMonth(month)}`,
      `Você reabriu ${formatMonth(month)}: Faltou uma nota`,
      `Você fechou ${formatMonth(month)}`,
    ])
    expect(activity[0]).toMatchObject({
      undoable: false,
      undoReason: expect.any(String),
      changes: [
        { field: 'income', before: 480, after: 600 },
        { field: 'count', before: 3, after: 4 },
        {
          field: 'changedTransactions',
          before: null,
          after: [expect.stringMatching(/^Bolo, de R\$.480,00 para R\$.540,00$/), expect.stringMatching(/^Torta, /)],
        },
      ],
    })
    expect((await undoLatest('month')).status).toBe(409)
  })

  it('says that nothing changed where a reopened month is as it was', async () => {
    const cake = await record()
    await closed()
    await reopen()
    await send('PUT', `/transactions/${cake.id}`, { description: 'Torta' })
    await undoLatest('transaction')
    await closed()
    expect((await get(`/months?from=${month}&to=${month}`)).months[0]).toMatchObject({ changedSinceFirstClosing: false })
    expect((await latest('month')).changes).toEqual([])
  })

  it('compares a reopened month by all that a closed one holds fixed, on both days of a transfer', async () => {
    const wallet = await open()
    const cake = await record()
    const days = { transactionDate: monthBounds(earlier).to, toDate: `${month}-01` }
    const moved = await record({ type: 'transfer', category: null, toWalletId: wallet, ...days })
    await closed()
    await reopen()
    const isChanged = async () => (await get(`/months?from=${month}&to=${month}`)).months[0].changedSinceFirstClosing
    const changes = [
      [cake, { amount: 101 }],
      [cake, { description: 'Torta' }],
      [cake, { category: 'Serviços' }],
      [cake, { transactionDate: `${month}-11` }],
      [cake, { walletId: wallet }],
      [cake, { isScheduled: true }],
      [moved, { toDate: `${month}-02` }],
    ] as const
    for (const [{ id }, change] of changes) {
      expect((await send('PUT', `/transactions/${id}`, change)).status).toBe(200)
      expect([change, await isChanged()]).toEqual([change, true])
      await undoLatest('transaction')
      expect([change, await isChanged()]).toEqual([change, false])
    }
    await send('PUT', `/transactions/${cake.id}`, { note: 'Sábado' })
    await record({ isScheduled: true })
    expect(await isChanged()).toBe(false)
    await send('DELETE', `/transactions/${cake.id}`)
    await record()
    expect(await isChanged()).toBe(true)
  })

  it('gives the event of a closing with the hash before it, from which its own follows', async () => {
    await record()
    expect((await send('GET', `/months/${month}/proof`)).status).toBe(404)
    await closed()
    const { proof } = await get(`/months/${month}/proof`)
    const { hash, ...event } = proof.event
    const names = ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'recordedAt', 'meta', 'data']
    const text = ['prumo-event-1', ...names.map((name) => String(event[name]))].join('\n')
    const chained = createHash('sha256').update(Buffer.from(proof.previousHash, 'hex')).update(text, 'utf8').digest('hex')
    expect({ month, seq: (await latest('month')).position, hash: chained }).toEqual({ month: proof.month, seq: event.seq, hash })
    expect(JSON.parse(event.data).after).toMatchObject({ month, income: 10_000, expense: 0, count: 1 })
    await reopen()
    expect((await send('GET', `/months/${month}/proof`)).status).toBe(404)
  })

  it.each([
    [present, 'close', {}, 409],
    ['2026-13', 'close', {}, 404],
    [month, 'reopen', {}, 400],
    [month, 'reopen', { reason: 'ah' }, 400],
    [month, 'reopen', { reason: 'a'.repeat(201) }, 400],
  ])('answers %s/%s %j with %d', async (of, act, body, status) => {
    expect((await send('POST', `/months/${of}/${act}`, body)).status).toBe(status)
  })

  it('is opened by a reset, and may be closed again', async () => {
    await record()
    await closed()
    await server.confirm(token)
    expect((await send('POST', '/data/reset', { confirm: true })).status).toBe(204)
    expect((await get(`/months?from=${month}&to=${month}`)).months[0]).toMatchObject({ state: 'open' })
    await record()
    await closed()
    expectRefused(await send('POST', '/transactions', sale))
  })
})

describe('a closed month', () => {
  it('refuses what would change its settled transactions: recorded, corrected, deleted, restored, moved in or out', async () => {
    const [cake, gone, other] = [await record(), await record(), await record({ transactionDate: today })]
    const expected = await record({ isScheduled: true })
    await send('DELETE', `/transactions/${gone.id}`)
    await closed()
    expectRefused(await send('POST', '/transactions', sale))
    for (const change of [
      { amount: 101 },
      { description: 'Torta' },
      { type: 'expense' },
      { category: 'Serviços' },
      { category: null },
      { transactionDate: `${month}-11` },
      { transactionDate: today },
      { isScheduled: true },
      { walletId: await open() },
    ])
      expectRefused(await send('PUT', `/transactions/${cake.id}`, change))
    expectRefused(await send('PUT', `/transactions/${other.id}`, { transactionDate: inMonth }))
    expectRefused(await send('PUT', `/transactions/${expected.id}`, { isConfirmed: true, isReceived: true }))
    expectRefused(await send('DELETE', `/transactions/${cake.id}`))
    expectRefused(await send('POST', `/transactions/${gone.id}/restore`))
    expect(await get(`/transactions?month=${month}&status=settled`)).toMatchObject({ transactions: [{ id: cake.id, version: 1 }] })
  })

  it('refuses them in a batch, in an import and its undo, and by an undo in the history, naming what it is about', async () => {
    const [cake, other] = [await record(), await record({ transactionDate: today })]
    const rows = [line(), line({ date: today })]
    const imported = (await importOf(...rows)).body.import.id
    await send('POST', '/transactions/batch', { ids: [cake.id], change: { note: 'Feira' } })
    await send('PUT', `/transactions/${cake.id}`, { amount: 90 })
    await closed()
    const ids = [cake.id, other.id]
    expectRefused(await send('POST', '/transactions/batch', { ids, change: { category: 'Serviços' } }), [month], { ids: [cake.id] })
    expectRefused(await send('POST', '/transactions/batch', { ids, delete: true }), [month], { ids: [cake.id] })
    const [expected, good] = [line(), line({ date: today })]
    expectRefused(await importOf(good, expected), [month], { 'rows.1': [closingTexts.closed([month])] })
    expectRefused(await send('POST', `/imports/${imported}/undo`))
    expectRefused(await undoLatest('transaction'))
    expect(await latest('transaction')).toMatchObject({ undoable: false, undoReason: closingTexts.closed([month]) })
    expect((await get('/transactions')).transactions).toHaveLength(4)
    expect((await importOf(good)).status).toBe(201)
  })

  it('refuses a line that settles an expected one in it, and takes one that settles it in an open month', async () => {
    const rent = { description: 'Aluguel', type: 'expense', amount: 900, isScheduled: true, category: null }
    const [one, other] = [await record(rent), await record(rent)]
    await closed()
    expectRefused(await importOf(line({ amount: 900, settles: one.id })), [month], { 'rows.0': [closingTexts.closed([month])] })
    expect((await importOf(line({ amount: 900, settles: other.id, date: `${present}-01` }))).status).toBe(201)
  })

  it('belongs to both days of a transfer', async () => {
    const wallet = await open()
    const transfer = { type: 'transfer', category: null, toWalletId: wallet }
    await closed()
    const days = { transactionDate: monthBounds(month).to, toDate: addDays(monthBounds(month).to, 1) }
    expectRefused(await send('POST', '/transactions', { ...sale, ...transfer, ...days }))
    await closed(earlier)
    const across = { transactionDate: monthBounds(earlier).to, toDate: `${month}-01` }
    expectRefused(await send('POST', '/transactions', { ...sale, ...transfer, ...across }), [earlier, month])
  })

  it('lets pending ones be recorded, moved out, confirmed later, marked as not received and deleted', async () => {
    const pending = await Promise.all(Array.from({ length: 4 }, () => record({ isScheduled: true })))
    await closed()
    await record({ isScheduled: true })
    const [moved, confirmed, missed, gone] = pending as [{ id: string }, { id: string }, { id: string }, { id: string }]
    expect((await send('PUT', `/transactions/${moved.id}`, { transactionDate: today })).status).toBe(200)
    const settling = { transactionDate: today, isConfirmed: true, isReceived: true }
    expect((await send('PUT', `/transactions/${confirmed.id}`, settling)).status).toBe(200)
    expect((await send('PUT', `/transactions/${missed.id}`, { isConfirmed: true, isReceived: false })).status).toBe(200)
    expect((await send('DELETE', `/transactions/${gone.id}`)).status).toBe(204)
    expect((await undoLatest('transaction')).status).toBe(200)
  })

  it('lets notes, fiscal marks, stated balances, and a renamed category with its undo change', async () => {
    const cake = await record()
    await closed()
    for (const change of [{ note: 'Sábado' }, { fiscal: { hasInvoice: true } }])
      expect((await send('PUT', `/transactions/${cake.id}`, change)).status).toBe(200)
    expect((await send('PUT', '/balance', { amount: 300, date: inMonth })).status).toBe(200)
    const rename = await send('POST', '/transactions/categories/rename', { type: 'income', from: 'Vendas', to: 'Feira' })
    expect(rename).toMatchObject({ status: 200, body: { changed: 1 } })
    expect(await get(`/transactions/${cake.id}`)).toMatchObject({ transaction: { category: 'Feira' } })
    expect((await undoLatest('batch')).status).toBe(200)
    expect((await undoLatest('batch')).status).toBe(200)
    expect(await get(`/transactions/${cake.id}`)).toMatchObject({ transaction: { category: 'Feira' } })
    expect((await get(`/months?from=${month}&to=${month}`)).months[0]).toMatchObject({ changedSinceFirstClosing: false })
  })

  it('is left as it is by a change of what repeats', async () => {
    const weekly = {
      kind: 'recurring',
      type: 'expense',
      description: 'Internet',
      amount: 99,
      start: `${month}-01`,
      every: 'week',
      interval: 1,
    }
    const { recurrence, transactions } = (await send('POST', '/recurrences', { ...weekly, weekend: 'keep' })).body
    const [first] = transactions as { id: string; date: string }[]
    expect(monthOf(first?.date ?? '')).toBe(month)
    expect((await send('PUT', `/transactions/${first?.id}`, { isConfirmed: true, isReceived: true })).status).toBe(200)
    await closed()
    const before = await get(`/transactions?month=${month}&status=settled`)
    expect((await send('PUT', `/recurrences/${recurrence.id}`, { from: `${month}-01`, amount: 120 })).status).toBe(200)
    expect((await send('DELETE', `/recurrences/${recurrence.id}`)).status).toBe(204)
    expect((await get(`/transactions?month=${month}&status=settled`)).transactions).toEqual(before.transactions)
  })
})

describe('two processes', () => {
  const writer = () => new WritePath(server.database, server.reading)
  const context = () => ({ accountId, actor: accountId, source: 'app' as const })
  const closing = (by: WritePath) =>
    by.execute(
      ExecuteCommand.of<MonthCommand, MonthEntityState, MonthEvent, null>(context(), {
        decider: monthDecider,
        entityId: monthId(accountId, month),
        command: {
          type: 'CloseMonth',
          month,
          facts: { income: 0, expense: 0, count: 0, contentHash: '', changes: { count: 0, listed: [] } },
          at: new Date().toISOString(),
          today,
        },
        reply: () => null,
      }),
    )
  const selling = (by: WritePath) => issue(by, accountId, newId(), recordSale({ date: inMonth }))
  const codeOf = (done: Promise<unknown>) =>
    done.then(
      () => 'done',
      (refusal: { code?: string }) => refusal.code,
    )
  const typesSince = async (seq: number) =>
    (
      await server.database.rows<{ type: string }>({ text: 'select type from events where account_id = $1 and seq > $2 order by seq' }, [
        accountId,
        seq,
      ])
    ).map(({ type }) => type)

  it('race a closing against a write: the log never has a write after the closing, and the loser answers why', async () => {
    for (let round = 0; round < 12; round++) {
      const [one, other] = [writer(), writer()]
      const { position } = await issue(other, accountId, newId(), recordSale({ date: today }))
      const [closure, write] = await Promise.all([closing(one), codeOf(selling(other))])
      const types = await typesSince(position.seq)
      expect(closure.position.seq).toBeGreaterThan(position.seq)
      expect([write, types]).toEqual(
        write === 'done' ? ['done', ['TransactionRecorded', 'MonthClosed']] : ['MONTH_CLOSED', ['MonthClosed']],
      )
      await reopen()
    }
  }, 60_000)

  it('refuse and accept from what another process has recorded, whatever this one has cached', async () => {
    const [one, other] = [writer(), writer()]
    await selling(one)
    await selling(one)
    await closing(other)
    expect(await codeOf(selling(one))).toBe('MONTH_CLOSED')
    await reopen()
    expect(await codeOf(selling(one))).toBe('done')
    await closing(one)
    expect(await codeOf(selling(one))).toBe('MONTH_CLOSED')
  })
})
