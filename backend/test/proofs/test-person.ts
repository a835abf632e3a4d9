import { v7 as newId } from 'uuid'
import { openAccount } from '@prumo/backend/access/registration'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { GENESIS_HASH } from '@prumo/backend/event-store/stream/hash-chain'
import { readLog } from '@prumo/backend/event-store/stream/read-stream'
import type { DomainEvent, EventRow, RecordedEvent } from '@prumo/backend/event-store/stream/event'
import { loadDataKey } from '@prumo/backend/event-store/keys/stored-keys'
import { issue, recordSale, type TestLog } from './test-log.js'

/**
 * Creates an account as registration does, with its user, two sales, one of them under an idempotency key, and a stored
 * answer: five events.
 */
export async function openPerson(log: TestLog, writer: WritePath): Promise<{ accountId: string; saleId: string; key: string }> {
  const [accountId, saleId, key] = [newId(), newId(), newId()]
  const details = {
    name: 'Ana Souza',
    email: `${accountId}@exemplo.com`,
    businessName: 'Ateliê',
    businessType: 'Serviços' as const,
    monthlyIncome: 1,
    mainDifficulties: [],
  }
  await writer.execute(openAccount({ accountId, source: 'app', details, passwordHash: 'hash' }))
  await issue(writer, accountId, saleId, recordSale())
  await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 5 } })
  await issue(writer, accountId, newId(), recordSale(), { idempotency: { key, request: 'a sale' } })
  await issue(writer, accountId, newId(), recordSale({ amount: 7 }))
  await log.database.rows(
    { text: `insert into stored_answers (account_id, kind, seq, computed_at, answer) values ($1, 'test', 5, now(), '{}')` },
    [accountId],
  )
  return { accountId, saleId, key }
}

/** Changes the tables as their superuser can, past the triggers. */
export async function tamper({ owner }: TestLog, ...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  await owner.transaction(async (client) => {
    await client.query('set local session_replication_role = replica')
    for (const [text, ...values] of statements) await client.query(text, values)
  })
}

/** Appends an event to the account's own entity with a valid hash, past the write path. */
export async function appendByHand({ database, reading }: TestLog, accountId: string, event: DomainEvent): Promise<void> {
  const key = await loadDataKey(database.pool, reading.keys, accountId)
  const [head] = await database.rows<{ seq: number; hash: Buffer; version: number }>(
    {
      text: `select seq, hash, (select max(entity_version) from events e where e.account_id = h.account_id and entity = 'account') as version
        from account_heads h where account_id = $1`,
    },
    [accountId],
  )
  if (!head) throw new Error('The account has no head')
  const place = {
    accountId,
    seq: head.seq + 1,
    entity: 'account' as const,
    entityId: accountId,
    entityVersion: head.version + 1,
    recordedAt: new Date().toISOString(),
  }
  await insertRows({ database }, [
    reading.codec.encode(event, place, { commandId: newId(), actor: accountId, source: 'app' }, key, head.hash),
  ])
}

type EventContent = Pick<RecordedEvent, 'data' | 'meta'>

/** Rewrites the account's whole log, with valid hashes and sealed texts, and one event changed. */
export async function rewriteLog(
  log: TestLog,
  accountId: string,
  seq: number,
  change: (event: EventContent) => Partial<EventContent>,
): Promise<void> {
  const { database, reading } = log
  const key = await loadDataKey(database.pool, reading.keys, accountId)
  const rows: EventRow[] = []
  for await (const page of readLog(database.pool, accountId)) {
    for (const row of page) {
      const { type, data, meta, ...place } = reading.codec.decode(row, key)
      const { data: newData, meta: newMeta } = { data, meta, ...(row.seq === seq && change({ data, meta })) }
      rows.push(reading.codec.encode({ type, data: newData }, place, newMeta, key, rows.at(-1)?.hash ?? GENESIS_HASH))
    }
  }
  await tamper(log, ['delete from events where account_id = $1', accountId])
  await insertRows(log, rows)
}

/** Inserts rows unchanged and moves the head to the last of them. */
async function insertRows({ database }: Pick<TestLog, 'database'>, rows: readonly EventRow[]): Promise<void> {
  for (const row of rows) {
    await database.rows({ text: `insert into events values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9::json, $10, $11)` }, [
      row.accountId,
      row.seq,
      row.entity,
      row.entityId,
      row.entityVersion,
      row.type,
      row.schemaVersion,
      row.data,
      row.meta,
      row.recordedAt,
      row.hash,
    ])
  }
  const last = rows.at(-1)
  await database.rows({ text: 'update account_heads set seq = $2, hash = $3, recorded_at = $4 where account_id = $1' }, [
    last?.accountId,
    last?.seq,
    last?.hash,
    last?.recordedAt,
  ])
}
