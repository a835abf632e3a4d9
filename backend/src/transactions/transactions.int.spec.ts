import { addMonths, dateInSaoPaulo, monthOf } from '@prumo/shared/calendar'
import { alike } from '@prumo/shared/search'
import { v4 as newKey, v7 as newId } from 'uuid'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'
import { ListDescriptions } from './description-totals.projection.js'

let server: SharedTestApp
let token: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token } = await server.register()))

const sale = { description: 'Bolo de casamento', amount: 1450, type: 'income', category: 'Vendas', transactionDate: '2026-11-20' }
const unknown = '01900000-0000-7000-8000-000000000000'

async function record(changes: Record<string, unknown> = {}) {
  const { status, body } = await server.send('POST', '/transactions', { token, body: { ...sale, ...changes } })
  expect(status).toBe(201)
  return body.transaction
}
const get = (path: string) => server.send('GET', `/transactions${path}`, { token })
const put = (id: string, body: object, headers = {}) => server.send('PUT', `/transactions/${id}`, { token, body, headers })
const listed = async (query = '') => (await get(query)).body.transactions.map((each: { description: string }) => each.description)
const summary = async (query = '') => (await get(`/summary${query}`)).body.summary

/** In the shape of cursors, with impossible values. */
const forgedCursors = [
  ['2026-13-45', '2026-11-21T09:30:00.123Z', '0198c0de-0000-7000-8000-000000000001'],
  ['2026-11-20', '2026-11-21T99:99:99.999Z', '0198c0de-0000-7000-8000-000000000001'],
  ['2026-11-20', '2026-11-21T09:30:00.123Z', '-'.repeat(36)],
].map((place) => `?cursor=${Buffer.from(JSON.stringify(place)).toString('base64url')}`)

describe('POST /transactions', () => {
  it('settles an unscheduled one and answers like GET', async () => {
    const created = await record()
    expect(created).toMatchObject({
      description: 'Bolo de casamento',
      amount: 1450,
      type: 'income',
      category: 'Vendas',
      date: '2026-11-20',
      isScheduled: false,
      isConfirmed: true,
      isReceived: true,
      version: 1,
    })
    expect(created.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await get(`/${created.id}`)).body).toEqual({ transaction: created })
    expect((await get('')).body).toEqual({ transactions: [created], nextCursor: null })
  })

  it('leaves a scheduled one pending', async () => {
    expect(await record({ isScheduled: true })).toMatchObject({ isScheduled: true, isConfirmed: false, isReceived: false })
  })

  it('keeps the date as it is written, trims texts, and reads an empty category as none', async () => {
    const created = await record({ transactionDate: '2024-12-05T00:00:00.000Z', description: '  Bolo  ', category: '  ' })
    expect(created).toMatchObject({ date: '2024-12-05', description: 'Bolo', category: null })
    expect((await server.send('POST', '/transactions', { token, body: { ...sale, description: '\u3164\u2800\ufe0f' } })).status).toBe(400)
    expect(await record({ category: undefined })).toMatchObject({ category: null })
    expect(await record({ category: 'Feira de sábado' })).toMatchObject({ category: 'Feira de sábado' })
  })

  it('accepts an id of the client, once, even after a deletion', async () => {
    const id = newId()
    await record({ id })
    expect((await server.send('POST', '/transactions', { token, body: { ...sale, id } })).body).toMatchObject({ code: 'CONFLICT' })
    await server.send('DELETE', `/transactions/${id}`, { token })
    expect((await server.send('POST', '/transactions', { token, body: { ...sale, id } })).status).toBe(409)
    const other = await server.register()
    expect((await server.send('POST', '/transactions', { token: other.token, body: { ...sale, id } })).status).toBe(201)
  })

  it.each([
    ['description', { description: ' ' }, 'Digite uma descrição'],
    ['description', { description: 'x'.repeat(201) }, 'Use no máximo 200 caracteres'],
    ['description', { description: 'a\u0000b' }, 'O texto tem um caractere inválido'],
    ['amount', { amount: 0 }, 'O valor deve ser maior que zero'],
    ['amount', { amount: -1 }, 'O valor deve ser maior que zero'],
    ['amount', { amount: 1.005 }, 'Use no máximo duas casas decimais'],
    ['amount', { amount: '10' }, 'Digite um valor válido'],
    ['amount', { amount: 1_000_000_000 }, 'O valor máximo é R$ 999.999.999,99'],
    ['type', { type: 'other' }, 'Escolha receita ou despesa'],
    ['category', { category: 'x'.repeat(61) }, 'Use no máximo 60 caracteres'],
    ['transactionDate', { transactionDate: '2025-02-30' }, 'Escolha uma data válida'],
    ['transactionDate', { transactionDate: '1969-12-31' }, 'Escolha uma data válida'],
    ['isScheduled', { isScheduled: 'yes' }, 'Use verdadeiro ou falso'],
    ['surprise', { surprise: 1 }, 'Campo desconhecido: surprise'],
    ['id', { id: 'abc' }, 'Identificador inválido'],
  ])('refuses a bad %s %j', async (field, changes, message) => {
    const { status, body } = await server.send('POST', '/transactions', { token, body: { ...sale, ...changes } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: message, code: 'VALIDATION', fields: { [field]: [message] } })
    expect(await listed()).toEqual([])
  })

  it('names the first failing rule and every bad field', async () => {
    const { body } = await server.send('POST', '/transactions', { token, body: {} })
    expect(body.error).toBe('Digite uma descrição')
    expect(Object.keys(body.fields)).toEqual(['description', 'amount', 'type', 'transactionDate'])
  })

  it('accepts a note of several lines, and reads an empty one as none', async () => {
    expect(await record()).toMatchObject({ note: null })
    expect(await record({ note: '  ' })).toMatchObject({ note: null })
    const created = await record({ note: ' Três andares\nsem lactose ' })
    expect(created).toMatchObject({ note: 'Três andares\nsem lactose' })
    expect((await get(`/${created.id}`)).body).toEqual({ transaction: created })
    expect((await record({ note: '🍰'.repeat(500) })).note).toBe('🍰'.repeat(500))
  })

  it('refuses a note of more than 500 characters', async () => {
    const fields = { note: ['Use no máximo 500 caracteres'] }
    const sent = { token, body: { ...sale, note: 'x'.repeat(501) } }
    expect(await server.send('POST', '/transactions', sent)).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields } })
    const { id } = await record()
    expect(await put(id, { note: 'x'.repeat(501) })).toMatchObject({ status: 400, body: { error: 'Dados inválidos', fields } })
  })

  it('accepts the largest amount to the centavo', async () => {
    expect((await record({ amount: 999_999_999.99 })).amount).toBe(999_999_999.99)
    expect((await record({ amount: 0.01 })).amount).toBe(0.01)
  })
})

describe('PUT /transactions/{id}', () => {
  it('changes the given fields and increments the version', async () => {
    const { id, createdAt } = await record()
    const { status, body } = await put(id, { amount: 1500.5, category: null, transactionDate: '2026-11-21T23:59:59-03:00' })
    expect(status).toBe(200)
    expect(body.transaction).toMatchObject({
      amount: 1500.5,
      category: null,
      date: '2026-11-21',
      description: 'Bolo de casamento',
      version: 2,
      createdAt,
    })
    expect((await get(`/${id}`)).body).toEqual(body)
  })

  it('sets and clears a note, and keeps it where it is not named', async () => {
    const { id } = await record()
    expect((await put(id, { note: 'Três andares' })).body.transaction).toMatchObject({ note: 'Três andares', version: 2 })
    expect((await put(id, { amount: 1 })).body.transaction).toMatchObject({ note: 'Três andares', version: 3 })
    await server.send('DELETE', `/transactions/${id}`, { token })
    const restored = await server.send('POST', `/transactions/${id}/restore`, { token })
    expect(restored.body.transaction).toMatchObject({ note: 'Três andares', version: 5 })
    expect((await put(id, { note: '' })).body.transaction).toMatchObject({ note: null, version: 6 })
    expect((await put(id, { note: null })).body.transaction.version).toBe(6)
    expect((await get(`/${id}`)).body.transaction.note).toBeNull()
  })

  it('records nothing when nothing changes', async () => {
    const { id } = await record()
    expect((await put(id, { amount: 1450 })).body.transaction.version).toBe(1)
    expect((await put(id, {})).body.transaction.version).toBe(1)
  })

  it.each([
    [{ isConfirmed: true }, { isConfirmed: true, isReceived: false }],
    [
      { isConfirmed: true, isReceived: true },
      { isConfirmed: true, isReceived: true },
    ],
    [{ isReceived: true }, { isConfirmed: true, isReceived: true }],
    [
      { isConfirmed: true, isReceived: false },
      { isConfirmed: true, isReceived: false },
    ],
    [{ isScheduled: false }, { isScheduled: false, isConfirmed: true, isReceived: true }],
  ])('on a pending one %j gives %j', async (changes, expected) => {
    const { id } = await record({ isScheduled: true })
    expect((await put(id, changes)).body.transaction).toMatchObject(expected)
  })

  it('refuses in its own words, with the reasons at the fields', async () => {
    const { id } = await record()
    expect((await put(id, { amount: -1, description: '' })).body).toEqual({
      error: 'Dados inválidos',
      code: 'VALIDATION',
      fields: { description: ['Digite uma descrição'], amount: ['O valor deve ser maior que zero'] },
    })
    expect((await put(id, { isConfirmed: false })).body).toMatchObject({
      error: 'Dados inválidos',
      fields: { isConfirmed: [expect.any(String)] },
    })
    expect((await put(id, { isConfirmed: false, isReceived: true })).status).toBe(400)
    expect((await put(unknown, { amount: 1 })).body).toEqual({ error: 'Transação original não encontrada.', code: 'NOT_FOUND' })
  })

  it('checks the expected version', async () => {
    const { id } = await record()
    expect((await put(id, { amount: 2 }, { 'if-match': '"1"' })).body.transaction.version).toBe(2)
    expect(await put(id, { amount: 3 }, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { code: 'VERSION_MISMATCH' } })
    expect((await put(id, { amount: 3 }, { 'if-match': '*' })).status).toBe(200)
    expect((await put(id, { amount: 3 }, { 'if-match': '3' })).status).toBe(400)
    expect((await put(unknown, { amount: 3 }, { 'if-match': '"9"' })).status).toBe(404)
  })
})

describe('DELETE and restore', () => {
  it('deletes and restores unchanged', async () => {
    const created = await record()
    expect(await server.send('DELETE', `/transactions/${created.id}`, { token })).toMatchObject({ status: 204, body: '' })
    expect((await server.send('DELETE', `/transactions/${created.id}`, { token })).status).toBe(404)
    expect((await get(`/${created.id}`)).status).toBe(404)
    expect(await summary()).toMatchObject({ income: 0, count: 0 })
    const { status, body } = await server.send('POST', `/transactions/${created.id}/restore`, { token })
    expect(status).toBe(200)
    expect(body.transaction).toEqual({ ...created, version: 3, updatedAt: body.transaction.updatedAt })
    expect((await get(`/${created.id}`)).body).toEqual(body)
    expect((await server.send('POST', `/transactions/${created.id}/restore`, { token })).status).toBe(409)
    expect((await server.send('POST', `/transactions/${unknown}/restore`, { token })).status).toBe(404)
  })
})

describe('GET /transactions', () => {
  it('lists newest date first, then newest created', async () => {
    await record({ description: 'a', transactionDate: '2026-11-01' })
    await record({ description: 'b', transactionDate: '2026-11-03' })
    await record({ description: 'c', transactionDate: '2026-11-01' })
    expect(await listed()).toEqual(['b', 'c', 'a'])
  })

  it('filters', async () => {
    await record({ description: 'Pão de mel', category: 'Outros', transactionDate: '2026-10-31' })
    const coffee = { description: 'Café', type: 'expense', category: null, note: 'Moído na hora', transactionDate: '2026-11-01' }
    await record({ ...coffee, isScheduled: true })
    const { id } = await record({
      description: 'AÇÚCAR 100%',
      type: 'expense',
      category: 'Fornecedores',
      transactionDate: '2026-11-30',
      isScheduled: true,
    })
    await put(id, { isConfirmed: true })
    expect(await listed('?type=expense')).toEqual(['AÇÚCAR 100%', 'Café'])
    expect(await listed('?month=2026-11')).toEqual(['AÇÚCAR 100%', 'Café'])
    expect(await listed('?from=2026-10-31&to=2026-11-01')).toEqual(['Café', 'Pão de mel'])
    expect(await listed('?month=2026-11&to=2026-11-15')).toEqual(['Café'])
    expect(await listed('?category=Outros')).toEqual(['Pão de mel'])
    expect(await listed('?category=')).toEqual(['Café'])
    expect(await listed('?status=settled')).toEqual(['Pão de mel'])
    expect(await listed('?status=pending')).toEqual(['Café'])
    expect(await listed('?status=not_received')).toEqual(['AÇÚCAR 100%'])
    expect(await listed('?search=acucar')).toEqual(['AÇÚCAR 100%'])
    expect(await listed('?search=FORNEC')).toEqual(['AÇÚCAR 100%'])
    expect(await listed(`?search=${encodeURIComponent('100%')}`)).toEqual(['AÇÚCAR 100%'])
    expect(await listed('?search=moido%20NA')).toEqual(['Café'])
    expect(await listed('?search=_')).toEqual([])
    expect(await listed('?surprise=1')).toHaveLength(3)
  })

  it.each([
    '?type=all',
    '?month=2026-13',
    '?from=hoje',
    '?limit=0',
    '?limit=501',
    '?limit=x',
    '?status=done',
    '?cursor=abc',
    '?search=%00',
    ...forgedCursors,
  ])('refuses %s', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('pages through all of them once, while rows are added', async () => {
    for (let day = 1; day <= 9; day++) await record({ description: String(day), transactionDate: `2026-11-0${(day % 3) + 1}` })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: { body: { transactions: { description: string }[]; nextCursor: string | null } } = await get(
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.transactions.map((each) => each.description))
      cursor = body.nextCursor
      await record({ description: 'new', transactionDate: '2026-11-30' })
    }
    expect(seen).toEqual(['8', '5', '2', '7', '4', '1', '9', '6', '3'])
  })
})

describe('GET /transactions/summary', () => {
  it('counts settled ones, totals pending ones apart, and ignores those not received', async () => {
    await record({ amount: 0.1 })
    await record({ amount: 0.2, transactionDate: '2026-12-31' })
    await record({ amount: 100.01, type: 'expense', transactionDate: '2026-10-01' })
    await record({ amount: 50, isScheduled: true })
    const { id } = await record({ amount: 70, type: 'expense', isScheduled: true })
    await put(id, { isConfirmed: true })
    const transfers = { transferIn: 0, transferOut: 0 }
    const sums = { income: 0.3, expense: 100.01, balance: -99.71, scheduledIncome: 50, scheduledExpense: 0, count: 3 }
    expect(await summary()).toEqual({ ...sums, ...transfers })
    expect(await summary('?month=2026-11')).toEqual({
      income: 0.1,
      expense: 0,
      balance: 0.1,
      scheduledIncome: 50,
      scheduledExpense: 0,
      ...transfers,
      count: 1,
    })
    expect(await summary('?from=2026-10-01&to=2026-11-20&type=expense')).toMatchObject({ income: 0, expense: 100.01, count: 1 })
  })

  it('accepts every filter of the list', async () => {
    await record({ amount: 1, category: 'Vendas', description: 'Pão de mel' })
    await record({ amount: 2, category: null, description: 'Pão' })
    await record({ amount: 4, type: 'expense', category: 'Fornecedores', description: 'Mel', isScheduled: true })
    const { id } = await record({ amount: 8, type: 'expense', category: 'Fornecedores', isScheduled: true })
    await put(id, { isConfirmed: true })
    const none = { income: 0, expense: 0, balance: 0, scheduledIncome: 0, scheduledExpense: 0, transferIn: 0, transferOut: 0, count: 0 }
    expect(await summary('?search=PAO')).toEqual({ ...none, income: 3, balance: 3, count: 2 })
    expect(await summary('?search=mel')).toEqual({ ...none, income: 1, balance: 1, scheduledExpense: 4, count: 1 })
    expect(await summary('?search=mel&type=expense')).toEqual({ ...none, scheduledExpense: 4 })
    expect(await summary('?search=')).toEqual({ ...none, income: 3, balance: 3, scheduledExpense: 4, count: 2 })
    expect(await summary('?category=')).toEqual({ ...none, income: 2, balance: 2, count: 1 })
    expect(await summary('?category=Fornecedores')).toEqual({ ...none, scheduledExpense: 4 })
    expect(await summary('?status=settled')).toEqual({ ...none, income: 3, balance: 3, count: 2 })
    expect(await summary('?status=not_received')).toEqual(none)
    expect(await summary('?category=Vendas&month=2026-10')).toEqual(none)
    expect(await summary('?search=bb')).toEqual(none)
  })

  it.each(['?type=all', '?month=2026-13', '?from=hoje', '?status=done', '?search=%00'])('refuses %s', async (query) => {
    expect(await get(`/summary${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('follows every correction', async () => {
    const { id } = await record({ amount: 10 })
    await put(id, { amount: 20, type: 'expense', transactionDate: '2026-12-01' })
    expect(await summary('?month=2026-11')).toMatchObject({ income: 0, expense: 0, count: 0 })
    expect(await summary('?month=2026-12')).toMatchObject({ income: 0, expense: 20, count: 1 })
    await put(id, { isScheduled: true })
    expect(await summary()).toMatchObject({ expense: 0, scheduledExpense: 20, count: 0 })
  })
})

describe('GET /transactions/categories', () => {
  const categories = async () => (await get('/categories')).body

  it('lists the categories of transactions in any state, by count and then by name', async () => {
    expect(await categories()).toEqual({ categories: [] })
    // Of the running year, and settled.
    const totals = (...all: { lastDate: string; settled: number; count: number }[]) =>
      all.map(({ settled, ...each }) => ({
        ...each,
        total: each.lastDate.slice(0, 4) === dateInSaoPaulo(new Date()).slice(0, 4) ? settled : 0,
      }))
    const own = { type: 'expense', category: 'Gás' }
    const late = await record({ ...own, transactionDate: '2099-12-24', isScheduled: true })
    await record({ ...own, transactionDate: '2026-11-02' })
    await record({ ...own, type: 'income', transactionDate: '2026-10-01' })
    await record({ category: null })
    const sold = await record()
    const [gas, sales] = [
      { ...own, count: 2, lastDate: '2026-11-02', settled: 1450 },
      { type: 'income', category: 'Vendas', count: 1, lastDate: '2026-11-20', settled: 1450 },
    ]
    const refund = { type: 'income', category: 'Gás', count: 1, lastDate: '2026-10-01', settled: 1450 }
    expect(await categories()).toEqual({ categories: totals(gas, refund, sales) })
    expect((await put(late.id, { isConfirmed: true, isReceived: false })).status).toBe(200)
    expect(await categories()).toEqual({ categories: totals(gas, refund, sales) })
    await server.send('DELETE', `/transactions/${late.id}`, { token })
    await put(sold.id, { category: null })
    expect(await categories()).toEqual({ categories: totals({ ...gas, count: 1 }, refund) })
  })

  it('dates a category by its latest transaction until today, and by the earliest one where all are to come', async () => {
    const at = (category: string, transactionDate: string) => record({ category, transactionDate, isScheduled: true })
    for (const date of ['2026-09-03', '2026-10-04', '2099-01-05']) await at('Vendas', date)
    for (const date of ['2099-03-05', '2099-02-05']) await at('Serviços', date)
    expect((await categories()).categories).toMatchObject([
      { category: 'Vendas', lastDate: '2026-10-04' },
      { category: 'Serviços', lastDate: '2099-02-05' },
    ])
  })
})

describe('the spelling of a category', () => {
  it('is the one that exists, for new and corrected transactions', async () => {
    const own = { type: 'expense', category: 'Café da manhã' }
    const first = await record(own)
    expect(await record({ ...own, category: 'CAFE\u0301 da\u200b manhã' })).toMatchObject(own)
    expect(await record({ ...own, category: 'fornecedores' })).toMatchObject({ category: 'Fornecedores' })
    const other = await record({ ...own, category: null })
    expect((await put(other.id, { category: 'cafe da manha' })).body.transaction).toMatchObject(own)
    expect((await put(first.id, { category: 'Café da Manhã' })).body.transaction).toMatchObject(own)
    expect((await get('/categories')).body.categories).toMatchObject([
      { ...own, count: 3 },
      { category: 'Fornecedores', count: 1 },
    ])
  })
})

describe('GET /transactions/summary/months', () => {
  const months = async (query = '') => (await get(`/summary/months${query}`)).body.months

  it('totals each month, oldest first, including empty ones', async () => {
    await record({ amount: 0.1, transactionDate: '2025-12-31' })
    await record({ amount: 10, transactionDate: '2026-02-01' })
    await record({ amount: 3, type: 'expense', transactionDate: '2026-02-28' })
    await record({ amount: 5, transactionDate: '2026-02-28', isScheduled: true })
    await record({ amount: 7, transactionDate: '2026-03-01' })
    const none = { income: 0, expense: 0, balance: 0, scheduledIncome: 0, scheduledExpense: 0, transferIn: 0, transferOut: 0, count: 0 }
    expect(await months('?count=3&until=2026-02')).toEqual([
      { month: '2025-12', ...none, income: 0.1, balance: 0.1, count: 1 },
      { month: '2026-01', ...none },
      { month: '2026-02', ...none, income: 10, expense: 3, balance: 7, scheduledIncome: 5, count: 2 },
    ])
    for (const { month, ...totals } of await months('?count=36&until=2026-03')) expect(await summary(`?month=${month}`)).toEqual(totals)
  })

  it('defaults to six months up to this month of São Paulo', async () => {
    const asked: string[] = (await months()).map(({ month }: { month: string }) => month)
    expect([asked.length, asked.at(-1)]).toEqual([6, monthOf(dateInSaoPaulo(new Date()))])
    expect(asked).toEqual(asked.toSorted())
    expect(await months('?count=1')).toHaveLength(1)
  })

  it.each(['?count=0', '?count=37', '?count=x', '?count=-1', '?until=2026-13', '?until=2026-1', '?until=2026-01-01'])(
    'refuses %s',
    async (query) => {
      expect(await get(`/summary/months${query}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    },
  )

  it('is in the published contract with its filters', async () => {
    const { body } = await server.send('GET', '/openapi.json')
    const filtersOf = (path: string) =>
      body.paths[path].get.parameters
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map(({ name }: { name: string }) => name)
    expect(filtersOf('/api/transactions/summary/months')).toEqual(['count', 'until', 'lowest'])
    const filters = filtersOf('/api/transactions/summary')
    expect(filters.toSorted()).toEqual(['amount', 'attachments', 'category', 'from', 'month', 'search', 'status', 'to', 'type', 'walletId'])
  })
})

describe('every call', () => {
  it('requires a session, and keeps accounts apart', async () => {
    const { id } = await record()
    const other = await server.register()
    expect((await server.send('GET', '/transactions')).body).toEqual({
      error: 'Sessão expirada. Faça login novamente.',
      code: 'UNAUTHENTICATED',
    })
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const { status } = await server.send(method, `/transactions/${id}${path}`, {
        token: other.token,
        ...(method === 'PUT' && { body: { amount: 1 } }),
      })
      expect(status).toBe(404)
    }
    expect((await get(`/${id}`)).status).toBe(200)
  })

  it('remembers an idempotency key with its answer', async () => {
    const key = newKey()
    const send = (body: object, path = '/transactions') => server.send('POST', path, { token, body, headers: { 'idempotency-key': key } })
    const first = await send(sale)
    const { description, ...rest } = sale
    const second = await send({ ...rest, description })
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(await send({ ...sale, amount: 2 })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    expect(await listed()).toHaveLength(1)
    expect(await server.send('POST', '/transactions', { token, body: sale, headers: { 'idempotency-key': 'x' } })).toMatchObject({
      status: 400,
    })
  })

  it('replays a deletion as the deletion it was', async () => {
    const { id } = await record()
    const headers = { 'idempotency-key': newKey() }
    for (const replayed of [undefined, 'true']) {
      const answer = await server.send('DELETE', `/transactions/${id}`, { token, headers })
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([204, replayed])
    }
  })

  it.each([
    ['a path that names nothing', 'GET', '/transactions/abc', {}, 404],
    ['an unknown path', 'GET', '/nowhere', {}, 404],
    ['a wrong method', 'PATCH', '/transactions', {}, 404],
    ['another content type', 'POST', '/transactions', { 'content-type': 'text/plain' }, 415],
    ['a body that is no JSON', 'POST', '/transactions', { 'content-type': 'application/json' }, 400],
  ] as const)("answers %s in the contract's format", async (_, method, url, headers, status) => {
    const answer = await server.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(method === 'POST' && { payload: '{' }),
    })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['error', 'code']])
  })

  it('refuses a body over 100 kB', async () => {
    expect(await server.send('POST', '/transactions', { token, body: { ...sale, description: 'x'.repeat(110_000) } })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    })
  })
})

describe('GET /transactions/descriptions', () => {
  const descriptions = async (query = '') => (await get(`/descriptions${query}`)).body.descriptions
  const today = dateInSaoPaulo(new Date())
  const monthsAgo = (months: number) => addMonths(`${monthOf(today)}-01`, -months)

  it('lists what things were called, as the latest of each has it, most used first', async () => {
    const mill = { type: 'expense', description: 'Moinho 1', category: null, transactionDate: monthsAgo(2) }
    await record(mill)
    const latest = await record({
      ...mill,
      description: 'MÓINHO  22',
      amount: 312.4,
      category: 'Fornecedores',
      transactionDate: monthsAgo(1),
    })
    await record({ ...mill, type: 'income', category: 'Vendas' })
    const often = { description: 'Aluguel', type: 'expense', category: 'Aluguel' }
    for (const months of [0, 1, 23]) await record({ ...often, transactionDate: monthsAgo(months) })
    await record({ ...often, transactionDate: monthsAgo(24) })
    const gone = await record({ description: 'Engano', transactionDate: monthsAgo(1) })
    await server.send('DELETE', `/transactions/${gone.id}`, { token })
    const cash = (await server.send('POST', '/wallets', { token, body: { name: 'Caixa', kind: 'cash' } })).body.wallet
    await record({ type: 'transfer', category: null, toWalletId: cash.id, transactionDate: monthsAgo(1) })
    const { walletId } = latest
    expect(await descriptions()).toEqual([
      { description: 'Aluguel', type: 'expense', category: 'Aluguel', amount: 1450, walletId, count: 3, lastDate: monthsAgo(0) },
      { description: 'MÓINHO  22', type: 'expense', category: 'Fornecedores', amount: 312.4, walletId, count: 2, lastDate: monthsAgo(1) },
      { description: 'Moinho 1', type: 'income', category: 'Vendas', amount: 1450, walletId, count: 1, lastDate: monthsAgo(2) },
    ])
    expect(await descriptions('?limit=1')).toHaveLength(1)
    expect((await get('/descriptions?limit=1001')).status).toBe(400)
  })

  it('counts the same two years in every month of a year', async () => {
    const { token: other, accountId } = await server.register()
    const months = Array.from({ length: 38 }, (_, index) => addMonths('2023-12-01', index))
    const all = months.flatMap((month, index) => [
      { description: `Moinho ${index}`, type: 'expense', transactionDate: `${month.slice(0, 8)}${10 + (index % 3)}`, amount: index + 1 },
      {
        description: ['Feira', 'Ovos', 'Gás', 'Luz', 'Aluguel'][index % 5] ?? '',
        type: index % 2 ? 'income' : 'expense',
        transactionDate: month,
        amount: index + 1,
      },
    ])
    for (const body of all) expect((await server.send('POST', '/transactions', { token: other, body })).status).toBe(201)
    for (const day of months.slice(23, 36)) {
      const from = addMonths(day, -23)
      const groups = new Map<string, typeof all>()
      for (const each of all) {
        if (each.transactionDate < from || each.transactionDate >= addMonths(day, 1)) continue
        const name = `${each.type} ${alike(each.description)}`
        groups.set(name, [...(groups.get(name) ?? []), each])
      }
      const expected = [...groups.values()].map((group) => ({ count: group.length, ...group.at(-1) }))
      const { descriptions: found } = await new ListDescriptions(accountId, day, 300).answer(server.database)
      const shown = found.map(({ description, type, amount, count, lastDate }) => ({
        description,
        type,
        amount,
        count,
        transactionDate: lastDate,
      }))
      const placeOf = ({ count, transactionDate = '', description = '' }: (typeof expected)[number]) =>
        [String(1_000 - count), `${99_999_999 - Number(transactionDate.replaceAll('-', ''))}`, description].join(' ')
      expect([day, shown]).toEqual([day, expected.toSorted((one, two) => (placeOf(one) < placeOf(two) ? -1 : 1))])
      const [first] = (await new ListDescriptions(accountId, day, 1).answer(server.database)).descriptions
      expect(first).toEqual(found[0])
    }
  })
})

describe('filters of the register', () => {
  it('finds several categories, an amount, and an amount in a search', async () => {
    await record({ description: 'Pão', amount: 45.9 })
    await record({ description: 'Caixa 45,90', category: 'Outros', amount: 3 })
    await record({ description: 'Feira', category: null, amount: 7 })
    await record({ description: 'Bolo', category: 'Serviços' })
    expect(await listed('?category=Outros&category=')).toEqual(['Feira', 'Caixa 45,90'])
    expect(await listed('?amount=45.9')).toEqual(['Pão'])
    expect(await listed('?search=45,90')).toEqual(['Caixa 45,90', 'Pão'])
    expect(await listed('?search=R$ 45,90')).toEqual(['Pão'])
    expect(await summary('?search=45,90')).toMatchObject({ income: 48.9, count: 2 })
    expect(await summary('?category=Outros&category=')).toMatchObject({ income: 10, count: 2 })
    expect(await summary('?category=Vendas&status=pending')).toMatchObject({ income: 0, count: 0 })
    for (const bad of ['?amount=1.234', '?amount=-1', `?${'category=x&'.repeat(31)}`]) expect((await get(bad)).status).toBe(400)
  })
})
