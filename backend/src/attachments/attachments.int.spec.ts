import { randomUUID } from 'node:crypto'
import { attachmentTexts, MAX_ATTACHMENT_BYTES } from '@prumo/shared/attachment-rules'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'
import { attachmentHelpers, fileOf } from '../../test/test-attachments.js'

let server: SharedTestApp
let token: string
let accountId: string
let expense: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => {
  ;({ token, accountId } = await server.register())
  expense = await record()
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { token, headers, ...(body && { body }) })
const get = async (path: string) => (await send('GET', path)).body
const record = async (changes: object = {}): Promise<string> => {
  const purchase = { description: 'Farinha', amount: 45.9, type: 'expense', category: 'Fornecedores', transactionDate: '2026-11-20' }
  const { status, body } = await send('POST', '/transactions', { ...purchase, ...changes })
  expect(status).toBe(201)
  return body.transaction.id
}
const { add, added, bytesOf, partsOf } = attachmentHelpers(
  () => server,
  () => token,
)
const verify = async () => (await verifyAccount(server.database, server.reading, accountId)).problem
const positionOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['prumo-seq'])

describe('a receipt', () => {
  it('is added, listed, counted and given back byte for byte', async () => {
    const file = fileOf.png(700_000)
    const id = newId()
    const { status, body, headers } = await add(expense, file, { id, name: ' Nota da farinha.png ' })
    const attachment = {
      id,
      transactionId: expense,
      name: 'Nota da farinha.png',
      type: 'image/png',
      size: file.length,
      createdAt: expect.any(String),
      version: 1,
    }
    expect([status, body]).toEqual([201, { attachment }])
    expect(positionOf({ headers })).toMatch(/\.\d+$/)
    expect(await get(`/transactions/${expense}/attachments`)).toEqual({ attachments: [body.attachment] })
    expect((await get(`/transactions/${expense}`)).transaction).toMatchObject({ attachmentCount: 1, version: 1 })
    expect((await get('/transactions')).transactions).toMatchObject([{ id: expense, attachmentCount: 1 }])
    expect(await partsOf(accountId)).toMatchObject([{ part: 0 }, { part: 1 }, { part: 2 }])
    const read = await bytesOf(id)
    expect(read.bytes.equals(file)).toBe(true)
    expect(read.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="Nota da farinha.png"; filename*=UTF-8''Nota%20da%20farinha.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
      'prumo-seq': positionOf({ headers }),
    })
    expect(await verify()).toBeNull()
  })

  it.each([
    ['image/jpeg', fileOf.jpeg()],
    ['application/pdf', fileOf.pdf('<script>app.alert(1)</script> /JavaScript')],
    ['text/xml; charset=utf-8', fileOf.xml('<!DOCTYPE bomb [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><nfeProc>&b;</nfeProc>')],
  ])('of type %s is stored as it is, never parsed', async (type, file) => {
    const { id, type: stored } = await added(expense, file, { type, name: 'recibo' })
    expect(type).toContain(stored.split('/')[1])
    const read = await bytesOf(id)
    expect([read.bytes.equals(file), read.headers['content-type']]).toEqual([true, stored])
  })

  it.each([
    ['an SVG called PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), attachmentTexts.otherType],
    ['a PDF called PNG', 'image/png', fileOf.pdf(), attachmentTexts.otherType],
    ['an empty file', 'image/png', Buffer.alloc(0), attachmentTexts.otherType],
    ['an SVG', 'image/svg+xml', Buffer.from('<svg/>'), attachmentTexts.unknownType],
    ['JSON', 'application/json', Buffer.from('{"a":1}'), attachmentTexts.unknownType],
    ['a form', 'multipart/form-data; boundary=x', Buffer.from('--x--'), attachmentTexts.unknownType],
  ])('is refused: %s', async (_, type, file, error) => {
    const { status, body } = await add(expense, file, { type })
    expect([status, body]).toEqual([415, { error, code: 'UNSUPPORTED_MEDIA_TYPE' }])
    expect(await partsOf(accountId)).toEqual([])
  })

  it('has at most 5 MB, whatever the request says of its length', async () => {
    expect((await add(expense, fileOf.png(MAX_ATTACHMENT_BYTES))).status).toBe(201)
    const { status, body } = await add(expense, fileOf.png(6_000_000))
    expect([status, body]).toEqual([413, { error: attachmentTexts.tooLarge, code: 'PAYLOAD_TOO_LARGE' }])
    const chunked = { 'transfer-encoding': 'chunked' }
    expect((await add(expense, fileOf.png(6_000_000), { headers: chunked })).status).toBe(413)
    expect((await add(expense, fileOf.png(600_000), { headers: chunked })).status).toBe(201)
    expect((await get(`/transactions/${expense}/attachments`)).attachments.map(({ size }: { size: number }) => size)).toEqual([
      MAX_ATTACHMENT_BYTES,
      600_000,
    ])
    expect(await verify()).toBeNull()
  })

  it('needs a name, a transaction of the account and an unused id', async () => {
    expect((await add(expense, fileOf.png(), { name: ' ' })).body).toMatchObject({ code: 'VALIDATION', error: attachmentTexts.nameMissing })
    expect((await add(expense, fileOf.png(), { name: 'x'.repeat(201) })).status).toBe(400)
    expect((await add(newId(), fileOf.png())).status).toBe(404)
    expect((await send('GET', `/transactions/${newId()}/attachments`)).status).toBe(404)
    const { id } = await added(expense)
    expect((await add(expense, fileOf.png(), { id })).status).toBe(409)
    const own = token
    token = (await server.register()).token
    expect((await bytesOf(id)).status).toBe(404)
    expect((await send('DELETE', `/attachments/${id}`)).status).toBe(404)
    token = own
    expect(await partsOf(accountId)).toHaveLength(1)
  })

  it('is stored once when its reply is lost', async () => {
    const [key, file] = [randomUUID(), fileOf.png(300_000)]
    const first = await add(expense, file, { key })
    const again = await add(expense, file, { key })
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true'])
    const both = await Promise.all([add(expense, file, { key: newId() }), add(expense, file, { key })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    // Query and bytes belong to the key.
    for (const sent of [{ name: 'outro.png' }, { id: newId() }]) expect((await add(expense, file, { ...sent, key })).status).toBe(422)
    expect((await add(expense, fileOf.png(), { key })).status).toBe(422)
    expect(await partsOf(accountId)).toHaveLength(4)
    expect((await get(`/transactions/${expense}`)).transaction.attachmentCount).toBe(2)
  })

  it('is stored once when a request races its repeat', async () => {
    const [key, file] = [randomUUID(), fileOf.png(600_000)]
    const answers = await Promise.all([add(expense, file, { key }), add(expense, file, { key })])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await partsOf(accountId)).toHaveLength(3)
  })
})
