import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { v7 as newId } from 'uuid'
import { rebuild } from '../event-store/projection/rebuild.js'
import type { EventRow } from '../event-store/stream/event.js'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { openTestLog, sale, type TestLog } from './test-log.js'

const program = fileURLToPath(new URL('../../dist/proofs/test-verify-process.js', import.meta.url))

/** PRUMO_LARGE_ACCOUNT asks for another size. */
const EVENTS = Number(process.env.PRUMO_LARGE_ACCOUNT ?? 16_000)
/** What the program takes by itself, and room for a part of such an account: decoded, all of it would be several times as much. */
const HEAP_MB = 56
const AT_ONCE = 5_000

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

/** An account with so many sales, as the program would have written them one by one. */
async function writeLargeAccount(): Promise<string> {
  const { codec, keys } = log.reading
  const accountId = newId()
  const { key, wrapped } = keys.create(accountId)
  let last: Pick<EventRow, 'hash' | 'recordedAt'> = { hash: GENESIS_HASH, recordedAt: new Date().toISOString() }
  for (let seq = 1; seq <= EVENTS; ) {
    const rows: EventRow[] = []
    for (const end = Math.min(seq + AT_ONCE, EVENTS + 1); seq < end; seq++) {
      const place = { accountId, seq, entity: 'transaction' as const, entityId: newId(), entityVersion: 1, recordedAt: last.recordedAt }
      const data = { after: { ...sale, amount: seq, isConfirmed: false, isReceived: false } }
      const row = codec.encode({ type: 'TransactionRecorded', data }, place, { commandId: newId(), actor: accountId, source: 'seed' }, key, last.hash)
      rows.push(row)
      last = row
    }
    await log.database.rows(
      {
        text: `insert into events (account_id, seq, entity, entity_id, entity_version, type, schema_version, data, meta, recorded_at, hash)
          select r.* from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::json[], $9::json[], $10::timestamptz[], $11::bytea[]) as r`,
      },
      (['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'data', 'meta', 'recordedAt', 'hash'] as const).map((name) =>
        rows.map((row) => row[name]),
      ),
    )
  }
  await log.database.rows({ text: 'insert into account_keys values ($1, $2)' }, [accountId, wrapped])
  await log.database.rows({ text: 'insert into account_heads values ($1, $2, $3, $4)' }, [accountId, EVENTS, last.hash, last.recordedAt])
  await rebuild(log.database, log.reading, log.reading.readModels.projections)
  return accountId
}

it('verifies an account of any size in little memory, and still finds what is wrong in it', async () => {
  const accountId = await writeLargeAccount()
  const { url } = log.database.dataSource.options as { url: string }
  const begun = Date.now()
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, url, Buffer.alloc(32, 7).toString('hex'), accountId])
  process.stdout.write(`${stdout} in ${Date.now() - begun} ms\n`)
  expect(JSON.parse(stdout)).toMatchObject({ events: EVENTS, problem: null })

  const alter = (sql: string) => log.database.rows({ text: `${sql} where account_id = $1 and amount = $2` }, [accountId, EVENTS - 5])
  await alter('update transaction_list set amount = amount + 1')
  expect((await log.verify(accountId)).problem).toMatch(/^transaction_list: amount of the row .* is not what the log says/)
  await log.database.rows({ text: 'delete from transaction_list where account_id = $1 and amount = 77' }, [accountId])
  await log.database.rows({ text: 'update transaction_list set amount = amount - 1 where account_id = $1 and amount = $2' }, [accountId, EVENTS - 4])
  expect((await log.verify(accountId)).problem).toMatch(/^transaction_list: /)
}, 300_000)
