import { createHash } from 'node:crypto'
import { v4 as newKey, v7 as newId } from 'uuid'
import { MAX_BATCH } from '@prumo/shared/batch-rules'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { until } from '../test-queue.js'
import type { Database } from '@prumo/backend/platform/database/database'
import type { SharedTestApp } from '../test-app.js'

/** A statement of so many lines, as the browser sends it. */
export function statement(lines: number) {
  const id = newId()
  const rows = Array.from({ length: lines }, (_, at) => ({
    id: newId(),
    key: createHash('sha256').update(`${id} ${at}`).digest('hex'),
    date: '2026-11-10',
    amount: 12.5,
    type: 'expense',
    description: `PIX ENVIADO ${at} FORNECEDOR DE FARINHA`,
    category: null,
  }))
  return { id, fileName: 'extrato.ofx', format: 'ofx', rows }
}

/** Blocks commits at a table while `work` runs. `waiting` waits for a blocked commit and gives the id of its Postgres process. */
export async function withCommitsBlocked<T>(
  owner: Database,
  table: string,
  work: (waiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  return owner.transaction(async (holder) => {
    await holder.query(`lock table ${table} in exclusive mode`)
    // On a connection of its own: within a transaction pg_stat_activity is a snapshot from its first read.
    const text = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return work(async () => {
      let found: { pid: number }[] = []
      await until(async () => (found = await owner.rows<{ pid: number }>({ text })).length > 0)
      return (found[0] as { pid: number }).pid
    })
  })
}

/** The rows of an account in the log, the list and the replies to commands. */
export async function countRows(database: Database, accountId: string) {
  const count = async (table: string) => {
    const [row] = await database.rows<{ n: number }>({ text: `select count(*)::integer as n from ${table} where account_id = $1` }, [
      accountId,
    ])
    return row?.n
  }
  return { events: await count('events'), listed: await count('transaction_list'), commands: await count('commands') }
}

/** The commands that commit many rows at once. */
export type LargeCommit = 'an import' | 'an undo of it' | 'a batch' | 'an undo of a batch' | 'a renamed category' | 'a reset' | 'an erasure'

const STATUSES: Record<LargeCommit, number> = {
  'an import': 201,
  'an undo of it': 200,
  'a batch': 200,
  'an undo of a batch': 200,
  'a renamed category': 200,
  'a reset': 204,
  'an erasure': 204,
}

/** Expects a large commit whose connection is ended halfway to be refused, to leave nothing, and to be done once by a repeat. */
export async function cutLargeCommit(server: SharedTestApp, what: LargeCommit, rowCount: number): Promise<void> {
  const body = { description: 'Bolo', amount: 10, type: 'income', category: 'Vendas', transactionDate: '2026-11-20' }
  const { token, accountId, password } = await server.register()
  const rows = statement(rowCount)
  await server.send('POST', '/transactions', { token, body })
  const isOfImported = what === 'an undo of it' || what === 'a renamed category' || what.endsWith('batch')
  if (isOfImported) await server.send('POST', '/imports', { token, body: rows })
  const batch = { ids: rows.rows.slice(0, MAX_BATCH).map(({ id }) => id), change: { category: 'Feira', transactionDate: '2026-11-11' } }
  if (what === 'an undo of a batch') await server.send('POST', '/transactions/batch', { token, body: batch })
  const { activity } = (await server.send('GET', '/activity?limit=1', { token })).body
  if (what === 'a reset') await server.confirm(token, password)
  const headers = { 'idempotency-key': newKey() }
  const send = () => {
    if (what === 'an import') return server.send('POST', '/imports', { token, headers, body: rows })
    if (what === 'an undo of it') return server.send('POST', `/imports/${rows.id}/undo`, { token, headers, body: {} })
    if (what === 'a batch') return server.send('POST', '/transactions/batch', { token, headers, body: batch })
    if (what === 'an undo of a batch') return server.send('POST', `/activity/${activity[0].position}/undo`, { token, headers, body: {} })
    if (what === 'a renamed category')
      return server.send('POST', '/transactions/categories/rename', { token, headers, body: { type: 'expense', from: '', to: 'Feira' } })
    if (what === 'a reset') return server.send('POST', '/data/reset', { token, headers, body: { confirm: true } })
    return server.send('DELETE', '/auth/account', { token, headers, body: { password } })
  }
  const before = await countRows(server.database, accountId)

  const refused = await withCommitsBlocked(server.owner, 'transaction_totals', async (waiting) => {
    const sent = send()
    await server.owner.rows({ text: 'select pg_terminate_backend($1::integer)' }, [await waiting()])
    return sent
  })
  expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(await countRows(server.database, accountId)).toEqual(before)
  expect(await verifyAccount(server.database, server.reading, accountId)).toMatchObject({ problem: null })

  const done = await send()
  expect(done.status).toBe(STATUSES[what])
  const after = await countRows(server.database, accountId)
  const changed = what.endsWith('batch') ? batch.ids.length : rowCount
  const events = (before.events ?? 0) + changed + 1
  if (what === 'an import' || what === 'a renamed category' || what.endsWith('batch'))
    expect(after).toMatchObject({ events, listed: rowCount + 1 })
  else if (what === 'an undo of it') expect(after).toMatchObject({ events, listed: 1 })
  else expect(after).toMatchObject({ listed: 0 })
  // An erased account has no session for the repeat.
  if (what !== 'an erasure') expect(await send()).toMatchObject({ status: done.status, body: done.body })
  expect(await countRows(server.database, accountId)).toEqual(after)
  expect(await verifyAccount(server.database, server.reading, accountId)).toMatchObject({ problem: null })
}
