import type { OnWire } from '@prumo/shared/money-fields'
import type { Wallet } from '@prumo/shared/wallets'
import { sharedTestApp, type TestAnswer, type SharedTestApp } from '../../test/test-app.js'

let test: SharedTestApp
beforeAll(async () => void (test = await sharedTestApp()))

type ActivityPerson = Awaited<ReturnType<SharedTestApp['register']>>
type ActivityMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let ana: ActivityPerson
beforeEach(async () => void (ana = await test.register()))

const send = (method: ActivityMethod, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  test.send(method, path, { token: ana.token, headers, ...(body !== undefined && { body }) })
const list = async (query = '') => (await send('GET', `/activity${query}`)).body.activity as { [name: string]: any }[] // oxlint-disable-line no-explicit-any
const undo = (position: number, headers?: Record<string, string>) => send('POST', `/activity/${position}/undo`, undefined, headers)
const bread = { description: 'Bolo de cenoura', amount: 145.5, type: 'income', category: 'Encomendas', transactionDate: '2026-11-20' }
const record = async (changes: object = {}) => (await send('POST', '/transactions', { ...bread, ...changes })).body.transaction.id as string
const oven = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos', priority: 'high' }

describe('the history', () => {
  it('shows what changed, from what to what, when, and from where', async () => {
    const id = await record()
    await send('PUT', `/transactions/${id}`, { amount: 150, category: null, note: 'Sem lactose' })
    const [corrected, recorded, accepted, opened] = await list()
    expect(corrected).toEqual({
      position: 4,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      type: 'TransactionCorrected',
      entity: 'transaction',
      entityId: id,
      transactionType: 'income',
      source: 'app',
      summary: 'Você corrigiu Bolo de cenoura',
      changes: [
        { field: 'amount', before: 145.5, after: 150 },
        { field: 'category', before: 'Encomendas', after: null },
        { field: 'note', before: null, after: 'Sem lactose' },
      ],
      undoable: true,
      undoReason: null,
    })
    expect(recorded).toMatchObject({
      position: 3,
      summary: 'Você registrou Bolo de cenoura',
      undoable: false,
      undoReason: expect.stringMatching(/^Isso mudou de novo hoje, (?:às|à) \d+h\d\d$/),
    })
    expect(recorded?.changes).toContainEqual({ field: 'amount', before: null, after: 145.5 })
    expect(recorded?.changes.map(({ field }: { field: string }) => field)).toEqual([
      'description',
      'amount',
      'type',
      'category',
      'date',
      'isScheduled',
      'isConfirmed',
      'isReceived',
    ])
    expect(accepted).toMatchObject({ position: 2, summary: 'Você aceitou os termos de uso', changes: [], undoable: false })
    expect(opened).toMatchObject({
      position: 1,
      type: 'AccountOpened',
      entity: 'account',
      summary: 'Você criou a conta',
      undoable: false,
      undoReason: 'Não dá para desfazer',
    })
  })

  it('shows movements of money with their texts', async () => {
    await send('POST', '/emergency-fund/add', { amount: 350, description: 'Sobra' })
    await send('POST', '/emergency-fund/withdraw', { amount: 100 })
    const [withdrawn, deposited] = await list()
    expect(withdrawn).toMatchObject({
      summary: 'Você retirou R$\u00a0100,00 da reserva',
      changes: [{ field: 'currentAmount', before: 350, after: 250 }],
    })
    expect(deposited).toMatchObject({ summary: 'Você guardou R$\u00a0350,00 na reserva' })
    expect(deposited?.changes).toContainEqual({ field: 'description', before: null, after: 'Sobra' })
  })

  it('is filtered by kind, entity, source and days of São Paulo, and refuses invalid filters', async () => {
    const id = await record()
    await send('POST', '/goals', oven)
    await send('PUT', `/transactions/${id}`, { amount: 1 })
    const positions = async (query: string) => (await list(query)).map(({ position }) => position)
    expect(await positions('?entity=transaction')).toEqual([5, 3])
    expect(await positions('?entity=account')).toEqual([2, 1])
    expect(await positions(`?entityId=${id}`)).toEqual([5, 3])
    expect(await positions('?source=app')).toEqual([5, 4, 3, 2, 1])
    expect(await positions('?source=stripe')).toEqual([])
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    expect(await positions(`?from=${today}&to=${today}`)).toEqual([5, 4, 3, 2, 1])
    expect(await positions('?from=2190-01-01')).toEqual([])
    expect(await positions('?to=2020-01-01')).toEqual([])
    for (const query of ['entity=car', 'source=x', 'entityId=1', 'from=2026-02-30', 'limit=0', 'limit=201', 'cursor=x']) {
      expect(await send('GET', `/activity?${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    }
  })

  it('comes page by page, and stays stable while entries are added', async () => {
    for (let at = 1; at <= 4; at++) await record({ description: `Venda ${at}` })
    const first = (await send('GET', '/activity?limit=2')).body
    await record()
    const second = (await send('GET', `/activity?limit=3&cursor=${first.nextCursor}`)).body
    const third = (await send('GET', `/activity?limit=3&cursor=${second.nextCursor}`)).body
    const positions = [first, second, third].flatMap(({ activity }) => activity.map(({ position }: { position: number }) => position))
    expect(positions).toEqual([6, 5, 4, 3, 2, 1])
    expect(third.nextCursor).toBeNull()
  })

  it('contains its own account alone', async () => {
    await record()
    const other = await test.register()
    expect((await test.send('GET', '/activity', { token: other.token })).body.activity).toHaveLength(2)
    expect((await test.send('POST', '/activity/3/undo', { token: other.token })).status).toBe(404)
  })
})

describe('an undo', () => {
  it('restores what the entry changed and nothing else, and answers with the entry of the undo', async () => {
    const id = await record()
    await send('PUT', `/transactions/${id}`, { amount: 150 })
    await send('PUT', `/transactions/${id}`, { description: 'Bolo de fubá' })
    const { status, body } = await undo(4)
    expect(status).toBe(200)
    expect(body.activity).toMatchObject({
      position: 6,
      type: 'TransactionCorrected',
      summary: 'Você desfez uma mudança em Bolo de fubá',
      changes: [{ field: 'amount', before: 150, after: 145.5 }],
      undoable: true,
      undoReason: null,
    })
    expect((await send('GET', `/transactions/${id}`)).body.transaction).toMatchObject({
      amount: 145.5,
      description: 'Bolo de fubá',
      version: 4,
    })
    expect((await list())[0]).toEqual(body.activity)
  })

  it('of each kind of entry, and of that undo, answers with the same entry as the history', async () => {
    const idOf = async (path: string, body: object) => {
      const answer: { [name: string]: { id: string } } = (await send('POST', path, body)).body
      return Object.values(answer)[0]?.id ?? ''
    }
    // The order of an entity's fields is that of its request, which differs between clients.
    const sale = await idOf('/transactions', {
      transactionDate: '2026-11-20',
      category: 'Encomendas',
      type: 'income',
      amount: 145.5,
      description: 'Bolo',
      isScheduled: true,
    })
    const goal = await idOf('/goals', {
      priority: 'high',
      category: 'Equipamentos',
      deadline: '2027-01-01',
      targetAmount: 800,
      title: 'Forno',
    })
    const task = await idOf('/tasks', { priority: 'low', estimatedDate: '2026-11-20', estimatedCost: 10, title: 'Ligar' })
    const steps: [ActivityMethod, string, object?][] = [
      ['PUT', `/transactions/${sale}`, { isConfirmed: true, category: null, amount: 150, description: 'Bolo de fubá' }],
      ['PUT', `/transactions/${sale}`, { isReceived: true }],
      ['DELETE', `/transactions/${sale}`],
      ['POST', `/transactions/${sale}/restore`],
      ['PUT', `/goals/${goal}`, { category: 'Outros', deadline: '2027-02-01', title: 'Forno novo' }],
      ['DELETE', `/goals/${goal}`],
      ['POST', `/goals/${goal}/restore`],
      ['PUT', `/tasks/${task}`, { priority: 'high', estimatedCost: 20, title: 'Ligar já' }],
      ['DELETE', `/tasks/${task}`],
      ['POST', `/tasks/${task}/restore`],
      ['POST', '/emergency-fund/add', { description: 'Sobra', amount: 50 }],
      ['PUT', '/emergency-fund', { currentAmount: 80, targetMonths: 6 }],
      ['POST', '/emergency-fund/withdraw', { description: 'Conserto', amount: 20 }],
      ['PUT', '/auth/profile', { mainDifficulties: ['Marketing e vendas'], monthlyIncome: 10, businessName: 'Ateliê', name: 'Ana Lima' }],
    ]
    const isShown = async (entry: { position: number }) => {
      const { status, body } = await undo(entry.position)
      const [shown] = await list()
      expect({ of: entry, status, entry: body.activity }).toEqual({ of: entry, status: 200, entry: shown })
      return body.activity as typeof entry
    }
    for (const entry of (await list()).slice(0, 3) as { position: number }[]) await isShown(await isShown(entry))
    for (const [method, path, body] of steps) {
      expect((await send(method, path, body)).status).toBeLessThan(300)
      const [entry] = await list()
      await isShown(await isShown(entry as { position: number }))
    }
  })

  it('happens once: again it is a 409 that says when it was undone', async () => {
    await record()
    expect((await undo(3)).status).toBe(200)
    expect(await undo(3)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', error: expect.stringMatching(/^Desfeito hoje, (?:às|à) \d+h\d\d$/) },
    })
    expect((await list()).find(({ position }) => position === 3)).toMatchObject({
      undoable: false,
      undoReason: expect.stringMatching(/^Desfeito hoje/),
    })
  })

  it('is dated by Postgres, not by a wrong clock of this process', async () => {
    await record()
    expect((await undo(3)).status).toBe(200)
    jest.useFakeTimers({
      advanceTimers: true,
      now: Date.now() + 365 * 86_400_000,
      doNotFake: [
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setInterval',
        'clearInterval',
        'setTimeout',
        'clearTimeout',
      ],
    })
    try {
      expect((await list()).find(({ position }) => position === 3)?.undoReason).toMatch(/^Desfeito hoje/)
    } finally {
      jest.useRealTimers()
    }
  })

  it('can be undone itself', async () => {
    const id = await record()
    await undo(3)
    expect((await send('GET', `/transactions/${id}`)).status).toBe(404)
    expect((await undo(4)).status).toBe(200)
    expect((await send('GET', `/transactions/${id}`)).body.transaction).toMatchObject({ amount: 145.5, version: 3 })
  })

  it('of what changed since is refused with the reason, and changes nothing', async () => {
    const id = await record()
    await send('PUT', `/transactions/${id}`, { amount: 150 })
    await send('PUT', `/transactions/${id}`, { amount: 160 })
    expect(await undo(4)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^O valor mudou de novo hoje, (?:às|à) /) } })
    await send('DELETE', `/transactions/${id}`)
    expect(await undo(5)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Foi excluída hoje, (?:às|à) /) } })
    expect((await list()).length).toBe(6)
  })

  it('of a transaction’s flags restores them together', async () => {
    const id = await record({ isScheduled: true })
    await send('PUT', `/transactions/${id}`, { isConfirmed: true })
    await send('PUT', `/transactions/${id}`, { isReceived: true })
    expect((await undo(4)).status).toBe(409)
    expect((await undo(5)).status).toBe(200)
    expect((await undo(4)).status).toBe(200)
    expect((await send('GET', `/transactions/${id}`)).body.transaction).toMatchObject({ isConfirmed: false, isReceived: false })
  })

  it('of a deposit withdraws the money again, as far as it is there, whatever moved since', async () => {
    await send('PUT', '/emergency-fund', { currentAmount: 10 })
    await send('POST', '/emergency-fund/add', { amount: 50 })
    await send('POST', '/emergency-fund/add', { amount: 30 })
    expect((await undo(4)).status).toBe(200)
    expect((await send('GET', '/emergency-fund')).body.emergencyFund.currentAmount).toBe(40)
    await send('POST', '/emergency-fund/withdraw', { amount: 20 })
    expect(await undo(5)).toMatchObject({ status: 409, body: { error: 'Você tem R$\u00a020,00 na reserva.' } })
    expect(await undo(4)).toMatchObject({ status: 409, body: { error: expect.stringMatching(/^Desfeito/) } })
  })

  it('of the fund’s first event ends it, and can be undone itself', async () => {
    await send('POST', '/emergency-fund/add', { amount: 50, description: 'Primeiro' })
    expect((await undo(3)).body.activity).toMatchObject({ type: 'FundRemoved' })
    expect((await send('GET', '/emergency-fund')).body.emergencyFund).toBeNull()
    expect((await send('GET', '/emergency-fund/movements')).body.movements[0]).toMatchObject({
      kind: 'adjustment',
      amount: -50,
      balance: 0,
    })
    await undo(4)
    expect((await send('GET', '/emergency-fund')).body.emergencyFund).toMatchObject({ currentAmount: 50, version: 3 })
  })

  it('covers the profile, but neither the opening of the account nor a reset', async () => {
    await send('PUT', '/auth/profile', { name: 'Ana Lima', mainDifficulties: ['Marketing e vendas'] })
    expect((await undo(3)).status).toBe(200)
    expect((await send('GET', '/auth/verify')).body.user).toMatchObject({ name: 'Ana Souza', mainDifficulties: [] })
    expect(await undo(1)).toMatchObject({ status: 409, body: { error: 'Não dá para desfazer' } })
    await test.confirm(ana.token)
    await send('POST', '/data/reset', { confirm: true })
    expect(await undo(5)).toMatchObject({ status: 409, body: { error: 'Não dá para desfazer' } })
    expect(await undo(3)).toMatchObject({ status: 404 })
  })

  it.each(['0', '99', 'x', '-1', '1e3', '99999999999999999'])('of %s is a 404', async (position) => {
    expect(await send('POST', `/activity/${position}/undo`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('happens once under a key, however often it is repeated', async () => {
    await record()
    const headers = { 'idempotency-key': '0190d3a0-0000-7000-8000-00000000aaaa' }
    const first = await undo(3, headers)
    const again = await undo(3, headers)
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect((await list()).length).toBe(4)
  })

  it('that races with itself happens once', async () => {
    await send('POST', '/emergency-fund/add', { amount: 50 })
    await send('POST', '/emergency-fund/add', { amount: 50 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(4)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect((await send('GET', '/emergency-fund')).body.emergencyFund.currentAmount).toBe(50)
  })
})

describe('a past day', () => {
  it('equals the present account, for today and every future day', async () => {
    await record()
    await send('POST', '/goals', oven)
    await send('POST', '/tasks', { title: 'Ligar', estimatedDate: '2026-11-20' })
    await send('POST', '/emergency-fund/add', { amount: 50 })
    const [summary, goals, tasks, fund, held] = await Promise.all(
      ['/transactions/summary', '/goals', '/tasks', '/emergency-fund', '/wallets'].map(async (path) => (await send('GET', path)).body),
    )
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    expect((await send('GET', `/activity/at?date=${today}`)).body).toEqual({
      date: today,
      ...summary,
      ...goals,
      ...tasks,
      ...fund,
      wallets: held.wallets.map(({ id, name, kind, archived, balance }: OnWire<Wallet>) => ({
        id,
        name,
        kind,
        archived,
        balance: balance.amount,
      })),
    })
  })

  it('is empty before the account existed, and before its last reset', async () => {
    const nothing = {
      summary: { income: 0, expense: 0, balance: 0, scheduledIncome: 0, scheduledExpense: 0, transferIn: 0, transferOut: 0, count: 0 },
      goals: [],
      tasks: [],
      emergencyFund: null,
      wallets: [{ id: expect.any(String), name: 'Conta principal', kind: 'bank', archived: false, balance: 0 }],
    }
    expect((await send('GET', '/activity/at?date=2020-01-01')).body).toEqual({ date: '2020-01-01', ...nothing })
    await record()
    await test.confirm(ana.token)
    await send('POST', '/data/reset', { confirm: true })
    expect((await send('GET', '/activity/at?date=2190-01-01')).body).toEqual({ date: '2190-01-01', ...nothing })
  })

  it.each(['', '?date=', '?date=2026-02-30', '?date=ontem'])('has to be valid: %s', async (query) => {
    expect(await send('GET', `/activity/at${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})
