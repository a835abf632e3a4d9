import { ruleTexts } from '@prumo/shared/rule-texts'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { token, headers, ...(body && { body }) })
const mill = { text: 'moinho', category: 'Fornecedores' }

it('adds, lists by text, changes, deletes and restores rules', async () => {
  const zebra = (await send('POST', '/rules', { text: 'Zebra', category: 'Outros' })).body.rule
  const { status, body } = await send('POST', '/rules', mill)
  expect([status, body.rule]).toEqual([
    201,
    {
      ...mill,
      id: expect.any(String),
      type: null,
      description: null,
      uses: 0,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: body.rule.createdAt,
    },
  ])
  const { id } = body.rule
  expect((await send('GET', '/rules')).body).toEqual({ rules: [body.rule, zebra] })
  expect(await send('POST', '/rules', { text: ' MÓINHO ', category: 'Outros' })).toMatchObject({
    status: 409,
    body: { error: ruleTexts.exists },
  })
  const changed = await send('PUT', `/rules/${id}`, { description: 'Moinho Central' }, { 'If-Match': '"1"' })
  expect(changed.body.rule).toMatchObject({ description: 'Moinho Central', version: 2 })
  expect((await send('PUT', `/rules/${id}`, { category: 'Outros' }, { 'If-Match': '"1"' })).status).toBe(412)
  expect((await send('DELETE', `/rules/${id}`)).status).toBe(204)
  expect((await send('GET', `/rules/${id}`)).status).toBe(404)
  expect((await send('POST', `/rules/${id}/restore`)).body.rule).toMatchObject({ description: 'Moinho Central', version: 4 })
  const { activity } = (await send('GET', '/activity?entity=rule')).body
  expect(activity.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Você restaurou a regra moinho',
    'Você excluiu a regra moinho',
    'Você mudou a regra moinho',
    'Você criou a regra moinho',
    'Você criou a regra Zebra',
  ])
  expect((await send('POST', `/activity/${activity[4].position}/undo`)).status).toBe(200)
  expect((await send('GET', '/rules')).body.rules).toHaveLength(1)
  expect((await verifyAccount(server.database, server.reading, accountId)).problem).toBeNull()
})

it('counts the transactions recorded with a category that came from a rule, without a new version', async () => {
  const { rule } = (await send('POST', '/rules', mill)).body
  const sale = { description: 'Moinho', amount: 10, type: 'expense', category: 'Fornecedores', transactionDate: '2026-11-20' }
  const { transaction } = (await send('POST', '/transactions', { ...sale, ruleId: rule.id })).body
  expect((await send('POST', '/transactions', { ...sale, ruleId: newId() })).status).toBe(201)
  await send('DELETE', `/transactions/${transaction.id}`)
  expect((await send('GET', '/rules')).body.rules).toEqual([{ ...rule, uses: 1 }])
  expect((await send('PUT', `/rules/${rule.id}`, { text: 'moinho central' })).body.rule).toMatchObject({ uses: 1, version: 2 })
  expect((await verifyAccount(server.database, server.reading, accountId)).problem).toBeNull()
})
