import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@prumo/shared/rejections'
import { DatabaseError } from 'pg'
import { v4 as newKey, v7 as newId } from 'uuid'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { oldRepliesWorker } from '@prumo/backend/jobs/old-replies.worker'
import type { NamedStatement, Pipeline } from '@prumo/backend/platform/database/pipeline'
import { issue, openAccount, openTestLog, recordSale, writerOn, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const eventCount = async (accountId: string) =>
  (await log.database.rows<{ n: number }>({ text: 'select count(*) as n from events where account_id = $1' }, [accountId]))[0]?.n

/** Retries UNAVAILABLE: on a busy machine a command may time out in the queue, and then nothing was done. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Rejected && error.code === 'UNAVAILABLE')) throw error
      await pause(50)
    }
  }
}

describe('an idempotency key', () => {
  it('has one effect when the command arrives 50 times at once, at two processes', async () => {
    const writers = [log.writer(), log.writer()] as const
    const { accountId } = await openAccount(writers[0])
    const context = { idempotency: { key: newKey(), request: 'POST /api/transactions' } }
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => issue(writers[index % 2 === 0 ? 0 : 1], accountId, newId(), recordSale(), context)),
    )
    expect(outcomes.filter((outcome) => !outcome.replayed)).toHaveLength(1)
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome.reply))).size).toBe(1)
    expect(await eventCount(accountId)).toBe(2)
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('has one effect when the answer was lost after the commit', async () => {
    const { accountId } = await openAccount(log.writer())
    const lost = new Error('Connection terminated unexpectedly')
    const forgetful = {
      async transaction(statements: readonly NamedStatement[]): Promise<never> {
        await log.database.pipeline().transaction(statements)
        throw lost
      },
    }
    const writer = writerOn(log, log.reading, forgetful)
    const [entityId, idempotency] = [newId(), { key: newKey(), request: 'POST /api/transactions' }]
    await expect(issue(writer, accountId, entityId, recordSale(), { idempotency })).rejects.toBe(lost)
    const retried = await issue(log.writer(), accountId, newId(), recordSale(), { idempotency })
    expect(retried).toMatchObject({ replayed: true, reply: { id: entityId } })
    expect(await eventCount(accountId)).toBe(2)
  })

  it('refuses a different request, and is evaluated again after a refusal', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    const idempotency = { key: newKey(), request: 'one' }
    await expect(issue(writer, accountId, saleId, recordSale(), { idempotency })).rejects.toMatchObject({ code: 'CONFLICT' })
    const outcome = await issue(writer, accountId, newId(), recordSale(), { idempotency })
    expect(outcome.replayed).toBe(false)
    await expect(issue(writer, accountId, saleId, recordSale(), { idempotency: { ...idempotency, request: 'two' } })).rejects.toMatchObject(
      {
        code: 'IDEMPOTENCY_MISMATCH',
      },
    )
  })

  it('loses its reply after 90 days and answers every repeat with ALREADY_DONE', async () => {
    const DAY_MS = 86_400_000
    const { accountId, saleId } = await openAccount(log.writer(() => Date.now() - 100 * DAY_MS))
    const keys = [newKey(), newKey(), newKey()] as [string, string, string]
    const writer = log.writer(() => Date.now() - 95 * DAY_MS)
    for (const key of keys) await issue(writer, accountId, newId(), recordSale(), { idempotency: { key, request: 'one' } })
    await log.owner.rows({ text: 'update commands set replied_on = current_date - 91 where key = any($1::uuid[])' }, [keys.slice(1)])
    const { signal } = new AbortController()
    await oldRepliesWorker.run({ signal } as Job, { database: log.database } as JobContext)
    const repeat = (key: string, request: string) => issue(writer, accountId, saleId, recordSale(), { idempotency: { key, request } })
    expect(await repeat(keys[0], 'one')).toMatchObject({ replayed: true })
    for (const request of ['one', 'two']) await expect(repeat(keys[1], request)).rejects.toMatchObject({ code: 'ALREADY_DONE' })
    const stored = await log.database.rows<{ n: number }>(
      { text: 'select count(reply)::integer as n from commands where account_id = $1' },
      [accountId],
    )
    expect([stored[0]?.n, await eventCount(accountId)]).toEqual([1, 4])
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('is reported by verification when its reply is missing before that time', async () => {
    const { accountId } = await openAccount(log.writer())
    await issue(log.writer(), accountId, newId(), recordSale(), { idempotency: { key: newKey(), request: 'one' } })
    await log.owner.rows({ text: 'update commands set request = null, reply = null where account_id = $1' }, [accountId])
    expect((await log.verify(accountId)).problem).toMatch(/the reply of .* is missing before its time/)
  })

  it('belongs to its account', async () => {
    const writer = log.writer()
    const [one, other] = [await openAccount(writer), await openAccount(writer)]
    const idempotency = { key: newKey(), request: 'the same' }
    await issue(writer, one.accountId, newId(), recordSale(), { idempotency })
    expect(await issue(writer, other.accountId, newId(), recordSale(), { idempotency })).toMatchObject({ replayed: false })
  })
})

describe('racing commands', () => {
  it('on one entity lose no change, whichever process they reach', async () => {
    const writers = [log.writer(), log.writer(), log.writer()]
    const { accountId, saleId } = await openAccount(writers[0] as WritePath)
    const amounts = Array.from({ length: 40 }, (_, index) => 1_000 + index)
    await Promise.all(
      amounts.map((amount, index) =>
        retrying(() => issue(writers[index % 3] as WritePath, accountId, saleId, { type: 'CorrectTransaction', changes: { amount } })),
      ),
    )
    // Every change is stored and saw the one before it: versions have no gap, and `before` equals the `after` of the one before.
    const events = await log.database.rows<{ v: number; was: number; is: number }>(
      {
        text: `select entity_version as v, (data->'before'->>'amount')::int as was, (data->'after'->>'amount')::int as is
          from events where account_id = $1 order by seq`,
      },
      [accountId],
    )
    expect(events.map((event) => event.v)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
    expect(events.slice(1).every((event, index) => event.was === events[index]?.is)).toBe(true)
    expect(new Set(events.slice(1).map((event) => event.is))).toEqual(new Set(amounts))
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('with the same expected version succeed once', async () => {
    const writers = [log.writer(), log.writer()]
    const { accountId, saleId } = await openAccount(writers[0] as WritePath)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        issue(
          writers[index % 2] as WritePath,
          accountId,
          saleId,
          { type: 'CorrectTransaction', changes: { amount: index + 1 } },
          { expectedVersion: 1 },
        ),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(results.filter((result) => result.status === 'rejected').every((result) => result.reason.code === 'VERSION_MISMATCH')).toBe(true)
  })
})

describe('a short log', () => {
  /** A process of its own that records which entities it loads. */
  function recordLoads() {
    const loads: unknown[] = []
    const pool = { query: (query: { text: string; values: unknown[] }) => (loads.push(query.values[2]), log.database.pool.query(query)) }
    const database = Object.create(log.database, { pool: { value: pool } }) as typeof log.database
    return { loads, writer: writerOn({ ...log, database }, log.reading, log.database.pipeline()) }
  }

  it('is read once, for commands on any of its entities, and again after another process wrote', async () => {
    const elsewhere = log.writer()
    const { accountId, saleId } = await openAccount(elsewhere)
    const [other, deleted] = [newId(), newId()]
    for (const id of [other, deleted]) await issue(elsewhere, accountId, id, recordSale())
    await issue(elsewhere, accountId, deleted, { type: 'DeleteTransaction' })
    const { loads, writer } = recordLoads()
    await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 1 } })
    await issue(writer, accountId, other, { type: 'CorrectTransaction', changes: { amount: 2 } })
    const restored = await issue(writer, accountId, deleted, { type: 'RestoreTransaction' })
    expect(restored.reply).toMatchObject({ id: deleted, amount: 1_450, version: 3 })
    expect(loads).toEqual([saleId])
    await issue(elsewhere, accountId, other, { type: 'CorrectTransaction', changes: { amount: 300 } })
    const corrected = await issue(writer, accountId, other, { type: 'CorrectTransaction', changes: { description: 'Bolo' } })
    expect(corrected.reply).toMatchObject({ amount: 3, description: 'Bolo', version: 4 })
    expect(loads).toEqual([saleId, other])
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('rejects only the commands on the entity that cannot be read', async () => {
    const elsewhere = log.writer()
    const { accountId, saleId } = await openAccount(elsewhere)
    const damaged = newId()
    await issue(elsewhere, accountId, damaged, recordSale())
    await log.owner.transaction(async (client) => {
      await client.query('alter table events disable trigger events_never_change')
      await client.query(`update events set type = 'Unknown' where account_id = $1 and entity_id = $2`, [accountId, damaged])
      await client.query('alter table events enable trigger events_never_change')
    })
    const { writer } = recordLoads()
    await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 1 } })
    await expect(issue(writer, accountId, damaged, { type: 'CorrectTransaction', changes: { amount: 1 } })).rejects.toThrow(
      'Unknown is unknown',
    )
    await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 2 } })
  })
})

describe('a batch', () => {
  it('carries commands of many accounts, and a refused statement fails alone', async () => {
    const writer = log.writer()
    const accounts = await Promise.all(Array.from({ length: 12 }, () => openAccount(writer)))
    const outcomes = await Promise.allSettled(
      // A NUL, which the json type refuses, as an example of a text that a statement may fail on.
      accounts.map(({ accountId }, index) =>
        issue(writer, accountId, newId(), recordSale({ description: index === 5 ? 'a\u0000b' : 'Bolo', category: 'x'.repeat(index + 1) })),
      ),
    )
    expect(outcomes.map((outcome) => outcome.status === 'rejected')).toEqual(accounts.map((_, index) => index === 5))
    expect(outcomes[5]).toMatchObject({ reason: expect.any(DatabaseError) })
    for (const { accountId } of accounts) expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('is written without the commit whose log moved on, which is decided again', async () => {
    const batches: number[] = []
    const pipeline = log.database.pipeline()
    const watched: Pick<Pipeline, 'transaction'> = {
      transaction(statements) {
        const events = statements.find(({ name }) => name.startsWith('append-events'))
        batches.push(events?.name === 'append-events-row' ? 1 : 2)
        return pipeline.transaction(statements)
      },
    }
    const [writer, elsewhere] = [writerOn(log, log.reading, watched), log.writer()]
    const moved = await openAccount(writer)
    const accounts = [moved, await openAccount(writer), await openAccount(writer)]
    await issue(elsewhere, moved.accountId, moved.saleId, { type: 'CorrectTransaction', changes: { amount: 2 } })
    batches.length = 0
    await Promise.all(accounts.map((account) => issue(writer, account.accountId, newId(), recordSale())))
    // The whole batch, the two that succeeded, and the third by itself.
    expect(batches).toEqual([2, 2, 1])
    expect(await Promise.all(accounts.map((account) => eventCount(account.accountId)))).toEqual([3, 2, 2])
    for (const account of accounts) expect(await log.verify(account.accountId)).toMatchObject({ problem: null })
  })

  it('keeps the times of an account from going backwards', async () => {
    let now = Date.UTC(2026, 10, 20)
    const writer = log.writer(() => now)
    const { accountId } = await openAccount(writer)
    now -= 60_000
    const { reply } = await issue(writer, accountId, newId(), recordSale())
    expect(reply.createdAt).toBe('2026-11-20T00:00:00.000Z')
  })
})

it('the append that opens an account records it for verification, and no other append does', async () => {
  const { accountId } = await openAccount(log.writer())
  expect(await log.database.rows({ text: 'select seq from verifications where account_id = $1' }, [accountId])).toEqual([{ seq: 0 }])
  const triggers = `select tgname from pg_trigger where tgrelid = 'account_heads'::regclass and not tgisinternal`
  expect(await log.owner.rows({ text: triggers })).toEqual([])
})

it('the log can be neither changed, deleted nor truncated, not even by the owner of its table', async () => {
  await openAccount(log.writer())
  for (const text of ['update events set seq = seq', 'delete from events', 'truncate events']) {
    await expect(log.owner.rows({ text })).rejects.toThrow('append-only')
  }
})
