import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { v4 as newKey, v7 as newId } from 'uuid'
import { defineCommands } from '../event-store/decider/command.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { insertEvents } from '../event-store/stream/commit.js'
import type { EventRow } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { emergencyFundDecider } from './emergency-fund.decider.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))

const standard = { targetMonths: 3, monthlyExpenseAverage: 3000, currentAmount: 0, targetAmount: 9000 }
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const get = async (path = '') => (await server.send('GET', `/emergency-fund${path}`, { token })).body
const fund = async () => (await get()).emergencyFund
const put = (body: object, headers = {}) => server.send('PUT', '/emergency-fund', { token, body, headers })
const add = (body: object, headers = {}) => server.send('POST', '/emergency-fund/add', { token, body, headers })
const withdraw = (body: object, headers = {}) => server.send('POST', '/emergency-fund/withdraw', { token, body, headers })
const movements = async () => (await get('/movements')).movements
const moved = async () => (await movements()).map((each: Record<string, unknown>) => [each.kind, each.amount, each.balance])
/** Records an expense of so many days ago. */
async function spend(amount: number, daysAgo: number, changes: Record<string, unknown> = {}) {
  const transactionDate = addDays(dateInSaoPaulo(new Date()), -daysAgo)
  const body = { description: 'Farinha', amount, type: 'expense', category: 'Fornecedores', transactionDate, ...changes }
  const answer = await server.send('POST', '/transactions', { token, body })
  expect(answer.status).toBe(201)
  return answer.body.transaction
}

describe('GET /emergency-fund', () => {
  it('is null before the fund is first configured or funded', async () => {
    expect(await get()).toEqual({ emergencyFund: null })
    expect(await movements()).toEqual([])
  })
})

describe('PUT /emergency-fund', () => {
  it('starts with the defaults', async () => {
    const { status, body } = await put({})
    expect([status, body]).toEqual([200, { emergencyFund: { id: accountId, userId: accountId, ...standard, version: 1 } }])
    expect(await get()).toEqual(body)
    expect(await movements()).toEqual([])
  })

  it('changes the given fields, records a changed amount, and increments the version', async () => {
    expect((await put({ targetMonths: 6, monthlyExpenseAverage: 1234.56, currentAmount: 500.5 })).body.emergencyFund).toMatchObject({
      targetMonths: 6,
      monthlyExpenseAverage: 1234.56,
      currentAmount: 500.5,
      targetAmount: 7407.36,
      version: 1,
    })
    const { body } = await put({ targetMonths: 1, currentAmount: 200.25 })
    expect(body.emergencyFund).toMatchObject({ targetMonths: 1, monthlyExpenseAverage: 1234.56, targetAmount: 1234.56 })
    expect(body.emergencyFund).toMatchObject({ currentAmount: 200.25, version: 2 })
    expect((await put({ currentAmount: 0 })).body.emergencyFund).toMatchObject({ currentAmount: 0, version: 3 })
    expect((await put({ monthlyExpenseAverage: 0 })).body.emergencyFund).toMatchObject({ targetAmount: 0, version: 4 })
    expect(await moved()).toEqual([
      ['adjustment', -200.25, 0],
      ['adjustment', -300.25, 200.25],
      ['adjustment', 500.5, 500.5],
    ])
  })

  it('records nothing when nothing changes', async () => {
    await put({ currentAmount: 10 })
    expect((await put({ ...standard, targetAmount: undefined, currentAmount: 10 })).body.emergencyFund.version).toBe(1)
    expect((await put({})).body.emergencyFund.version).toBe(1)
    expect(await moved()).toHaveLength(1)
  })

  it.each([
    ['targetMonths', { targetMonths: 4 }, 'Escolha 1, 2, 3, 6 ou 12 meses'],
    ['targetMonths', { targetMonths: '3' }, 'Escolha 1, 2, 3, 6 ou 12 meses'],
    ['monthlyExpenseAverage', { monthlyExpenseAverage: -1 }, 'O valor não pode ser negativo'],
    ['currentAmount', { currentAmount: 0.001 }, 'Use no máximo duas casas decimais'],
    ['currentAmount', { currentAmount: null }, 'Digite um valor válido'],
    ['targetAmount', { targetAmount: 1 }, 'Campo desconhecido: targetAmount'],
  ])('refuses a bad %s %j', async (field, body, message) => {
    const answer = await put(body)
    expect([answer.status, answer.body]).toEqual([400, { error: message, code: 'VALIDATION', fields: { [field]: [message] } }])
    expect(await fund()).toBeNull()
  })
})

describe('POST /emergency-fund/add and /withdraw', () => {
  it('create a fund, and move it to the centavo', async () => {
    const { status, body } = await add({ amount: 0.1, description: ' Troco ' })
    expect([status, body]).toEqual([
      200,
      { emergencyFund: { id: accountId, userId: accountId, ...standard, currentAmount: 0.1, version: 1 } },
    ])
    expect((await add({ amount: 0.2 })).body.emergencyFund).toMatchObject({ currentAmount: 0.3, version: 2 })
    expect((await withdraw({ amount: 0.3, description: '' })).body.emergencyFund).toMatchObject({ currentAmount: 0, version: 3 })
    expect(await fund()).toMatchObject({ currentAmount: 0, version: 3 })
    expect(await movements()).toEqual([
      { id: expect.any(String), kind: 'withdrawal', amount: 0.3, description: null, balance: 0, at: moment },
      { id: expect.any(String), kind: 'deposit', amount: 0.2, description: null, balance: 0.3, at: moment },
      { id: expect.any(String), kind: 'deposit', amount: 0.1, description: 'Troco', balance: 0.1, at: moment },
    ])
  })

  it.each([
    ['amount', { amount: 0 }, 'O valor deve ser maior que zero'],
    ['amount', { amount: -5 }, 'O valor deve ser maior que zero'],
    ['amount', { amount: '5' }, 'Digite um valor válido'],
    ['amount', {}, 'Digite um valor válido'],
    ['amount', { amount: 1.005 }, 'Use no máximo duas casas decimais'],
    ['description', { amount: 1, description: 'x'.repeat(201) }, 'Use no máximo 200 caracteres'],
    ['id', { amount: 1, id: newKey() }, 'Campo desconhecido: id'],
  ])('refuse a bad %s %j', async (field, body, message) => {
    await put({ currentAmount: 100 })
    for (const answer of [await add(body), await withdraw(body)]) {
      expect([answer.status, answer.body]).toEqual([400, { error: message, code: 'VALIDATION', fields: { [field]: [message] } }])
    }
    expect(await fund()).toMatchObject({ currentAmount: 100, version: 1 })
  })

  it('refuse to withdraw more than the balance, and name it', async () => {
    await put({ currentAmount: 4350 })
    const text = 'Você tem R$\u00a04.350,00 na reserva.'
    expect(await withdraw({ amount: 4350.01 })).toMatchObject({
      status: 400,
      body: { error: text, code: 'VALIDATION', fields: { amount: [text] } },
    })
    expect(await fund()).toMatchObject({ currentAmount: 4350, version: 1 })
    expect(await moved()).toHaveLength(1)
  })

  it('refuse to withdraw from nothing, and to exceed the largest amount', async () => {
    expect(await withdraw({ amount: 1 })).toMatchObject({ status: 400, body: { error: 'Você tem R$\u00a00,00 na reserva.' } })
    expect(await fund()).toBeNull()
    await add({ amount: 999_999_999.99 })
    expect(await add({ amount: 0.01 })).toMatchObject({ status: 400, body: { error: 'A reserva pode ter no máximo R$ 999.999.999,99.' } })
    expect(await fund()).toMatchObject({ currentAmount: 999_999_999.99, version: 1 })
  })

  it('never overdraw when withdrawals race', async () => {
    await put({ currentAmount: 100 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw({ amount: 30 })))
    const refused = answers.filter(({ status }) => status === 400)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(refused.map(({ body }) => body.error)).toEqual(Array.from({ length: 7 }, () => 'Você tem R$\u00a010,00 na reserva.'))
    expect(await fund()).toMatchObject({ currentAmount: 10, version: 4 })
  })
})

it('delays no other request while many movements are read and folded', async () => {
  await moveOften(12_000)
  const longest: number[] = []
  // Collecting the garbage of other tests may take one of the times as long, but not each.
  for (let time = 1; time <= 4; time++) longest.push(await longestTurn(() => depositOne(12_000 + time)))
  expect(Math.min(...longest)).toBeLessThan(100)
})

/** Deposits one centavo as a process that has not read the account before. @param becomes the balance after it, in centavos */
async function depositOne(becomes: number): Promise<void> {
  const context = { accountId, actor: accountId, source: 'app' } as const
  const command = { type: 'DepositToFund', amount: 1, description: null } as const
  const writer = new WritePath(server.database, server.reading)
  const { reply } = await writer.execute(defineCommands(emergencyFundDecider, (state) => state)(context, accountId, command))
  expect(reply).toMatchObject({ details: { currentAmount: becomes } })
}

/** The processor time of the longest turn of the event loop while `work` is under way, in milliseconds. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  const over = new AbortController()
  const working = work().finally(() => over.abort())
  let longestMs = 0
  while (!over.signal.aborted) {
    const before = process.cpuUsage()
    await nextTurn()
    const { user, system } = process.cpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
  }
  await working
  return longestMs
}

/** Appends so many deposits of one centavo to the account's log, as the program would have written them one by one. */
async function moveOften(count: number): Promise<void> {
  const { database, reading } = server
  const [head] = await database.rows<{ seq: number; hash: Buffer; wrapped: Buffer; recordedAt: string }>(
    {
      text: `select h.seq, h.hash, k.wrapped_key as wrapped, ${isoText('h.recorded_at')} as "recordedAt"
        from account_heads h join account_keys k using (account_id) where account_id = $1`,
    },
    [accountId],
  )
  if (!head) throw new Error(`There is no account ${accountId}`)
  const key = reading.keys.unwrap(accountId, head.wrapped)
  const rows: EventRow[] = []
  for (let index = 0; index < count; index++) {
    const details = { targetMonths: 3, monthlyExpenseAverage: 0 } as const
    const before = index === 0 ? null : { ...details, currentAmount: index }
    const data = { before, after: { ...details, currentAmount: index + 1 }, description: 'Sobra do dia' }
    const at = { accountId, seq: head.seq + 1 + index, entity: 'emergency-fund', entityId: accountId, entityVersion: index + 1 }
    const meta = { commandId: newId(), actor: accountId, source: 'seed' } as const
    const place = { ...at, recordedAt: head.recordedAt }
    rows.push(reading.codec.encode({ type: 'FundDeposited', data }, place, meta, key, rows.at(-1)?.hash ?? head.hash))
  }
  const insert = insertEvents(rows)
  await database.rows({ text: insert.text }, [...insert.values])
  const text = 'update account_heads set seq = $2, hash = $3 where account_id = $1'
  await database.rows({ text }, [accountId, rows.at(-1)?.seq, rows.at(-1)?.hash])
}

describe('GET /emergency-fund/movements', () => {
  it('pages from the newest, stable while movements are added', async () => {
    for (const amount of [1, 2, 3, 4, 5]) await add({ amount })
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { movements: { amount: number }[]; nextCursor: string | null } = await get(
        `/movements?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.movements.map((each) => each.amount))
      cursor = page.nextCursor
      await add({ amount: 100 })
    }
    expect(seen).toEqual([5, 4, 3, 2, 1])
  })

  it.each(['limit=0', 'limit=501', 'limit=x', 'cursor=x', `cursor=${Buffer.from('-1').toString('base64url')}`])(
    'refuses ?%s',
    async (query) => {
      expect(await server.send('GET', `/emergency-fund/movements?${query}`, { token })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION' },
      })
    },
  )
})

describe('the effective average', () => {
  it('is that of the settled expenses of the last months, in every answer that uses it', async () => {
    await put({ monthlyExpenseAverage: 500, currentAmount: 20 })
    await spend(100, 0)
    await spend(0.01, 85)
    await spend(7000, 93)
    await spend(9999, 1, { isScheduled: true })
    await spend(9999, 1, { type: 'income', category: 'Vendas' })
    await spend(9999, -1)
    expect(await fund()).toMatchObject({ monthlyExpenseAverage: 500, targetAmount: 100.02 })
    expect(await get('/calculate-expenses')).toEqual({
      months: 3,
      totalExpenses: 100.01,
      monthlyExpenseAverage: 33.34,
      source: 'transactions',
      computedAt: moment,
      stale: false,
    })
    expect(await get('/calculate-expenses?months=12')).toMatchObject({ months: 12, totalExpenses: 7100.01, monthlyExpenseAverage: 591.67 })
    expect(await get('/calculate-expenses?months=1')).toMatchObject({ months: 1, totalExpenses: 100, monthlyExpenseAverage: 100 })
    expect((await get('/analysis')).analysis).toMatchObject({ targetAmount: 100.02, monthlyExpenseAverage: 33.34 })
  })

  it('follows corrections, confirmations, deletions and restorations at once', async () => {
    await put({})
    const { id } = await spend(300, 5)
    const target = async () => (await fund()).targetAmount
    const correct = (body: object) => server.send('PUT', `/transactions/${id}`, { token, body })
    expect(await target()).toBe(300)
    await correct({ amount: 600 })
    expect(await target()).toBe(600)
    await correct({ isScheduled: true })
    expect(await target()).toBe(9000)
    await correct({ isConfirmed: true, isReceived: true })
    expect(await target()).toBe(600)
    await correct({ type: 'income' })
    expect(await target()).toBe(9000)
    await correct({ type: 'expense' })
    await server.send('DELETE', `/transactions/${id}`, { token })
    expect(await target()).toBe(9000)
    await server.send('POST', `/transactions/${id}/restore`, { token })
    expect(await target()).toBe(600)
    // The answer of a command on the fund uses it too.
    expect((await put({ targetMonths: 6 })).body.emergencyFund.targetAmount).toBe(1200)
    expect((await add({ amount: 1 })).body.emergencyFund.targetAmount).toBe(1200)
  })

  it('is the entered one without expenses', async () => {
    expect(await get('/calculate-expenses')).toMatchObject({ totalExpenses: 0, monthlyExpenseAverage: 3000, source: 'entered' })
    await put({ monthlyExpenseAverage: 1200.5 })
    expect(await get('/calculate-expenses?months=6')).toMatchObject({ months: 6, monthlyExpenseAverage: 1200.5, source: 'entered' })
  })

  it.each(['0', '13', 'x', '-1', '1.5', ''])('refuses ?months=%s', async (months) => {
    const { status, body } = await server.send('GET', `/emergency-fund/calculate-expenses?months=${months}`, { token })
    expect([status, body.error]).toEqual([400, 'Use um número de 1 a 12'])
  })
})

describe('every call', () => {
  it('requires a session, and keeps accounts apart', async () => {
    await put({ currentAmount: 10 })
    const other = await server.register()
    for (const path of ['', '/movements', '/calculate-expenses', '/analysis']) {
      expect((await server.send('GET', `/emergency-fund${path}`)).status).toBe(401)
    }
    expect((await server.send('GET', '/emergency-fund', { token: other.token })).body).toEqual({ emergencyFund: null })
    expect((await server.send('GET', '/emergency-fund/movements', { token: other.token })).body).toEqual({
      movements: [],
      nextCursor: null,
    })
  })

  it('checks the expected version, and requires an existing fund', async () => {
    for (const header of ['"1"', '*']) {
      expect(await put({}, { 'if-match': header })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect((await add({ amount: 1 }, { 'if-match': header })).status).toBe(404)
      expect((await withdraw({ amount: 1 }, { 'if-match': header })).status).toBe(404)
    }
    await put({ currentAmount: 10 })
    expect((await add({ amount: 1 }, { 'if-match': '"1"' })).body.emergencyFund.version).toBe(2)
    expect(await add({ amount: 1 }, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { code: 'VERSION_MISMATCH' } })
    expect((await withdraw({ amount: 1 }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await put({ targetMonths: 1 }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await put({ targetMonths: 1 }, { 'if-match': '*' })).status).toBe(200)
    expect((await withdraw({ amount: 1 }, { 'if-match': '3' })).status).toBe(400)
    expect(await fund()).toMatchObject({ currentAmount: 11, version: 3 })
  })

  it('has one effect under one idempotency key', async () => {
    await put({ currentAmount: 100 })
    const headers = { 'idempotency-key': newKey() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw({ amount: 60 }, headers)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([200, answers[0]?.body])]),
    )
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(3)
    expect(await fund()).toMatchObject({ currentAmount: 40, version: 2 })
    expect(await add({ amount: 60 }, headers)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  it('stores descriptions sealed', async () => {
    await add({ amount: 10, description: 'Presente da Tia Lu' })
    const stored = { text: `select data::text from events where account_id = $1 and entity = 'emergency-fund'` }
    const rows = await server.database.rows<{ data: string }>(stored, [accountId])
    expect(rows).toHaveLength(1)
    expect(rows[0]?.data).not.toContain('Tia Lu')
  })
})
