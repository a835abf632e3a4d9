import { MAX_BATCH, MAX_RENAMED } from '@prumo/shared/batch-rules'
import { addMonths, dateInSaoPaulo } from '@prumo/shared/calendar'
import { v4 as newKey } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { countRows, statement, withCommitsBlocked } from '../../test/proofs/test-large-commits.js'

const ROWS = 6_500
const PARTS = [4_000, ROWS - 4_000]
const TIMED_ROUNDS = 5

let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

it('renames a category in portions, goes on after one that was cut, and agrees with a replay after each', async () => {
  const { token, accountId } = await server.register()
  const post = (path: string, body: object, headers = {}) => server.send('POST', path, { token, body, headers })
  const get = async (path: string) => (await server.send('GET', path, { token })).body
  const today = dateInSaoPaulo(new Date())
  for (const rows of PARTS) {
    const { rows: lines, ...rest } = statement(rows)
    expect((await post('/imports', { ...rest, rows: lines.map((line) => ({ ...line, category: 'Feira' })) })).status).toBe(201)
  }
  const monthly = { kind: 'recurring', type: 'expense', description: 'Banca', category: 'Feira', amount: 50, every: 'month', interval: 1 }
  const { recurrence } = (await post('/recurrences', { ...monthly, start: addMonths(today, -1) })).body
  const { rule } = (await post('/rules', { text: 'fornecedor', category: 'Feira' })).body
  expect(
    (await post('/transactions', { description: 'Ovos', amount: 3, type: 'expense', category: 'Insumos', transactionDate: today })).status,
  ).toBe(201)

  const countOf = async (category: string) => {
    const { categories } = await get('/transactions/categories')
    return (categories as { category: string; count: number }[]).find((each) => each.category === category)?.count ?? 0
  }
  /** What depends on no name of a category. */
  const figures = async () => {
    const { report } = await get('/reports?period=1year')
    const { forecast } = await get('/forecast?days=90')
    const sums = (report.categories as { amount?: number; total?: number }[]).reduce(
      (sum, each) => sum + (each.amount ?? each.total ?? 0),
      0,
    )
    return { summary: (await get('/transactions/summary')).summary, totals: report.totals, sums, days: forecast?.days }
  }
  /** Whether the read models are those of a replay, and what all of them say. */
  const check = async () => {
    expect((await verifyAccount(server.database, server.reading, accountId)).problem).toBeNull()
    return figures()
  }
  const before = await check()
  const all = await countOf('Feira')
  expect(all).toBeGreaterThan(ROWS)

  const renaming = { type: 'expense', from: 'Feira', to: 'Insumos' }
  const rename = (key: string) => post('/transactions/categories/rename', renaming, { 'Idempotency-Key': key })
  const key = newKey()
  const stored = await countRows(server.database, accountId)
  const cut = await withCommitsBlocked(server.owner, 'category_totals', async (waiting) => {
    const sent = rename(key)
    await server.owner.rows({ text: 'select pg_terminate_backend($1::integer)' }, [await waiting()])
    return sent
  })
  expect(cut).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(await countRows(server.database, accountId)).toEqual(stored)

  const first = await rename(key)
  expect(first).toMatchObject({ status: 200, body: { changed: MAX_RENAMED, remaining: all - MAX_RENAMED } })
  const after = await countRows(server.database, accountId)
  expect(await rename(key)).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  expect(await countRows(server.database, accountId)).toEqual(after)
  expect([await countOf('Feira'), await countOf('Insumos')]).toEqual([all - MAX_RENAMED, MAX_RENAMED + 1])
  // What repeats and the rules change with the first portion.
  expect((await get(`/recurrences/${recurrence.id}`)).recurrence.category).toBe('Insumos')
  expect((await get(`/rules/${rule.id}`)).rule.category).toBe('Insumos')
  expect(await check()).toEqual(before)

  expect((await rename(newKey())).body).toEqual({ changed: all - MAX_RENAMED, remaining: 0 })
  expect([await countOf('Feira'), await countOf('Insumos')]).toEqual([0, all + 1])
  expect(await check()).toEqual(before)
  expect((await rename(newKey())).body).toEqual({ changed: 0, remaining: 0 })

  const { activity } = await get('/activity?entity=batch')
  expect(activity).toHaveLength(2)
  for (const { position } of activity) {
    expect((await post(`/activity/${position}/undo`, {})).status).toBe(200)
    expect(await check()).toEqual(before)
  }
  expect([await countOf('Feira'), await countOf('Insumos')]).toEqual([all, 1])
  expect((await get(`/recurrences/${recurrence.id}`)).recurrence.category).toBe('Feira')
  expect((await get(`/rules/${rule.id}`)).rule.category).toBe('Feira')
}, 300_000)

it('changes 500 transactions at once, and back, in at most twice the time of an import of 500', async () => {
  const { token, accountId } = await server.register()
  const took: Record<'imported' | 'changed' | 'changed back' | 'deleted' | 'restored', number[]> = {
    imported: [],
    changed: [],
    'changed back': [],
    deleted: [],
    restored: [],
  }
  const timed = async (what: keyof typeof took, path: string, body: object) => {
    const began = performance.now()
    const { status } = await server.send('POST', path, { token, body })
    took[what].push(performance.now() - began)
    expect([what, status]).toEqual([what, what === 'imported' ? 201 : 200])
  }
  const undo = async (what: keyof typeof took) => {
    const { activity } = (await server.send('GET', '/activity?entity=batch&limit=1', { token })).body
    await timed(what, `/activity/${activity[0].position}/undo`, {})
  }
  for (let round = 0; round < TIMED_ROUNDS; round++) {
    const body = statement(MAX_BATCH)
    const ids = body.rows.map(({ id }) => id)
    await timed('imported', '/imports', body)
    await timed('changed', '/transactions/batch', { ids, change: { note: 'Conferido', transactionDate: '2026-11-11' } })
    await undo('changed back')
    await timed('deleted', '/transactions/batch', { ids, delete: true })
    await undo('restored')
  }
  const medians = Object.fromEntries(
    Object.entries(took).map(([what, times]) => [what, times.toSorted((a, b) => a - b)[Math.floor(TIMED_ROUNDS / 2)] ?? 0]),
  )
  const { imported = 0, ...others } = medians
  process.stdout.write(
    `${Object.entries(medians)
      .map(([what, ms]) => `${what}: ${Math.round(ms)} ms`)
      .join(', ')}\n`,
  )
  expect(Object.entries(others).filter(([, ms]) => ms > 2 * imported)).toEqual([])
  expect((await verifyAccount(server.database, server.reading, accountId)).problem).toBeNull()
}, 300_000)
