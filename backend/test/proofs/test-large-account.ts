import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { v7 as newId } from 'uuid'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import type { EventRow } from '@prumo/backend/event-store/stream/event'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { TestApp } from '../test-app.js'
import { defaultDetails } from '@prumo/backend/transactions/transaction.events'
import { openAccount, sale, type TestLog } from './test-log.js'

const program = fileURLToPath(new URL('../dist/proofs/test-verify-process.js', import.meta.url))

/** The memory of the program itself and of a part of such an account: decoded, the whole would need several times as much. */
const HEAP_MB = 56
const AT_ONCE = 5_000

type Enlarged = Pick<TestLog, 'database' | 'reading'>

/** Appends so many sales to an account's log, as the program would have written them one by one. */
async function enlarge({ database, reading: { codec, keys } }: Enlarged, accountId: string, events: number): Promise<void> {
  const [head] = await database.rows<{ seq: number; hash: Buffer; recordedAt: Date; wrapped: Buffer }>(
    {
      text: `select h.seq, h.hash, h.recorded_at as "recordedAt", k.wrapped_key as wrapped from account_heads h
        join account_keys k using (account_id) where account_id = $1`,
    },
    [accountId],
  )
  if (!head) throw new Error(`There is no account ${accountId}`)
  const key = keys.unwrap(accountId, head.wrapped)
  let last: Pick<EventRow, 'hash' | 'recordedAt' | 'seq'> = { ...head, recordedAt: head.recordedAt.toISOString() }
  for (let written = 0; written < events;) {
    const rows: EventRow[] = []
    for (const end = Math.min(written + AT_ONCE, events); written < end; written++) {
      const place = {
        accountId,
        seq: last.seq + 1,
        entity: 'transaction' as const,
        entityId: newId(),
        entityVersion: 1,
        recordedAt: last.recordedAt,
      }
      const data = { after: { ...defaultDetails, ...sale, amount: written + 1, isConfirmed: false, isReceived: false } }
      const row = codec.encode(
        { type: 'TransactionRecorded', data },
        place,
        { commandId: newId(), actor: accountId, source: 'seed' },
        key,
        last.hash,
      )
      rows.push(row)
      last = row
    }
    await database.rows(
      {
        text: `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
          select r.* from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::json[], $9::json[], $10::timestamptz[], $11::bytea[]) as r`,
      },
      (
        ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'data', 'meta', 'recordedAt', 'hash'] as const
      ).map((name) => rows.map((row) => row[name])),
    )
  }
  await database.rows({ text: 'update account_heads set seq = $2, hash = $3 where account_id = $1' }, [accountId, last.seq, last.hash])
}

/** Expects an account of so many events to be verified in little memory, and a fault in it to be found. */
export async function verifyLargeAccount(log: TestLog, events: number): Promise<void> {
  const { accountId } = await openAccount(log.writer())
  await enlarge(log, accountId, events)
  await rebuild(log.owner, log.reading, log.reading.readModels.projections)
  const { url } = log.database.dataSource.options as { url: string }
  const startedAt = Date.now()
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${HEAP_MB}`,
    program,
    url,
    Buffer.alloc(32, 7).toString('hex'),
    accountId,
  ])
  process.stdout.write(`${stdout} in ${Date.now() - startedAt} ms\n`)
  expect(JSON.parse(stdout)).toMatchObject({ events: events + 1, problem: null })

  const alter = (sql: string) => log.database.rows({ text: `${sql} where account_id = $1 and amount = $2` }, [accountId, events - 5])
  await alter('update transaction_list set amount = amount + 1')
  expect((await log.verify(accountId)).problem).toMatch(/^transaction_list: amount of the row .* is not what the log says/)
  await log.database.rows({ text: 'delete from transaction_list where account_id = $1 and amount = 77' }, [accountId])
  await log.database.rows({ text: 'update transaction_list set amount = amount - 1 where account_id = $1 and amount = $2' }, [
    accountId,
    events - 4,
  ])
  expect((await log.verify(accountId)).problem).toMatch(/^transaction_list: /)
}

/** Far below the time for which rows are locked; the bench measures it on an idle machine. */
const WAIT_MS = 2_000
const PASSWORD = 'segredo1'

export interface LargeEnd {
  events: number
  /** How many accounts write meanwhile. */
  others: number
  /** For how many milliseconds the end of the account waits for a row. */
  heldMs: number
}

/**
 * Deletes the rows of one account while another transaction locks one of them, so that it takes as long as for millions;
 * others write meanwhile.
 */
export async function writeBeside(
  server: TestApp,
  accountId: string,
  { others, heldMs }: Pick<LargeEnd, 'others' | 'heldMs'>,
  end: () => Promise<{ status: number }>,
): Promise<{ ended: { status: number }; waits: number[]; refused: number[] }> {
  const writers = await Promise.all(Array.from({ length: others }, () => server.register()))
  let held: () => void = () => undefined
  const isHeld = new Promise<void>((resolve) => (held = resolve))
  const holding = server.database.transaction(async (client) => {
    await client.query('select 1 from transaction_list where account_id = $1 order by id desc limit 1 for update', [accountId])
    held()
    await pause(heldMs)
  })
  await isHeld
  const over = new AbortController()
  const ending = end().finally(() => over.abort())
  const waits: number[] = []
  const refused: number[] = []
  const body = { description: 'Pão', amount: 5, type: 'income', transactionDate: '2026-11-20' }
  const writing = writers.map(async ({ token }) => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      const { status } = await server.send('POST', '/transactions', { token, body })
      waits.push(performance.now() - startedAt)
      if (status !== 201) refused.push(status)
      await pause(50)
    }
  })
  const ended = await ending
  await Promise.all([...writing, holding])
  return { ended, waits, refused }
}

/** Expects the reset or erasure of an account of so many events to delay no other account, and to end. */
export async function endLargeAccount(server: TestApp, how: 'reset' | 'erased', { events, ...held }: LargeEnd): Promise<void> {
  const { token, accountId } = await server.register({ password: PASSWORD })
  await enlarge(server, accountId, events)
  await rebuild(server.owner, server.reading, server.reading.readModels.projections)
  if (how === 'reset') await server.confirm(token, PASSWORD)
  const end = () =>
    how === 'reset'
      ? server.send('POST', '/data/reset', { token, body: { confirm: true } })
      : server.send('DELETE', '/auth/account', { token, body: { password: PASSWORD } })
  const { ended, waits, refused } = await writeBeside(server, accountId, held, end)
  expect({ status: ended.status, refused, longest: Math.max(...waits) < WAIT_MS || Math.max(...waits) }).toEqual({
    status: 204,
    refused: [],
    longest: true,
  })
  expect(await server.database.rows({ text: 'select 1 from transaction_list where account_id = $1' }, [accountId])).toEqual([])
  expect(await verifyAccount(server.database, server.reading, accountId)).toMatchObject({ problem: null })
}
