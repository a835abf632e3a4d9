import { randomUUID } from 'node:crypto'
import { accountExport } from '@prumo/shared/account-data'
import { attachmentTexts } from '@prumo/shared/attachment-rules'
import type { Attachment } from '@prumo/shared/attachments'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { attachmentHelpers, fileOf, shaOfBytes } from '../../test/test-attachments.js'
import { ago, restoreHelpers, type RestorePerson } from '../../test/test-restores.js'

let server: TestApp
let token: string
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

const { as, copyOf, restoreOf, run, verify } = restoreHelpers(() => server)
const { add, added, bytesOf, partsOf } = attachmentHelpers(
  () => server,
  () => token,
)
const purchase = { description: 'Farinha', amount: 45.9, type: 'expense', transactionDate: ago(3) }

/** A person with two transactions, one of them an occurrence, and three receipts. */
async function withReceipts(): Promise<{
  person: RestorePerson
  files: Map<string, Buffer<ArrayBuffer>>
  ids: { sale: string; rent: string }
}> {
  const person = await server.register()
  token = person.token
  const send = as(person)
  const sale = (await send('POST', '/transactions', purchase)).body.transaction.id
  const every = { kind: 'recurring', type: 'expense', description: 'Aluguel', amount: 900, start: ago(2), every: 'month' }
  const rent = (await send('POST', '/recurrences', every)).body.transactions[0].id
  const sent: [string, Buffer<ArrayBuffer>][] = [
    [sale, fileOf.png(300_000)],
    [sale, fileOf.jpeg()],
    [rent, fileOf.pdf()],
  ]
  const files = new Map<string, Buffer<ArrayBuffer>>()
  for (const [index, [transactionId, file]] of sent.entries()) {
    const type = ['image/png', 'image/jpeg', 'application/pdf'][index] as string
    files.set((await added(transactionId, file, { type, name: `recibo ${index}` })).id, file)
  }
  return { person, files, ids: { sale, rent } }
}

it('a copy names receipts with the hashes of their bytes, which are given without a subscription', async () => {
  const { person, files } = await withReceipts()
  const [removed] = files.keys()
  await as(person)('DELETE', `/attachments/${removed}`)
  const copy = accountExport.parse(await copyOf(person))
  expect(copy.attachments).toHaveLength(2)
  for (const { id, sha256, size } of copy.attachments) {
    const file = files.get(id) as Buffer<ArrayBuffer>
    expect([sha256, size]).toEqual([shaOfBytes(file), file.length])
    expect((await bytesOf(id, '/data/attachments')).bytes.equals(file)).toBe(true)
  }
})

it('receipts return one by one, interrupted and gone on with, each once', async () => {
  const { person, files, ids } = await withReceipts()
  const copy = await copyOf(person)
  const other = await server.register()
  token = other.token
  const send = as(other)
  const started = await send('POST', '/data/restore', copy)
  expect(started.body.restore).toMatchObject({ state: 'running', attachments: 3 })
  const { id } = started.body.restore
  const path = `/data/restore/${id}/attachments`
  const bring = (of: Attachment, file: Buffer<ArrayBuffer>, more = {}) => add('', file, { path, id: of.id, type: of.type, ...more })
  const [first, second, third] = copy.attachments as unknown as [Attachment, Attachment, Attachment]
  const fileOfCopy = (of: Attachment) => files.get(of.id) as Buffer<ArrayBuffer>
  expect((await bring(first, fileOfCopy(first))).status).toBe(409)
  await run(other, id)
  expect(await restoreOf(other, id)).toMatchObject({ state: 'done', attachments: 3, problems: [] })
  const copied = copy.attachments.map((each) => each.id).toSorted()
  expect((await send('GET', path)).body).toEqual({ missing: copied })
  expect((await send('GET', `${path}?after=${copied[0]}`)).body).toEqual({ missing: copied.slice(1) })

  const key = randomUUID()
  const brought = await bring(first, fileOfCopy(first), { key })
  expect([brought.status, brought.body.attachment]).toEqual([
    201,
    { ...first, id: expect.any(String), transactionId: expect.any(String), sha256: undefined, version: 1 },
  ])
  // A lost reply, and another device that sends it again.
  for (const more of [{ key }, {}]) expect((await bring(first, fileOfCopy(first), more)).body).toEqual(brought.body)
  expect((await bring(second, fileOfCopy(third))).status).toBe(second.type === third.type ? 400 : 415)
  const otherBytes = Buffer.concat([fileOfCopy(second), Buffer.from('x')])
  expect((await bring(second, otherBytes)).body).toMatchObject({ code: 'VALIDATION', error: attachmentTexts.otherBytes })
  expect((await bring({ ...first, id: randomUUID() }, fileOfCopy(first))).status).toBe(404)
  expect(await restoreOf(other, id)).toMatchObject({ attachments: 2 })
  for (const each of [second, third]) expect((await bring(each, fileOfCopy(each))).status).toBe(201)
  expect(await restoreOf(other, id)).toMatchObject({ attachments: 0 })
  expect((await send('GET', path)).body).toEqual({ missing: [] })

  const again = await copyOf(other)
  const facts = (attachments: readonly { name: string; size: number; sha256: string; createdAt: string }[]) =>
    attachments
      .map(({ name, size, sha256, createdAt }) => ({ name, size, sha256, createdAt }))
      .toSorted((one, two) => (one.name < two.name ? -1 : 1))
  expect(facts(again.attachments)).toEqual(facts(copy.attachments))
  const counts = (transactions: typeof copy.transactions) =>
    transactions.map(({ description, attachmentCount }) => [description, attachmentCount])
  expect(counts(again.transactions)).toEqual(counts(copy.transactions))
  expect(counts(again.transactions)).toContainEqual(['Aluguel', 1])
  expect(ids.sale).not.toBe(again.transactions.find(({ description }) => description === 'Farinha')?.id)
  for (const { id: restored, sha256 } of again.attachments) expect(shaOfBytes((await bytesOf(restored)).bytes)).toBe(sha256)
  expect(await partsOf(other.accountId)).toHaveLength(4)
  expect(await verify(other)).toBeNull()
})

it('a reset ends what is missing, and the copy can be restored again', async () => {
  const { person, files } = await withReceipts()
  const copy = await copyOf(person)
  const first = (await as(person)('POST', '/data/restore', copy)).body
  expect(first).toMatchObject({ code: 'CONFLICT' })
  await server.confirm(token)
  expect((await as(person)('POST', '/data/reset', { confirm: true })).status).toBe(204)
  expect(await partsOf(person.accountId)).toEqual([])
  const { id } = (await as(person)('POST', '/data/restore', copy)).body.restore
  await run(person, id)
  const receipt = copy.attachments[0] as Attachment
  const path = `/data/restore/${id}/attachments`
  expect((await add('', files.get(receipt.id) as Buffer<ArrayBuffer>, { path, id: receipt.id, type: receipt.type })).status).toBe(201)
  await server.confirm(token)
  await as(person)('POST', '/data/reset', { confirm: true })
  expect((await as(person)('GET', path)).status).toBe(404)
  expect(await server.database.rows({ text: 'select 1 from restore_attachments where account_id = $1' }, [person.accountId])).toEqual([])
  expect(await verify(person)).toBeNull()
})

it('a copy whose receipt is of no transaction of it is refused', async () => {
  const { person } = await withReceipts()
  const copy = await copyOf(person)
  const other = await server.register()
  const [receipt, ...rest] = copy.attachments
  const send = as(other)
  expect(
    (await send('POST', '/data/restore', { ...copy, attachments: [{ ...receipt, transactionId: randomUUID() }, ...rest] })).status,
  ).toBe(400)
  expect((await send('POST', '/data/restore', { ...copy, attachments: [receipt, receipt] })).status).toBe(400)
  const before: object = { ...copy, attachments: undefined }
  expect((await send('POST', '/data/restore', before)).status).toBe(202)
})
