import { setTimeout as pause } from 'node:timers/promises'
import { logContents } from '@prumo/backend/composition/capabilities'
import { entities } from '@prumo/backend/composition/entities'
import { MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import type { Attachment } from '@prumo/shared/attachments'
import { logReading } from '../event-store/log-reading.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { Job, JobContext } from '../jobs/job-worker.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { SeededRandom } from '../../test/hostile/test-random.js'
import { MASTER_KEY, startPrograms, type TestPrograms } from '../../test/proofs/test-programs.js'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.js'
import { fileOf, shaOfBytes } from '../../test/test-attachments.js'
import { sweepAttachmentsWorker } from './sweep-attachments.worker.js'

const RECEIPTS = 500
/** Receipts after which a process is killed. */
const KILL_EVERY = 50
const ATTEMPTS = 200
const PASSWORD = 'segredo1'
const seed = Number(process.env['SEED'] ?? Date.now() % 100_000)
const random = new SeededRandom(seed)
const reading = logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))

let test: TestDatabase
let programs: TestPrograms
let token = ''
beforeAll(async () => {
  test = await createTestDatabase({ entities })
  programs = await startPrograms(test.url, { apis: 2, workers: 0 }, test.settings)
}, 120_000)
afterAll(async () => {
  await programs.close()
  await test.drop()
})

/** A request to one of the processes. @param impatience milliseconds after which the answer is dropped */
async function request(
  method: string,
  path: string,
  body?: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
  impatience = 30_000,
): Promise<Response> {
  const signal = AbortSignal.timeout(impatience)
  const sent = { authorization: `Bearer ${token}`, ...headers }
  return fetch(`${random.pick(programs.apis).origin}/api${path}`, { method, headers: sent, signal, ...(body !== undefined && { body }) })
}

const json = { 'content-type': 'application/json' }
/** As a device does: again under the same key until there is an answer. */
async function insist(
  method: string,
  path: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const answer = await request(method, path, body, headers, random.chance(0.4) ? 1 + random.below(60) : 30_000)
      if (answer.status < 500) return answer
    } catch {
      // The answer was dropped, or the process was killed.
    }
    await pause(random.below(100))
  }
  throw new Error(`No answer to ${method} ${path}`)
}

const rows = <Row>(text: string, values: unknown[] = []) => test.owner.rows<Row>({ text }, values)
const countOf = async (table: string, accountId: string) =>
  (await rows<{ count: number }>(`select count(*)::integer as count from ${table} where account_id = $1`, [accountId]))[0]?.count

it(`stores each of ${RECEIPTS} receipts once, whatever is dropped and killed, and none after an erasure (seed ${seed})`, async () => {
  const person = {
    name: 'Ana',
    email: `${random.uuid()}@exemplo.com`,
    password: PASSWORD,
    businessName: 'Ateliê',
    businessType: 'Serviços',
  }
  const registered = (await (await request('POST', '/auth/register', JSON.stringify(person), json)).json()) as {
    token: string
    user: { id: string }
  }
  token = registered.token
  const accountId = registered.user.id
  const transactions = Array.from({ length: RECEIPTS / MAX_ATTACHMENTS }, () => random.uuid())
  for (const id of transactions) {
    const purchase = { id, description: 'Farinha', amount: 10, type: 'expense', transactionDate: '2026-11-20' }
    expect((await request('POST', '/transactions', JSON.stringify(purchase), json)).status).toBe(201)
  }

  const files = new Map<string, Buffer<ArrayBuffer>>()
  const over = new AbortController()
  const killing = async () => {
    for (let next = KILL_EVERY; !over.signal.aborted; await pause(20)) {
      if (files.size < next) continue
      next += KILL_EVERY
      const killed = random.pick(programs.apis)
      await killed.kill()
      await killed.start()
    }
  }
  const sending = async (part: number) => {
    for (let n = part; n < RECEIPTS; n += 2) {
      const [id, key, file] = [random.uuid(), random.uuid(), fileOf.png(100 + random.below(random.chance(0.1) ? 2_000_000 : 300_000))]
      const path = `/transactions/${transactions[n % transactions.length]}/attachments?id=${id}&name=recibo-${n}.png`
      const answer = await insist('POST', path, file, { 'content-type': 'image/png', 'idempotency-key': key })
      expect([answer.status, await answer.json()]).toEqual([
        201,
        { attachment: expect.objectContaining({ id, size: file.length, version: 1 }) },
      ])
      files.set(id, file)
    }
  }
  const killer = killing()
  await Promise.all([sending(0), sending(1)])
  over.abort()
  await killer

  const listed: Attachment[] = []
  for (const id of transactions) {
    const answer = await request('GET', `/transactions/${id}/attachments`)
    listed.push(...((await answer.json()) as { attachments: Attachment[] }).attachments)
  }
  expect(listed.map(({ id }) => id).toSorted()).toEqual([...files.keys()].toSorted())
  for (const { id } of listed) {
    const bytes = Buffer.from(await (await request('GET', `/attachments/${id}`)).arrayBuffer())
    expect(bytes.equals(files.get(id) as Buffer)).toBe(true)
  }
  expect((await verifyAccount(test.database, reading, accountId, { isThorough: true })).problem).toBeNull()

  // What killed processes left is gone a day later, and nothing else.
  await rows('update attachment_uploads set started_at = $2 where account_id = $1', [accountId, new Date(Date.now() - 25 * 3_600_000)])
  const tools = { database: test.database } as unknown as JobContext
  await sweepAttachmentsWorker.run({ signal: new AbortController().signal } as Job, tools)
  const named = await rows<{ parts: number }>('select sum(parts)::integer as parts from attachment_list where account_id = $1', [accountId])
  expect(await countOf('attachment_parts', accountId)).toBe(named[0]?.parts)
  expect(await countOf('attachment_uploads', accountId)).toBe(0)
  const exported = (await (await request('GET', '/data/export')).json()) as { attachments: { id: string; sha256: string }[] }
  for (const { id, sha256 } of exported.attachments) expect(sha256).toBe(shaOfBytes(files.get(id) as Buffer))
  expect(exported.attachments).toHaveLength(RECEIPTS)

  expect((await request('DELETE', '/auth/account', JSON.stringify({ password: PASSWORD }), json)).status).toBe(204)
  for (const table of ['attachment_parts', 'attachment_uploads', 'attachment_list', 'attachment_counts', 'attached_bytes', 'account_keys'])
    expect([table, await countOf(table, accountId)]).toEqual([table, 0])
  expect((await verifyAccount(test.database, reading, accountId, { isThorough: true })).problem).toBeNull()
}, 1_200_000)
