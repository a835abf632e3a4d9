import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { MAX_ATTACHED_BYTES, MAX_ATTACHMENT_BYTES, attachmentTexts } from '@prumo/shared/attachment-rules'
import { v7 as newId } from 'uuid'
import { resetAccount, eraseAccount } from '../account-data/account-ending.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { Job, JobContext } from '../jobs/job-worker.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { attachmentHelpers, fileOf, shaOfBytes } from '../../test/test-attachments.js'
import { attachmentCommand } from './attachment-command.js'
import { sealPart, storePart } from './attachment-parts.js'
import { downloadLimits } from './attachment-downloads.js'
import { uploadLimits } from './attachment-uploads.js'
import { until } from '../../test/test-queue.js'
import { sweepAttachmentsWorker } from './sweep-attachments.worker.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'

let server: TestApp
let token: string
let accountId: string
let expense: string
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())
beforeEach(async () => {
  ;({ token, accountId } = await server.register())
  expense = await record()
})

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => server.send(method, path, { token, ...(body && { body }) })
const purchase = { description: 'Farinha', amount: 45.9, type: 'expense', transactionDate: '2026-11-20' }
const record = async (): Promise<string> => (await send('POST', '/transactions', purchase)).body.transaction.id
const { add, added, bytesOf, partsOf } = attachmentHelpers(
  () => server,
  () => token,
)
const verify = async (isThorough = true) => (await verifyAccount(server.database, server.reading, accountId, { isThorough })).problem
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Runs the worker as if so many days had passed. */
async function sweepAfter(days: number): Promise<void> {
  const tools = server.tools()
  const { database: present } = tools
  const clock = { now: () => present.clock.now() + days * DAY_MS }
  const database = { clock, rows: present.rows.bind(present) } as unknown as JobContext['database']
  await sweepAttachmentsWorker.run({ signal: new AbortController().signal } as Job, { ...tools, database })
}
const ageUploads = () =>
  server.database.rows({ text: 'update attachment_uploads set started_at = $2 where account_id = $1' }, [
    accountId,
    new Date(Date.now() - 25 * HOUR_MS),
  ])
const uploads = async () =>
  (await server.database.rows({ text: 'select 1 from attachment_uploads where account_id = $1' }, [accountId])).length
const run = (text: string, values: unknown[] = []) => server.owner.rows({ text }, values)

/** Where the server listens. */
async function address(): Promise<{ host: string; port: number }> {
  const http = server.app.getHttpServer()
  if (!http.listening) await server.app.listen(0, '127.0.0.1')
  return { host: '127.0.0.1', port: (http.address() as AddressInfo).port }
}

describe('the bytes of a removed receipt', () => {
  it('are deleted after 30 days and free their room', async () => {
    const { id, size } = await added(expense)
    const kept = await added(expense)
    await send('DELETE', `/attachments/${id}`)
    await sweepAfter(29)
    expect(await partsOf(accountId)).toHaveLength(2)
    expect(await server.database.rows({ text: 'select bytes from attached_bytes where account_id = $1' }, [accountId])).toEqual([
      { bytes: 2 * size },
    ])
    await sweepAfter(31)
    expect(await partsOf(accountId)).toMatchObject([{ attachmentId: kept.id }])
    expect(await server.database.rows({ text: 'select bytes from attached_bytes where account_id = $1' }, [accountId])).toEqual([
      { bytes: size },
    ])
    expect((await send('POST', `/attachments/${id}/restore`)).body).toMatchObject({ code: 'NOT_FOUND', error: attachmentTexts.gone })
    const { activity } = (await send('GET', '/activity?entity=attachment')).body
    expect(activity[0]).toMatchObject({
      type: 'AttachmentExpired',
      summary: 'Depois de 30 dias, foi apagado o comprovante recibo.png',
      undoable: false,
    })
    expect(activity[1]).toMatchObject({ type: 'AttachmentRemoved', undoable: false })
    expect((await send('POST', `/activity/${activity[1].position}/undo`, {})).status).toBe(409)
    await sweepAfter(60)
    expect(await verify()).toBeNull()
  })

  it('are deleted 30 days after its transaction, which returns without it', async () => {
    await added(expense)
    await send('DELETE', `/transactions/${expense}`)
    await sweepAfter(29)
    expect(await partsOf(accountId)).toHaveLength(1)
    await sweepAfter(31)
    expect(await partsOf(accountId)).toEqual([])
    expect((await send('POST', `/transactions/${expense}/restore`)).body.transaction.attachmentCount).toBe(0)
    expect(await verify()).toBeNull()
  })
})

describe('bytes without an event', () => {
  it('of a process that was killed between the two are swept after a day', async () => {
    const key = await loadAccountKey(server.database, server.reading.keys, accountId)
    const upload = { accountId, attachmentId: newId(), uploadId: newId() }
    await storePart(server.database, upload, 0, sealPart(key, upload, 0, 2, fileOf.png()))
    const { id } = await added(expense)
    await sweepAfter(0)
    expect(await partsOf(accountId)).toHaveLength(2)
    await ageUploads()
    await sweepAfter(0)
    expect(await partsOf(accountId)).toMatchObject([{ attachmentId: id }])
    expect(await uploads()).toBe(0)
    expect(await verify()).toBeNull()
  })

  it('of a refused request are deleted at once', async () => {
    const { id } = await added(expense)
    expect((await add(expense, fileOf.png(), { id })).status).toBe(409)
    expect(await partsOf(accountId)).toHaveLength(1)
    expect(await uploads()).toBe(0)
  })
})

describe('the quota of an account', () => {
  const fill = (bytes: number) => run('update attached_bytes set bytes = $2 where account_id = $1', [accountId, bytes])

  it('is 1 GB with removed receipts', async () => {
    await added(expense)
    await fill(MAX_ATTACHED_BYTES - 1_000)
    await added(expense, fileOf.png(1_000))
    const { status, body } = await add(expense, fileOf.png(100))
    expect([status, body]).toEqual([409, { error: attachmentTexts.full, code: 'QUOTA_EXCEEDED' }])
  })

  it('is held by two processes that add at the same time', async () => {
    await added(expense)
    await fill(MAX_ATTACHED_BYTES - 1_500)
    const context = { accountId, actor: accountId, source: 'app' as const }
    const addBy = async (writer: WritePath) => {
      const uploadId = newId()
      const details = {
        transactionId: expense,
        name: 'a',
        type: 'image/png',
        size: 1_000,
        sealedHash: '',
        plainHash: '',
        uploadId,
        parts: 1,
      } as const
      return writer.execute(attachmentCommand(context, newId(), { type: 'AddAttachment', details }, { reply: () => null }))
    }
    const writers = [1, 2].map(() => new WritePath(server.database, server.reading))
    const outcomes = await Promise.allSettled(writers.map(addBy))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'QUOTA_EXCEEDED' } })
  })
})

describe('uploads at the same time', () => {
  /** Sends the beginning of a file, whose rest the test sends. @returns the answer's status and code */
  function slowUpload(file: Buffer, sent: number) {
    const body = new PassThrough()
    body.write(file.subarray(0, sent))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': `${file.length}` }
    const url = `/api/transactions/${expense}/attachments?name=a`
    const answered = server.app.inject({ method: 'POST', url, headers, payload: body })
    return { body, answer: answered.then((answer) => [answer.statusCode, answer.json().code]) }
  }

  it('are two of an account; others wait, and are refused after a while', async () => {
    const { waitMs } = uploadLimits
    uploadLimits.waitMs = 200
    const other = await server.register()
    const sale = (await server.send('POST', '/transactions', { token: other.token, body: { ...purchase } })).body.transaction.id
    const file = fileOf.png(600_000)
    const slow = [1, 2].map(() => slowUpload(file, 300_000))
    await until(async () => (await partsOf(accountId)).length === 2)
    const refused = await add(expense, file)
    expect([refused.status, refused.body]).toEqual([503, { error: attachmentTexts.busy, code: 'UNAVAILABLE' }])
    expect(refused.headers['retry-after']).toBe('5')
    const own = token
    token = other.token
    expect((await add(sale, file)).status).toBe(201)
    token = own
    for (const { body } of slow) body.end(file.subarray(300_000))
    expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual([1, 2].map(() => [201, undefined]))
    expect((await add(expense, file)).status).toBe(201)
    uploadLimits.waitMs = waitMs
  })

  it('are refused after their time, leave nothing and free their places', async () => {
    const { bodyMs } = uploadLimits
    const file = fileOf.png(600_000)
    const slow = [1, 2].map(() => slowUpload(file, 300_000))
    await until(async () => (await partsOf(accountId)).length === 2)
    uploadLimits.bodyMs = 0
    for (const { body } of slow) body.end(file.subarray(300_000))
    expect(await Promise.all(slow.map(({ answer }) => answer))).toEqual([1, 2].map(() => [408, 'REQUEST_TIMEOUT']))
    expect([await partsOf(accountId), await uploads()]).toEqual([[], 0])
    uploadLimits.bodyMs = bodyMs
    expect((await add(expense, file)).status).toBe(201)
  })

  it('leave nothing when the client goes away', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': '900000' }
    const sent = request({ ...(await address()), method: 'POST', path: `/api/transactions/${expense}/attachments?name=a`, headers })
    sent.on('error', () => undefined)
    sent.write(fileOf.png(600_000))
    await until(async () => (await partsOf(accountId)).length === 2)
    sent.destroy()
    await until(async () => (await partsOf(accountId)).length === 0)
    await until(async () => (await uploads()) === 0)
  })
})

it('downloads at the same time have a limit for each person, which slow readers hold', async () => {
  const before = { ...downloadLimits }
  Object.assign(downloadLimits, { share: 1, waitMs: 100 })
  const { id } = await added(expense, fileOf.png(MAX_ATTACHMENT_BYTES))
  const slow = request({ ...(await address()), path: `/api/attachments/${id}`, headers: { authorization: `Bearer ${token}` } })
  slow.on('error', () => undefined).end()
  // The answer began, and nothing reads the rest of it.
  await once(slow, 'response')
  const { status, bytes } = await bytesOf(id)
  expect([status, JSON.parse(bytes.toString()).code]).toEqual([503, 'UNAVAILABLE'])
  const own = token
  token = (await server.register()).token
  expect((await bytesOf(id)).status).toBe(404)
  token = own
  slow.destroy()
  await until(async () => (await bytesOf(id)).status === 200)
  Object.assign(downloadLimits, before)
})

describe('a damaged receipt', () => {
  const damages: [string, string][] = [
    [
      'a changed byte',
      `update attachment_parts set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where account_id = $1 and part = 1`,
    ],
    ['a missing part', 'delete from attachment_parts where account_id = $1 and part = 1'],
    [
      'two parts exchanged',
      `update attachment_parts p set sealed = o.sealed from attachment_parts o where p.account_id = $1 and o.account_id = $1 and p.part = 1 - o.part and p.part < 2 and o.part < 2`,
    ],
    ['a missing last part', 'delete from attachment_parts where account_id = $1 and part = 2'],
  ]
  it.each(damages)('is an error, never a part of it, and found by verification: %s', async (_, damage) => {
    const { id } = await added(expense, fileOf.png(700_000))
    expect(await verify()).toBeNull()
    await run(damage, [accountId])
    const { status, bytes } = await bytesOf(id)
    expect([status, JSON.parse(bytes.toString())]).toEqual([500, { error: attachmentTexts.damaged, code: 'INTERNAL' }])
    expect(await verify()).toMatch(/^attachment_parts: .*receipt/)
    expect(await verify(false)).toMatch(/^attachment_parts: /)
  })

  it('is not the bytes of another receipt in its place', async () => {
    const [one, other] = [await added(expense), await added(expense)]
    const [at, from] = (await partsOf(accountId)).map(({ uploadId }) => uploadId)
    await run(
      'update attachment_parts set sealed = (select sealed from attachment_parts where account_id = $1 and upload_id = $3) where account_id = $1 and upload_id = $2',
      [accountId, at, from],
    )
    const statuses = await Promise.all([one, other].map(async ({ id }) => (await bytesOf(id)).status))
    expect(new Set(statuses)).toEqual(new Set([200, 500]))
    expect(await verify()).toMatch(/are not those that were added/)
  })
})

describe('a reset and an erasure', () => {
  const context = () => ({ accountId, actor: accountId, source: 'app' as const })
  const writer = () => new WritePath(server.database, server.reading)

  it('delete all bytes at once, also those of removed receipts and of uploads under way', async () => {
    for (const end of [() => writer().execute(resetAccount(context(), true)), () => writer().execute(eraseAccount(context(), null))]) {
      expense = await record()
      const removed = await added(expense)
      await send('DELETE', `/attachments/${removed.id}`)
      await added(expense, fileOf.png(600_000))
      const key = await loadAccountKey(server.database, server.reading.keys, accountId)
      const upload = { accountId, attachmentId: newId(), uploadId: newId() }
      await storePart(server.database, upload, 0, sealPart(key, upload, 0, 2, fileOf.png()))
      await end()
      expect(await partsOf(accountId)).toEqual([])
      expect(await verify()).toBeNull()
      if ((await run('select 1 from account_keys where account_id = $1', [accountId])).length === 0)
        await expect(storePart(server.database, upload, 1, Buffer.alloc(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await uploads()).toBe(0)
  })

  it('leave no part that a process stored after a reset before it was killed', async () => {
    const key = await loadAccountKey(server.database, server.reading.keys, accountId)
    const upload = { accountId, attachmentId: newId(), uploadId: newId() }
    const store = (part: number) => storePart(server.database, upload, part, sealPart(key, upload, part, 2, fileOf.png()))
    await store(0)
    await writer().execute(resetAccount(context(), true))
    await store(1)
    await ageUploads()
    await sweepAfter(0)
    expect(await partsOf(accountId)).toEqual([])
    expect(await uploads()).toBe(0)
  })

  it('leave nothing in the log that says what a receipt was', async () => {
    const file = fileOf.pdf('canary-receipt-content')
    await added(expense, file, { type: 'application/pdf', name: 'canary-receipt-name.pdf' })
    const [row] = (await run(`select string_agg(data::text, '') as log from events where account_id = $1`, [accountId])) as [
      { log: string },
    ]
    expect(row.log).not.toContain('canary-receipt')
    expect(row.log).not.toContain(shaOfBytes(file))
    const [parts] = (await run(`select string_agg(sealed, '') as bytes from attachment_parts where account_id = $1`, [accountId])) as [
      { bytes: Buffer },
    ]
    expect(parts.bytes.includes('canary-receipt')).toBe(false)
  })
})
