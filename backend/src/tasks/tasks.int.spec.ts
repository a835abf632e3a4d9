import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { MAX_TASKS } from '@prumo/shared/limits'
import { taskTexts } from '@prumo/shared/task-rules'
import { v4 as newKey, v7 as newId } from 'uuid'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token } = await server.register()))

const shop = { title: 'Vender pela internet', type: 'objective', estimatedCost: 350.5, estimatedDate: '2026-12-15', priority: 'high' }
const unknown = '01900000-0000-7000-8000-000000000000'

async function add(changes: Record<string, unknown> = {}) {
  const { status, body } = await server.send('POST', '/tasks', { token, body: { ...shop, ...changes } })
  expect(status).toBe(201)
  return body.task
}
/** Copies a task's row so many times. */
const FILL = {
  text: `
    insert into task_list
    select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).* from task_list t, generate_series(1, $2)
      where t.id = $1`,
}
const get = (path: string) => server.send('GET', `/tasks${path}`, { token })
const put = (id: string, body: object, headers = {}) => server.send('PUT', `/tasks/${id}`, { token, body, headers })
const toggle = (id: string, headers = {}) => server.send('PATCH', `/tasks/${id}/toggle`, { token, headers })
const listed = async (query = '') => (await get(query)).body.tasks.map((each: { title: string }) => each.title)
const restore = (id: string) => server.send('POST', `/tasks/${id}/restore`, { token })
async function eventTypes(id: string): Promise<string[]> {
  const rows = await server.database.rows<{ type: string }>({ text: 'select type from events where entity_id = $1 order by seq' }, [id])
  return rows.map(({ type }) => type)
}

/** Today in São Paulo during an action, also if midnight passes. */
async function todayDuring<T>(act: () => Promise<T>): Promise<{ result: T; days: string[] }> {
  const before = dateInSaoPaulo(new Date())
  const result = await act()
  return { result, days: [before, dateInSaoPaulo(new Date())] }
}

describe('POST /tasks', () => {
  it('answers like GET', async () => {
    const created = await add()
    expect(created).toEqual({
      ...shop,
      id: expect.any(String),
      userId: expect.any(String),
      completed: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: created.createdAt,
      version: 1,
    })
    expect(await get(`/${created.id}`)).toMatchObject({ status: 200, body: { task: created } })
    expect((await get('')).body).toEqual({ tasks: [created] })
  })

  it.each([{}, { estimatedCost: null, estimatedDate: null }])('needs no more than a title: %j', async (rest) => {
    const { result, days } = await todayDuring(() => server.send('POST', '/tasks', { token, body: { title: ' Ligar ', ...rest } }))
    expect(result.status).toBe(201)
    expect(result.body.task).toMatchObject({ title: 'Ligar', type: 'task', estimatedCost: 0, priority: 'medium', completed: false })
    expect(days).toContain(result.body.task.estimatedDate)
  })

  it.each([
    ['low', 'low'],
    ['medium', 'medium'],
    ['high', 'high'],
    ['baixa', 'low'],
    ['media', 'medium'],
    ['média', 'medium'],
    ['alta', 'high'],
  ])('reads the priority %s as %s', async (priority, stored) => {
    const { id } = await add({ priority })
    expect((await get(`/${id}`)).body.task.priority).toBe(stored)
    expect((await put((await add({ priority: stored === 'low' ? 'high' : 'low' })).id, { priority })).body.task.priority).toBe(stored)
  })

  it('accepts an id of the client, once, even after a deletion', async () => {
    const id = newId()
    await add({ id })
    expect(await server.send('POST', '/tasks', { token, body: { ...shop, id } })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await server.send('DELETE', `/tasks/${id}`, { token })
    expect((await server.send('POST', '/tasks', { token, body: { ...shop, id } })).status).toBe(409)
  })

  it('accepts as many as the quota, and one more after a deletion', async () => {
    const { id } = await add()
    await server.database.rows(FILL, [id, MAX_TASKS - 1])
    const refused = { status: 409, body: { error: taskTexts.tooMany, code: 'QUOTA_EXCEEDED' } }
    expect(await server.send('POST', '/tasks', { token, body: shop })).toMatchObject(refused)
    expect((await get('')).body.tasks).toHaveLength(MAX_TASKS)
    await server.send('DELETE', `/tasks/${id}`, { token })
    await add()
    expect(await restore(id)).toMatchObject(refused)
  })

  it.each([
    ['title', { title: '' }, 'Digite um título'],
    ['title', { title: 'x'.repeat(201) }, 'Use no máximo 200 caracteres'],
    ['type', { type: 'dream' }, 'Escolha objetivo, problema ou tarefa'],
    ['estimatedCost', { estimatedCost: -1 }, 'O valor não pode ser negativo'],
    ['estimatedCost', { estimatedCost: '1' }, 'Digite um valor válido'],
    ['estimatedDate', { estimatedDate: '2025-02-30' }, 'Escolha uma data válida'],
    ['priority', { priority: 'urgente' }, 'Escolha uma prioridade'],
    ['priority', { priority: '__proto__' }, 'Escolha uma prioridade'],
    ['completed', { completed: false }, 'Campo desconhecido: completed'],
  ])('refuses a bad %s %j', async (field, changes, message) => {
    const { status, body } = await server.send('POST', '/tasks', { token, body: { ...shop, ...changes } })
    expect([status, body]).toEqual([400, { error: message, code: 'VALIDATION', fields: { [field]: [message] } }])
    expect(await listed()).toEqual([])
  })
})

describe('PUT /tasks/{id}', () => {
  it('changes the given fields and increments the version', async () => {
    const { id, createdAt } = await add()
    const { status, body } = await put(id, { title: 'Vender', type: 'problem', estimatedCost: 0, completed: true })
    expect(status).toBe(200)
    expect(body.task).toMatchObject({ ...shop, title: 'Vender', type: 'problem', estimatedCost: 0, completed: true, version: 2, createdAt })
    expect((await get(`/${id}`)).body).toEqual(body)
    expect(await eventTypes(id)).toEqual(['TaskAdded', 'TaskCorrected'])
  })

  it('reads a cost of null as zero and a date of null as today', async () => {
    const { id } = await add()
    const { result, days } = await todayDuring(() => put(id, { estimatedCost: null, estimatedDate: null }))
    expect(result.body.task).toMatchObject({ title: shop.title, estimatedCost: 0 })
    expect(days).toContain(result.body.task.estimatedDate)
  })

  it('completes and reopens', async () => {
    const { id } = await add()
    expect((await put(id, { completed: true })).body.task).toMatchObject({ completed: true, version: 2 })
    expect((await put(id, { completed: true })).body.task).toMatchObject({ completed: true, version: 2 })
    expect((await put(id, { ...shop, completed: false })).body.task).toMatchObject({ completed: false, version: 3 })
    expect(await eventTypes(id)).toEqual(['TaskAdded', 'TaskCompleted', 'TaskReopened'])
  })

  it('records nothing when nothing changes', async () => {
    const created = await add()
    expect((await put(created.id, shop)).body.task).toEqual(created)
    expect((await put(created.id, {})).body.task).toEqual(created)
  })

  it('refuses', async () => {
    const { id } = await add()
    expect(await put(id, { completed: 1 })).toMatchObject({ status: 400, body: { error: 'Use verdadeiro ou falso', code: 'VALIDATION' } })
    expect(await put(id, { id })).toMatchObject({ status: 400 })
    expect(await put(unknown, { title: 'x' })).toMatchObject({ status: 404, body: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } })
  })

  it('checks the expected version', async () => {
    const { id } = await add()
    expect((await put(id, { title: 'a' }, { 'if-match': '"1"' })).body.task.version).toBe(2)
    expect(await put(id, { title: 'b' }, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { code: 'VERSION_MISMATCH' } })
    expect((await put(unknown, { title: 'c' }, { 'if-match': '"9"' })).status).toBe(404)
    expect((await toggle(id, { 'if-match': '"1"' })).status).toBe(412)
    expect((await toggle(id, { 'if-match': '"2"' })).status).toBe(200)
    expect((await server.send('DELETE', `/tasks/${id}`, { token, headers: { 'if-match': '"1"' } })).status).toBe(412)
  })
})

describe('PATCH /tasks/{id}/toggle', () => {
  it('goes there and back', async () => {
    const { id } = await add()
    expect(await toggle(id)).toMatchObject({ status: 200, body: { task: { id, completed: true, version: 2 } } })
    expect((await toggle(id)).body.task).toMatchObject({ completed: false, version: 3 })
    expect((await get(`/${id}`)).body.task).toMatchObject({ completed: false, version: 3 })
    expect((await toggle(unknown)).status).toBe(404)
  })

  it('toggles once under one idempotency key', async () => {
    const { id } = await add()
    const headers = { 'idempotency-key': newKey() }
    const [first, second] = [await toggle(id, headers), await toggle(id, headers)]
    expect(second.body).toEqual(first.body)
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect((await get(`/${id}`)).body.task).toMatchObject({ completed: true, version: 2 })
  })
})

describe('DELETE and restore', () => {
  it('deletes and restores unchanged', async () => {
    const { id } = await add()
    const { body: toggled } = await toggle(id)
    expect(await server.send('DELETE', `/tasks/${id}`, { token })).toMatchObject({ status: 204, body: '' })
    expect((await server.send('DELETE', `/tasks/${id}`, { token })).status).toBe(404)
    expect((await get(`/${id}`)).status).toBe(404)
    const { status, body } = await restore(id)
    expect([status, body.task]).toEqual([200, { ...toggled.task, version: 4, updatedAt: body.task.updatedAt }])
    expect((await get(`/${id}`)).body).toEqual(body)
    expect(await restore(id)).toMatchObject({ status: 409, body: { error: 'Este item não está excluído.' } })
    expect((await restore(unknown)).status).toBe(404)
  })
})

describe('GET /tasks', () => {
  it('lists open ones first, then by priority, then newest first', async () => {
    const named = [
      ['a', 'low'],
      ['b', 'high'],
      ['c', 'medium'],
      ['d', 'high'],
    ]
    for (const [title, priority] of named) await add({ title, priority })
    await toggle((await add({ title: 'e', priority: 'low' })).id)
    await toggle((await add({ title: 'f', priority: 'high' })).id)
    expect(await listed()).toEqual(['d', 'b', 'c', 'a', 'f', 'e'])
  })

  it('filters', async () => {
    await add({ title: 'a' })
    await add({ title: 'b', type: 'problem' })
    await toggle((await add({ title: 'c', type: 'problem' })).id)
    expect(await listed('?type=problem')).toEqual(['b', 'c'])
    expect(await listed('?completed=false')).toEqual(['b', 'a'])
    expect(await listed('?completed=true&type=problem')).toEqual(['c'])
    expect(await listed('?type=task')).toEqual([])
    expect(await listed('?surprise=1')).toHaveLength(3)
  })

  it.each(['?type=all', '?completed=1', '?completed='])('refuses %s', async (query) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})

describe('GET /tasks/stats', () => {
  it('counts each type, including empty ones', async () => {
    const none = { done: 0, total: 0 }
    expect((await get('/stats')).body).toEqual({ stats: { objective: none, problem: none, task: none } })
    await add()
    await toggle((await add()).id)
    await toggle((await add({ type: 'task' })).id)
    expect((await get('/stats')).body.stats).toEqual({ objective: { done: 1, total: 2 }, problem: none, task: { done: 1, total: 1 } })
  })
})

describe('every call', () => {
  it('requires a session, and keeps accounts apart', async () => {
    const { id } = await add()
    const other = await server.register()
    expect((await server.send('GET', '/tasks')).status).toBe(401)
    const calls = [
      ['GET', ''],
      ['PUT', '', { title: 'x' }],
      ['PATCH', '/toggle'],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await server.send(method, `/tasks/${id}${path}`, { token: other.token, body })).status).toBe(404)
    }
    expect((await get(`/${id}`)).body.task.version).toBe(1)
    expect((await server.send('GET', '/tasks', { token: other.token })).body).toEqual({ tasks: [] })
  })

  it('stores titles sealed', async () => {
    const { id } = await add({ title: 'Cobrar o Osvaldo' })
    await toggle(id)
    const stored = { text: 'select data::text from events where entity_id = $1 order by seq' }
    const rows = await server.database.rows<{ data: string }>(stored, [id])
    expect(rows).toHaveLength(2)
    for (const { data } of rows) expect(data).not.toContain('Osvaldo')
  })
})
