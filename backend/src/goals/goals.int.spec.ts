import { v4 as newKey, v7 as newId } from 'uuid'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token } = await server.register()))

const saved = { targetAmount: 5000, currentAmount: 1200.5 }
const oven = { title: 'Forno novo', ...saved, deadline: '2026-12-31', category: 'Equipamentos', priority: 'high' }
const unknown = '01900000-0000-7000-8000-000000000000'

async function set(changes: Record<string, unknown> = {}) {
  const { status, body } = await server.send('POST', '/goals', { token, body: { ...oven, ...changes } })
  expect(status).toBe(201)
  return body.goal
}
const get = (path: string) => server.send('GET', `/goals${path}`, { token })
const put = (id: string, body: object, headers = {}) => server.send('PUT', `/goals/${id}`, { token, body, headers })
const progress = (id: string, amount: unknown, headers = {}) =>
  server.send('PATCH', `/goals/${id}/progress`, { token, body: { amount }, headers })
const restore = (id: string) => server.send('POST', `/goals/${id}/restore`, { token })
const listed = async (query = '') => (await get(query)).body.goals.map((each: { title: string }) => each.title)
const stats = async () => (await get('/stats')).body.stats

describe('POST /goals', () => {
  it('answers like GET', async () => {
    const created = await set()
    expect(created).toEqual({
      ...oven,
      id: expect.any(String),
      userId: expect.any(String),
      completed: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: created.createdAt,
      version: 1,
    })
    expect(await get(`/${created.id}`)).toMatchObject({ status: 200, body: { goal: created } })
    expect((await get('')).body).toEqual({ goals: [created] })
  })

  it('defaults to zero and medium priority, and trims', async () => {
    const { currentAmount: _, priority: __, ...least } = oven
    const { body } = await server.send('POST', '/goals', { token, body: { ...least, title: '  Forno  ' } })
    expect(body.goal).toMatchObject({ title: 'Forno', currentAmount: 0, priority: 'medium', completed: false })
  })

  it('is completed from the target on', async () => {
    expect(await set({ currentAmount: 4999.99 })).toMatchObject({ completed: false })
    expect(await set({ currentAmount: 5000 })).toMatchObject({ completed: true })
    expect(await set({ currentAmount: 6000 })).toMatchObject({ currentAmount: 6000, completed: true })
  })

  it('accepts an id of the client, once, even after a deletion', async () => {
    const id = newId()
    await set({ id })
    expect(await server.send('POST', '/goals', { token, body: { ...oven, id } })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await server.send('DELETE', `/goals/${id}`, { token })
    expect((await server.send('POST', '/goals', { token, body: { ...oven, id } })).status).toBe(409)
    const other = await server.register()
    expect((await server.send('POST', '/goals', { token: other.token, body: { ...oven, id } })).status).toBe(201)
    // Unique per kind of entity: a task may have the same id.
    expect((await server.send('POST', '/tasks', { token, body: { title: 'Forno', id } })).status).toBe(201)
  })

  it.each([
    ['title', { title: ' ' }, 'Digite um título'],
    ['title', { title: 'x'.repeat(201) }, 'Use no máximo 200 caracteres'],
    ['targetAmount', { targetAmount: 0 }, 'O valor deve ser maior que zero'],
    ['targetAmount', { targetAmount: '5000' }, 'Digite um valor válido'],
    ['targetAmount', { targetAmount: 1.005 }, 'Use no máximo duas casas decimais'],
    ['currentAmount', { currentAmount: -0.01 }, 'O valor não pode ser negativo'],
    ['deadline', { deadline: '2025-02-30' }, 'Escolha uma data válida'],
    ['deadline', { deadline: '2025-02-28T00:00:00.000Z' }, 'Escolha uma data válida'],
    ['category', { category: 'Viagem' }, 'Escolha uma categoria'],
    ['priority', { priority: 'alta' }, 'Escolha uma prioridade'],
    ['completed', { completed: true }, 'Campo desconhecido: completed'],
  ])('refuses a bad %s %j', async (field, changes, message) => {
    const { status, body } = await server.send('POST', '/goals', { token, body: { ...oven, ...changes } })
    expect([status, body]).toEqual([400, { error: message, code: 'VALIDATION', fields: { [field]: [message] } }])
    expect(await listed()).toEqual([])
  })

  it('names the first failing rule and every missing field', async () => {
    const { body } = await server.send('POST', '/goals', { token, body: {} })
    expect(body.error).toBe('Digite um título')
    expect(Object.keys(body.fields)).toEqual(['title', 'targetAmount', 'deadline', 'category'])
  })
})

describe('PUT /goals/{id}', () => {
  it('changes the given fields and increments the version', async () => {
    const { id, createdAt } = await set()
    const changes = { targetAmount: 1200.5, category: 'Outros', deadline: '2027-01-31' }
    const { status, body } = await put(id, changes)
    expect(status).toBe(200)
    expect(body.goal).toMatchObject({ ...oven, ...changes, completed: true, version: 2, createdAt })
    expect((await get(`/${id}`)).body).toEqual(body)
  })

  it('records nothing when nothing changes', async () => {
    const created = await set()
    expect((await put(created.id, oven)).body.goal).toEqual(created)
    expect((await put(created.id, {})).body.goal).toEqual(created)
  })

  it('refuses', async () => {
    const { id } = await set()
    expect(await put(id, { targetAmount: 0 })).toMatchObject({
      status: 400,
      body: { error: 'O valor deve ser maior que zero', code: 'VALIDATION' },
    })
    expect(await put(id, { completed: true })).toMatchObject({ status: 400 })
    expect(await put(unknown, { title: 'x' })).toMatchObject({ status: 404, body: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } })
  })

  it('checks the expected version', async () => {
    const { id } = await set()
    expect((await put(id, { title: 'a' }, { 'if-match': '"1"' })).body.goal.version).toBe(2)
    expect(await put(id, { title: 'b' }, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { code: 'VERSION_MISMATCH' } })
    expect((await put(id, { title: 'b' }, { 'if-match': '*' })).status).toBe(200)
    expect((await put(id, { title: 'c' }, { 'if-match': '3' })).status).toBe(400)
    expect((await put(unknown, { title: 'c' }, { 'if-match': '"9"' })).status).toBe(404)
    expect((await progress(id, 1, { 'if-match': '"1"' })).status).toBe(412)
    expect((await server.send('DELETE', `/goals/${id}`, { token, headers: { 'if-match': '"1"' } })).status).toBe(412)
  })
})

describe('PATCH /goals/{id}/progress', () => {
  it('adds to the centavo, capped at the target', async () => {
    const { id } = await set({ currentAmount: 0.1 })
    expect((await progress(id, 0.2)).body.goal).toMatchObject({ currentAmount: 0.3, completed: false, version: 2 })
    expect((await progress(id, 999_999_999.99)).body.goal).toMatchObject({ currentAmount: 5000, completed: true, version: 3 })
    expect((await progress(id, 1)).body.goal).toMatchObject({ currentAmount: 5000, version: 3 })
  })

  it('lowers nothing above the target', async () => {
    const { id } = await set({ currentAmount: 6000 })
    expect((await progress(id, 1)).body.goal).toMatchObject({ currentAmount: 6000, version: 1 })
  })

  it('loses nothing when progress races', async () => {
    const { id } = await set({ currentAmount: 0 })
    await Promise.all(Array.from({ length: 10 }, () => progress(id, 12.34)))
    expect((await get(`/${id}`)).body.goal).toMatchObject({ currentAmount: 123.4, version: 11 })
  })

  it.each([0, -1, '10', null, undefined, 1.005, 1_000_000_000])('refuses %p in its own words', async (amount) => {
    const { id } = await set()
    const { status, body } = await progress(id, amount)
    expect([status, body]).toEqual([
      400,
      { error: 'Digite um valor válido.', code: 'VALIDATION', fields: { amount: [expect.any(String)] } },
    ])
    expect((await get(`/${id}`)).body.goal).toMatchObject({ currentAmount: 1200.5, version: 1 })
  })

  it('finds existing ones only', async () => {
    expect((await progress(unknown, 1)).status).toBe(404)
  })
})

describe('DELETE and restore', () => {
  it('deletes and restores unchanged', async () => {
    const created = await set({ currentAmount: 5000 })
    expect(await server.send('DELETE', `/goals/${created.id}`, { token })).toMatchObject({ status: 204, body: '' })
    expect((await server.send('DELETE', `/goals/${created.id}`, { token })).status).toBe(404)
    expect((await get(`/${created.id}`)).status).toBe(404)
    expect(await stats()).toMatchObject({ completed: 0, totalTarget: 0 })
    const { status, body } = await restore(created.id)
    expect([status, body.goal]).toEqual([200, { ...created, version: 3, updatedAt: body.goal.updatedAt }])
    expect((await get(`/${created.id}`)).body).toEqual(body)
    expect(await restore(created.id)).toMatchObject({ status: 409, body: { error: 'Esta meta não está excluída.' } })
    expect((await restore(unknown)).status).toBe(404)
  })
})

describe('GET /goals', () => {
  it('lists active ones by deadline then creation, then completed ones, newest first', async () => {
    await set({ title: 'done first', deadline: '2026-01-01', currentAmount: 5000 })
    await set({ title: 'late', deadline: '2027-01-01' })
    await set({ title: 'soon', deadline: '2026-06-01' })
    await set({ title: 'soon too', deadline: '2026-06-01' })
    await set({ title: 'done last', deadline: '2028-01-01', currentAmount: 6000 })
    expect(await listed()).toEqual(['soon', 'soon too', 'late', 'done last', 'done first'])
    expect(await listed('?status=active')).toEqual(['soon', 'soon too', 'late'])
    expect(await listed('?status=completed')).toEqual(['done last', 'done first'])
    expect(await listed('?surprise=1')).toHaveLength(5)
    expect(await get('?status=done')).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe('GET /goals/stats', () => {
  it('is zero without goals', async () => {
    expect(await stats()).toEqual({ active: 0, completed: 0, totalTarget: 0, totalCurrent: 0, completionRate: 0 })
  })

  it('counts and adds up to the centavo', async () => {
    await set({ targetAmount: 0.2, currentAmount: 0.1 })
    await set({ targetAmount: 0.1, currentAmount: 0.2 })
    await set({ targetAmount: 999_999_999.99, currentAmount: 0 })
    await set({ targetAmount: 999_999_999.99, currentAmount: 0 })
    expect(await stats()).toEqual({ active: 3, completed: 1, totalTarget: 2_000_000_000.28, totalCurrent: 0.3, completionRate: 0.25 })
  })
})

describe('every call', () => {
  it('requires a session, and keeps accounts apart', async () => {
    const { id } = await set()
    const other = await server.register()
    expect((await server.send('GET', '/goals')).status).toBe(401)
    const calls = [
      ['GET', ''],
      ['PUT', '', { title: 'x' }],
      ['PATCH', '/progress', { amount: 1 }],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await server.send(method, `/goals/${id}${path}`, { token: other.token, body })).status).toBe(404)
    }
    expect((await get(`/${id}`)).body.goal.version).toBe(1)
    expect((await server.send('GET', '/goals', { token: other.token })).body).toEqual({ goals: [] })
  })

  it('has one effect under one idempotency key', async () => {
    const { id } = await set({ currentAmount: 0 })
    const headers = { 'idempotency-key': newKey() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => progress(id, 10, headers)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(3)
    expect((await get(`/${id}`)).body.goal).toMatchObject({ currentAmount: 10, version: 2 })
    expect(await progress(id, 11, headers)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  it('stores titles sealed', async () => {
    const { id } = await set({ title: 'Casamento da Ana' })
    await put(id, { title: 'Casamento da Bia' })
    const stored = { text: 'select data::text from events where entity_id = $1 order by seq' }
    const rows = await server.database.rows<{ data: string }>(stored, [id])
    expect(rows).toHaveLength(2)
    for (const { data } of rows) expect(data).not.toContain('Casamento')
    expect(rows[0]?.data).toContain('Equipamentos')
  })
})
