import { createHash, randomUUID } from 'node:crypto'
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

  it('is saved under a name that ends as its type does', async () => {
    const { id } = await added(expense, fileOf.pdf('@echo off'), { type: 'application/pdf', name: 'nota.bat' })
    const { headers } = await bytesOf(id)
    expect(headers['content-disposition']).toBe(`attachment; filename="nota.bat.pdf"; filename*=UTF-8''nota.bat.pdf`)
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

describe('a removed receipt', () => {
  it('is gone from lists and downloads, keeps its place for 30 days, and returns', async () => {
    const { id } = await added(expense)
    expect((await send('DELETE', `/attachments/${id}`, undefined, { 'If-Match': '"7"' })).status).toBe(412)
    expect((await send('DELETE', `/attachments/${id}`, undefined, { 'If-Match': '"1"' })).status).toBe(204)
    expect((await send('DELETE', `/attachments/${id}`)).status).toBe(404)
    expect((await bytesOf(id)).status).toBe(404)
    expect(await get(`/transactions/${expense}/attachments`)).toEqual({ attachments: [] })
    expect((await get(`/transactions/${expense}`)).transaction).toMatchObject({ attachmentCount: 0, version: 1 })
    expect(await partsOf(accountId)).toHaveLength(1)
    const restored = await send('POST', `/attachments/${id}/restore`)
    expect([restored.status, restored.body.attachment]).toEqual([200, expect.objectContaining({ id, version: 3 })])
    expect((await send('POST', `/attachments/${id}/restore`)).body).toMatchObject({ code: 'CONFLICT', error: attachmentTexts.notRemoved })
    expect((await send('POST', `/attachments/${newId()}/restore`)).status).toBe(404)
    expect((await bytesOf(id)).status).toBe(200)
    expect(await verify()).toBeNull()
  })

  it('is in the history by its name, and so can be undone', async () => {
    const { id } = await added(expense, fileOf.png(), { name: 'nota.png' })
    await send('DELETE', `/attachments/${id}`)
    const { activity } = await get('/activity?entity=attachment')
    expect(activity).toMatchObject([
      { type: 'AttachmentRemoved', summary: 'Você excluiu o comprovante nota.png', undoable: true, entityId: id },
      { type: 'AttachmentAdded', summary: 'Você juntou o comprovante nota.png', undoable: false },
    ])
    expect(activity[1].changes).toEqual([{ field: 'name', before: null, after: 'nota.png' }])
    expect((await send('POST', `/activity/${activity[0].position}/undo`, {})).status).toBe(200)
    expect((await bytesOf(id)).status).toBe(200)
    const [undone] = (await get('/activity?entity=attachment')).activity
    expect(undone).toMatchObject({ type: 'AttachmentRestored', undoable: true })
    expect((await send('POST', `/activity/${undone.position}/undo`, {})).status).toBe(200)
    expect((await bytesOf(id)).status).toBe(404)
  })
})

describe('the receipts of a transaction', () => {
  it('are at most ten, without removed ones', async () => {
    const ids: string[] = []
    for (let count = 0; count < 10; count++) ids.push((await added(expense)).id)
    const { status, body } = await add(expense, fileOf.png())
    expect([status, body]).toEqual([409, { error: attachmentTexts.tooMany, code: 'QUOTA_EXCEEDED' }])
    await send('DELETE', `/attachments/${ids[0]}`)
    await added(expense)
    expect((await send('POST', `/attachments/${ids[0]}/restore`)).body).toMatchObject({ code: 'QUOTA_EXCEEDED' })
    expect((await get(`/transactions/${expense}/attachments`)).attachments).toHaveLength(10)
  })

  it('go and return with it', async () => {
    const { id } = await added(expense)
    await send('DELETE', `/transactions/${expense}`)
    expect((await bytesOf(id)).status).toBe(404)
    expect((await send('DELETE', `/attachments/${id}`)).status).toBe(404)
    expect((await send('GET', `/transactions/${expense}/attachments`)).status).toBe(404)
    expect((await add(expense, fileOf.png())).status).toBe(404)
    const restored = await send('POST', `/transactions/${expense}/restore`)
    expect(restored.body.transaction).toMatchObject({ attachmentCount: 1 })
    expect((await bytesOf(id)).status).toBe(200)
  })

  it('are counted in the answers of every command on it', async () => {
    await added(expense)
    expect((await send('PUT', `/transactions/${expense}`, { amount: 50 })).body.transaction).toMatchObject({
      attachmentCount: 1,
      version: 2,
    })
    const batch = await send('POST', '/transactions/batch', { ids: [expense], change: { category: 'Equipamentos' } })
    expect(batch.body.changed).toMatchObject([{ id: expense, attachmentCount: 1 }])
    const { id } = await added(expense)
    const countAfter = async (change: object) => (await send('PUT', `/transactions/${expense}`, change)).body.transaction.attachmentCount
    expect(await countAfter({ amount: 51 })).toBe(2)
    await send('DELETE', `/attachments/${id}`)
    expect(await countAfter({ amount: 52 })).toBe(1)
    expect(await countAfter({ amount: 53 })).toBe(1)
  })

  it('return with it whichever way it returns, also where some of them ended meanwhile', async () => {
    const countOf = async () => (await get(`/transactions/${expense}`)).transaction.attachmentCount
    const undoLatest = async () => {
      const [latest] = (await get('/activity?limit=1')).activity
      expect((await send('POST', `/activity/${latest.position}/undo`, {})).status).toBe(200)
    }
    const { id } = await added(expense)
    await added(expense)
    await send('DELETE', `/transactions/${expense}`)
    await undoLatest()
    expect(await countOf()).toBe(2)
    await send('POST', '/transactions/batch', { ids: [expense], delete: true })
    await undoLatest()
    expect(await countOf()).toBe(2)
    await send('DELETE', `/attachments/${id}`)
    await send('DELETE', `/transactions/${expense}`)
    await send('POST', `/transactions/${expense}/restore`)
    expect(await countOf()).toBe(1)
    await send('POST', `/attachments/${id}/restore`)
    expect(await countOf()).toBe(2)
    expect(await verify()).toBeNull()
  })

  it('keep it when its import is undone', async () => {
    const row = (description: string) => ({
      id: newId(),
      key: createHash('sha256').update(description).digest('hex'),
      date: '2026-11-10',
      amount: 12,
      type: 'expense',
      description,
      category: null,
    })
    const rows = [row('Padaria'), row('Mercado')]
    const { id } = (await send('POST', '/imports', { fileName: 'extrato.ofx', format: 'ofx', rows })).body.import
    const kept = String(rows[0]?.id)
    await added(kept)
    const undone = await send('POST', `/imports/${id}/undo`)
    expect(undone.body).toMatchObject({ removed: 1, kept: [kept], import: { keptCount: 1 } })
    expect((await get(`/transactions/${kept}`)).transaction.attachmentCount).toBe(1)
    expect(await verify()).toBeNull()
  })

  it('are a filter of lists and totals', async () => {
    const taken = await record({ description: 'Pró-labore', category: 'Retirada', amount: 1 })
    const lacking = await record({ description: 'Gás', amount: 30 })
    await record({ description: 'Luz', isScheduled: true, amount: 20 })
    const sale = await record({ description: 'Bolo', type: 'income', category: 'Vendas', amount: 100 })
    for (const id of [expense, sale, taken]) await added(id)
    const removed = await added(lacking)
    await send('DELETE', `/attachments/${removed.id}`)
    const ids = async (query: string) => (await get(`/transactions?${query}`)).transactions.map(({ id }: { id: string }) => id).toSorted()
    expect(await ids('attachments=some')).toEqual([expense, sale, taken].toSorted())
    expect(await ids('attachments=none')).toEqual([lacking])
    expect(await ids('attachments=some&type=expense&search=45,90')).toEqual([expense])
    expect(await ids('attachments=some&search=bolo')).toEqual([sale])
    expect(await ids('attachments=none&search=farinha')).toEqual([])
    expect(await ids('attachments=none&category=Fornecedores&from=2026-11-20')).toEqual([lacking])
    expect(await ids('attachments=none&type=income')).toEqual([])
    expect(await ids('attachments=none&status=pending')).toEqual([])
    expect((await get('/transactions/summary?attachments=none')).summary).toMatchObject({ expense: 30, income: 0, count: 1 })
    expect((await get('/transactions/summary?attachments=some&type=income')).summary).toMatchObject({ income: 100, count: 1 })
    expect((await send('GET', '/transactions?attachments=all')).status).toBe(400)
  })
})
