import { createHash } from 'node:crypto'
import { importTexts } from '@prumo/shared/import-rules'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import { v4 as newKey, v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))
afterEach(async () => {
  const { problem } = await verifyAccount(server.database, server.reading, accountId)
  if (problem !== null) throw new Error(problem)
})

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const unknown = '01900000-0000-7000-8000-000000000000'

/** A line of a statement as the browser sends it. */
function line(about: Record<string, unknown> = {}) {
  return {
    id: newId(),
    key: sha(newKey()),
    date: '2026-11-10',
    amount: 12.5,
    type: 'expense',
    description: 'Padaria',
    category: null,
    ...about,
  }
}
type SentLine = ReturnType<typeof line>
const statement = (rows: SentLine[], about: Record<string, unknown> = {}) => ({
  id: newId(),
  fileName: 'extrato.ofx',
  format: 'ofx',
  rows,
  ...about,
})

const post = (path: string, body: object = {}, headers = {}) => server.send('POST', path, { token, body, headers })
const get = (path: string) => server.send('GET', path, { token })
const accept = (rows: SentLine[], about: Record<string, unknown> = {}) => post('/imports', statement(rows, about))
async function accepted(rows: SentLine[], about: Record<string, unknown> = {}) {
  const answer = await accept(rows, about)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.import
}
const undo = (id: string, headers = {}) => post(`/imports/${id}/undo`, {}, headers)
const preview = async (rows: Partial<SentLine>[], about: Record<string, unknown> = {}) => {
  const shown = rows.map(({ id: _id, category: _category, settles: _settles, ...rest }: Record<string, unknown>) => rest)
  const answer = await post('/imports/preview', { rows: shown, ...about })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.rows as {
    key: string
    state: string
    transactionId: string | null
    category: string | null
    suggestion: { category: string } | null
  }[]
}
const states = async (rows: Partial<SentLine>[], about = {}) => (await preview(rows, about)).map(({ state }) => state)
async function record(about: Record<string, unknown> = {}) {
  const body = { description: 'Aluguel', amount: 900, type: 'expense', transactionDate: '2026-11-05', ...about }
  const answer = await post('/transactions', body)
  expect(answer.status).toBe(201)
  return answer.body.transaction
}
const transaction = async (id: string) => (await get(`/transactions/${id}`)).body.transaction
const balance = async () => (await get('/balance')).body.balance

describe('POST /imports', () => {
  it('records every line as a settled transaction that carries the import', async () => {
    const rows = [line(), line({ type: 'income', amount: 300, date: '2026-11-12', description: ' Venda ', category: 'Vendas' })]
    const made = await accepted(rows, { bank: 'Nubank', fileName: 'nov.csv', format: 'csv' })
    expect(made).toEqual({
      id: expect.any(String),
      fileName: 'nov.csv',
      format: 'csv',
      bank: 'Nubank',
      walletId: initialWalletId(accountId),
      closing: null,
      from: '2026-11-10',
      to: '2026-11-12',
      count: 2,
      income: 300,
      expense: 12.5,
      settled: 0,
      createdAt: expect.stringMatching(/Z$/),
      undoneAt: null,
      keptCount: 0,
      version: 1,
    })
    expect(await transaction(rows[1]?.id as string)).toEqual({
      id: rows[1]?.id,
      userId: accountId,
      description: 'Venda',
      amount: 300,
      type: 'income',
      category: 'Vendas',
      note: null,
      statementText: null,
      date: '2026-11-12',
      walletId: initialWalletId(accountId),
      toWalletId: null,
      toDate: null,
      isScheduled: false,
      isConfirmed: true,
      isReceived: true,
      recurrenceId: null,
      instalment: null,
      fiscal: null,
      attachmentCount: 0,
      importId: made.id,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
      version: 1,
    })
    expect((await get('/transactions/summary')).body.summary).toMatchObject({ income: 300, expense: 12.5, count: 2 })
    expect((await get(`/imports/${made.id}`)).body).toEqual({ import: made, transactionIds: [rows[1]?.id, rows[0]?.id] })
    expect((await get('/imports')).body).toEqual({ imports: [made], nextCursor: null })
    await record()
    const listed = await get(`/transactions?importId=${made.id}`)
    expect(listed.body.transactions.map(({ id }: { id: string }) => id)).toEqual([rows[1]?.id, rows[0]?.id])
    const found = await get(`/transactions?importId=${made.id}&search=padar&type=expense`)
    expect(found.body.transactions).toMatchObject([{ id: rows[0]?.id }])
  })

  it('settles a pending transaction, on the day of the line', async () => {
    const expected = await record({ isScheduled: true, category: 'Aluguel' })
    const row = line({ amount: 900, date: '2026-11-07', description: 'PIX IMOBILIARIA', settles: expected.id })
    const made = await accepted([row, line()])
    expect(made).toMatchObject({ count: 2, settled: 1, expense: 912.5 })
    expect(await transaction(expected.id)).toMatchObject({
      description: 'Aluguel',
      category: 'Aluguel',
      date: '2026-11-07',
      isScheduled: true,
      isConfirmed: true,
      isReceived: true,
      importId: made.id,
      version: 2,
    })
    expect(await transaction(row.id)).toBeUndefined()
    expect(await states([row])).toEqual(['known'])
  })

  it.each([
    ['of another amount', { amount: 900.01 }],
    ['of another type', { amount: 900, type: 'income' }],
  ])('refuses to settle one %s, and records nothing', async (_, about) => {
    const expected = await record({ isScheduled: true })
    const refused = await accept([line(), line({ ...about, settles: expected.id })])
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: transactionTexts.notExpected } })
    expect((await get('/transactions')).body.transactions).toHaveLength(1)
  })

  it('refuses to settle a settled, deleted or missing transaction', async () => {
    const settled = await record()
    const gone = await record({ isScheduled: true })
    await server.send('DELETE', `/transactions/${gone.id}`, { token })
    for (const settles of [settled.id, gone.id, unknown])
      expect(await accept([line({ amount: 900, settles })])).toMatchObject({ status: 409, body: { error: transactionTexts.notExpected } })
  })

  it('refuses lines that are imported already, with their number', async () => {
    const rows = [line(), line(), line()]
    await accepted(rows)
    const again = rows.map((row) => ({ ...row, id: newId() }))
    expect(await accept(again)).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: importTexts.standing(3) } })
    expect(await accept([...again.slice(0, 1), line()])).toMatchObject({ status: 409, body: { error: importTexts.standing(1) } })
    // The same key is another line in another account.
    const other = await server.register()
    expect(await server.send('POST', '/imports', { token: other.token, body: statement(again) })).toMatchObject({ status: 201 })
  })

  it('refuses a used id', async () => {
    const { id } = await record()
    expect(await accept([line({ id })])).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const made = await accepted([line()])
    expect(await accept([line()], { id: made.id })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  const twice = line()
  it.each([
    ['no rows', { rows: [] }, importTexts.noRows],
    ['an amount of zero', { rows: [line({ amount: 0 })] }, 'Valor inválido'],
    ['two equal keys', { rows: [twice, { ...twice, id: newId() }] }, importTexts.twice],
    ['two equal ids', { rows: [twice, line({ id: twice.id })] }, importTexts.twice],
    ['one that two lines settle', { rows: [line({ settles: unknown }), line({ settles: unknown })] }, importTexts.twice],
    ['too many rows', { rows: Array.from({ length: 5_001 }, () => line()) }, importTexts.tooManyRows],
    ['an invalid key', { rows: [line({ key: 'A'.repeat(64) })] }, 'Valor inválido'],
    ['no file name', { fileName: ' ' }, 'Diga o nome do arquivo'],
    ['an unknown format', { format: 'pdf' }, 'Use ofx ou csv'],
    ['an unknown field', { extra: 1 }, 'Campo desconhecido: extra'],
    ['a closing of no day', { closing: { date: '2025-02-30', balance: 1 } }, 'Escolha uma data válida'],
  ])('refuses %s', async (_, about, text) => {
    const answer = await accept([line()], about)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    if (text !== 'Valor inválido') expect(answer.body.error).toBe(text)
  })

  it('has one effect under its key, and of two that race one is refused', async () => {
    const body = statement([line(), line()])
    const headers = { 'idempotency-key': newKey() }
    const same = await Promise.all([post('/imports', body, headers), post('/imports', body, headers)])
    expect(same.map(({ status }) => status)).toEqual([201, 201])
    expect(same[0]?.body).toEqual(same[1]?.body)
    const rows = [line(), line()]
    const devices = await Promise.all([0, 1].map(() => accept(rows.map((row) => ({ ...row, id: newId() })))))
    expect(devices.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await get('/transactions/summary')).body.summary.count).toBe(4)
  })
})

it('gives lines the spelling of a category that exists, in the account or in an earlier line', async () => {
  await record({ category: 'Café da manhã' })
  const rows = ['cafe da manha', 'Doces', 'DOCES'].map((category) => line({ category }))
  await accepted(rows)
  const categories = await Promise.all(rows.map(async ({ id }) => (await transaction(id)).category))
  expect(categories).toEqual(['Café da manhã', 'Doces', 'Doces'])
})

describe('the keys of lines', () => {
  it('are in no table and in no event as they were sent', async () => {
    const row = line()
    await accepted([row])
    const found = await server.database.rows<{ n: number }>({
      text: `select (select count(*) from events where data::text like '%${row.key}%')
        + (select count(*) from import_keys where key = '${row.key}') as n`,
    })
    expect(found[0]?.n).toBe(0)
  })

  it('are free again once their transaction is deleted, and then in use by another', async () => {
    const row = line()
    await accepted([row])
    await server.send('DELETE', `/transactions/${row.id}`, { token })
    expect(await states([row])).toEqual(['new'])
    await accepted([{ ...row, id: newId() }])
    const refused = { status: 409, body: { code: 'CONFLICT', error: transactionTexts.importedAgain } }
    expect(await post(`/transactions/${row.id}/restore`)).toMatchObject(refused)
    const { activity } = (await get(`/activity?entityId=${row.id}`)).body
    expect(activity).toMatchObject([{ type: 'TransactionDeleted', undoable: false, undoReason: transactionTexts.importedAgain }, {}])
    expect(await post(`/activity/${activity[0].position}/undo`)).toMatchObject(refused)
  })

  it('return with their transaction', async () => {
    const row = line()
    await accepted([row])
    await server.send('DELETE', `/transactions/${row.id}`, { token })
    expect(await post(`/transactions/${row.id}/restore`)).toMatchObject({ status: 200 })
    expect(await states([row])).toEqual(['known'])
    expect(await accept([{ ...row, id: newId() }])).toMatchObject({ status: 409 })
  })

  it('are deleted by a reset', async () => {
    const row = line()
    await accepted([row])
    await server.confirm(token)
    await post('/data/reset', { confirm: true })
    expect(await states([row])).toEqual(['new'])
    expect((await get('/imports')).body.imports).toEqual([])
    await accepted([{ ...row, id: newId() }])
  })
})

describe('POST /imports/{id}/undo', () => {
  it('deletes unchanged transactions, makes settled ones pending again, and names those that stay', async () => {
    const expected = await record({ isScheduled: true })
    const [plain, changed, gone, back] = [line(), line(), line(), line()]
    const made = await accepted([plain, changed, gone, back, line({ amount: 900, settles: expected.id })])
    await server.send('PUT', `/transactions/${changed.id}`, { token, body: { category: 'Pão' } })
    for (const { id } of [gone, back]) await server.send('DELETE', `/transactions/${id}`, { token })
    await post(`/transactions/${back.id}/restore`)
    const answer = await undo(made.id)
    expect(answer).toMatchObject({ status: 200, body: { removed: 2, kept: [changed.id] } })
    expect(answer.body.import).toMatchObject({ id: made.id, count: 5, keptCount: 1, version: 2, undoneAt: expect.stringMatching(/Z$/) })
    const left = (await get('/transactions')).body.transactions.map(({ id }: { id: string }) => id)
    expect(new Set(left)).toEqual(new Set([changed.id, expected.id]))
    expect(await transaction(expected.id)).toMatchObject({ ...expected, version: 3, updatedAt: expect.any(String) })
    expect((await get(`/imports/${made.id}`)).body).toEqual({ import: answer.body.import, transactionIds: [changed.id] })
    expect((await get('/imports')).body.imports).toEqual([answer.body.import])
    expect(await undo(made.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: importTexts.undone } })
    expect(await states([plain, changed, gone], { format: 'ofx' })).toEqual(['new', 'known', 'new'])
    await accepted([{ ...plain, id: newId() }])
  })

  it('keeps a settled one that was changed since', async () => {
    const expected = await record({ isScheduled: true })
    const made = await accepted([line({ amount: 900, settles: expected.id })])
    await server.send('PUT', `/transactions/${expected.id}`, { token, body: { description: 'Aluguel de novembro' } })
    expect((await undo(made.id)).body).toMatchObject({ removed: 0, kept: [expected.id] })
    expect(await transaction(expected.id)).toMatchObject({ isConfirmed: true, importId: made.id })
  })

  it('is refused for an unknown one, another version, or a repeat', async () => {
    const made = await accepted([line()])
    expect(await undo(unknown)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await undo(made.id, { 'if-match': '"7"' })).toMatchObject({ status: 412 })
    const other = await server.register()
    expect(await server.send('POST', `/imports/${made.id}/undo`, { token: other.token })).toMatchObject({ status: 404 })
    const headers = { 'idempotency-key': newKey() }
    const [one, again] = [await undo(made.id, headers), await undo(made.id, headers)]
    expect(again.body).toEqual(one.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })
})

describe('the history', () => {
  it('has one entry an import, which is undone and restored there', async () => {
    const expected = await record({ isScheduled: true })
    const rows = [line(), line(), line({ amount: 900, settles: expected.id })]
    const made = await accepted(rows, { closing: { date: '2026-11-10', balance: 50 } })
    const latest = async () => (await get('/activity')).body.activity[0]
    const entry = await latest()
    expect(entry).toMatchObject({
      type: 'StatementImported',
      entity: 'import',
      entityId: made.id,
      summary: 'Você importou extrato.ofx',
      undoable: true,
      undoReason: null,
    })
    expect(entry.changes).toContainEqual({ field: 'count', before: null, after: 3 })
    expect(entry.changes).toContainEqual({ field: 'expense', before: null, after: 925 })
    expect((await get('/activity?entity=transaction')).body.activity).toMatchObject([
      { type: 'TransactionRecorded', entityId: expected.id },
    ])
    expect((await get(`/activity?entityId=${rows[0]?.id}`)).body.activity).toMatchObject([{ type: 'TransactionRecorded', undoable: true }])

    const undone = await post(`/activity/${entry.position}/undo`)
    expect(undone).toMatchObject({
      status: 200,
      body: { activity: { type: 'ImportUndone', summary: 'Você desfez a importação de extrato.ofx', undoable: true } },
    })
    expect((await get('/transactions')).body.transactions).toMatchObject([{ id: expected.id, isConfirmed: false, importId: null }])
    expect(await balance()).toBeNull()
    expect(await post(`/activity/${entry.position}/undo`)).toMatchObject({ status: 409 })
    expect((await get('/activity')).body.activity[1]).toMatchObject({ position: entry.position, undoable: false })

    const redone = await post(`/activity/${undone.body.activity.position}/undo`)
    expect(redone).toMatchObject({ status: 200, body: { activity: { type: 'ImportRestored' } } })
    expect((await get('/transactions')).body.transactions).toHaveLength(3)
    expect(await transaction(expected.id)).toMatchObject({ isReceived: true, importId: made.id })
    expect(await balance()).toMatchObject({ amount: 50 })
    expect((await get(`/imports/${made.id}`)).body.import).toMatchObject({ undoneAt: null, keptCount: 0, createdAt: made.createdAt })
    expect(await states(rows)).toEqual(['known', 'known', 'known'])
    expect((await undo(made.id)).body).toMatchObject({ removed: 2, kept: [] })
  })

  it('names what stays however often it is undone and restored', async () => {
    const [plain, changed] = [line(), line()]
    const made = await accepted([plain, changed])
    await server.send('PUT', `/transactions/${changed.id}`, { token, body: { category: 'Pão' } })
    const latest = async () => (await get('/activity')).body.activity[0].position
    for (const _ of [1, 2]) {
      expect((await undo(made.id)).body).toMatchObject({ removed: 1, kept: [changed.id], import: { keptCount: 1 } })
      expect(await post(`/activity/${await latest()}/undo`)).toMatchObject({ status: 200 })
    }
    await server.send('PUT', `/transactions/${changed.id}`, { token, body: { category: null } })
    expect((await undo(made.id)).body).toMatchObject({ removed: 2, kept: [] })
  })

  it('does not restore an import whose lines were imported otherwise since', async () => {
    const row = line()
    const made = await accepted([row])
    const { position } = (await undo(made.id), (await get('/activity')).body.activity[0])
    await accepted([{ ...row, id: newId() }])
    expect(await post(`/activity/${position}/undo`)).toMatchObject({ status: 409 })
    expect((await get('/transactions')).body.transactions).toHaveLength(1)
  })

  it('undoes a single line on request', async () => {
    const rows = [line(), line()]
    const made = await accepted(rows)
    const { position } = (await get(`/activity?entityId=${rows[0]?.id}`)).body.activity[0]
    expect(await post(`/activity/${position}/undo`)).toMatchObject({ status: 200 })
    expect((await undo(made.id)).body).toMatchObject({ removed: 1, kept: [] })
  })
})

describe('POST /imports/preview', () => {
  it('distinguishes new, known, expected and similar lines, and records nothing', async () => {
    const known = line()
    const made = await accepted([known])
    const expected = await record({ isScheduled: true, transactionDate: '2026-11-05' })
    const similar = await record({ description: 'Luz', amount: 88, transactionDate: '2026-11-08' })
    const { headers } = await get('/imports')
    const rows = await preview([
      known,
      line({ amount: 900, date: '2026-11-10' }),
      line({ amount: 88, date: '2026-11-11' }),
      line({ amount: 1 }),
    ])
    expect(rows).toMatchObject([
      { key: known.key, state: 'known', transactionId: known.id },
      { state: 'expected', transactionId: expected.id },
      { state: 'similar', transactionId: similar.id },
      { state: 'new', transactionId: null },
    ])
    expect((await get('/imports')).headers['prumo-seq']).toBe(headers['prumo-seq'])
    expect(made.version).toBe(1)
  })

  it('refuses an invalid idempotency key, as every command does', async () => {
    expect(await post('/imports/preview', {}, { 'idempotency-key': 'abc' })).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key deve ser um UUID.' },
    })
  })

  it.each([
    ['expected', true, 5],
    ['similar', false, 3],
  ])('finds %s ones so many days away, not beyond', async (state, isScheduled, days) => {
    await record({ isScheduled, transactionDate: '2026-11-15' })
    const on = (day: number) => line({ amount: 900, date: `2026-11-${String(day).padStart(2, '0')}` })
    for (const day of [15 - days, 15 + days]) expect(await states([on(day)])).toEqual([state])
    for (const day of [14 - days, 16 + days]) expect(await states([on(day)])).toEqual(['new'])
    expect(await states([line({ amount: 900, type: 'income', date: '2026-11-15' })])).toEqual(['new'])
  })

  it('settles each expected one once, by the nearest line', async () => {
    const [near, far] = [await record({ isScheduled: true }), await record({ isScheduled: true, transactionDate: '2026-11-01' })]
    const rows = await preview([7, 6, 8].map((day) => line({ amount: 900, date: `2026-11-0${day}` })))
    expect(rows.map(({ state, transactionId }) => [state, transactionId])).toEqual([
      ['new', null],
      ['expected', near.id],
      ['new', null],
    ])
    expect(await preview([line({ amount: 900, date: '2026-11-04' }), line({ amount: 900, date: '2026-11-04' })])).toMatchObject([
      { transactionId: near.id },
      { transactionId: far.id },
    ])
  })

  it('finds similar a transaction of another bank or format within some days', async () => {
    await accepted([line()], { format: 'csv', bank: 'Inter' })
    const near = line({ date: '2026-11-12' })
    expect(await states([near], { format: 'csv', bank: 'Inter' })).toEqual(['new'])
    expect(await states([near], { format: 'ofx', bank: 'Inter' })).toEqual(['similar'])
    expect(await states([near], { format: 'csv', bank: 'Itaú' })).toEqual(['similar'])
    expect(await states([near])).toEqual(['similar'])
  })

  it('finds similar a transaction of the same account and day whose key is not among the lines', async () => {
    const [first, second] = [line(), line({ key: sha('longer memo') })]
    const [account, other] = [sha('341/771/12345'), sha('341/263/12345')]
    const about = { format: 'ofx', bank: 'Itaú', account }
    await accepted([first], about)
    expect(await states([second], about)).toEqual(['similar'])
    // An equal line beside the known one is another one.
    expect(await states([first, second], about)).toEqual(['known', 'new'])
    expect(await states([second], { ...about, account: other })).toEqual(['new'])
  })

  it('finds another instalment of one purchase new', async () => {
    const about = { format: 'csv', bank: 'C6 Bank' }
    await accepted([line({ description: 'Escola 5/12' })], about)
    expect(await states([line({ description: 'Escola 6/12' }), line({ description: 'Escola 5/12' })], about)).toEqual(['new', 'similar'])
  })

  it('suggests by the rules, then by what the person recorded, then by known words', async () => {
    const rule = (await post('/rules', { text: 'moinho', category: 'Farinhas', description: 'Moinho Central' })).body.rule
    await record({ description: 'Buffet Sol', category: 'Eventos', transactionDate: '2026-10-01' })
    const suggested = async (about: Record<string, unknown>) => {
      const [row] = await preview([line(about)])
      expect(row?.category).toBe(row?.suggestion?.category ?? null)
      return row?.suggestion ?? null
    }
    const ofRule = { category: 'Farinhas', description: 'Moinho Central', source: 'rule', ruleId: rule.id }
    expect(await suggested({ description: 'Compra no débito - MOINHO 22' })).toEqual(ofRule)
    const ofPast = { category: 'Eventos', description: null, source: 'past', ruleId: null }
    const statementText = 'Transferência recebida pelo Pix - BUFFET SOL'
    expect(await suggested({ description: 'Festa da Júlia', statementText })).toEqual(ofPast)
    expect(await suggested({ description: 'Posto Shell' })).toMatchObject({ category: 'Transporte', source: 'dictionary' })
    expect(await suggested({ description: 'Xyz' })).toBeNull()

    // What a person called differently is known again by the bank's text, and what they corrected after the rule comes first.
    const rows = [line({ description: 'Festa da Júlia', statementText: 'QRS BUF 25/11', category: 'Festas', ruleId: rule.id })]
    await accepted(rows)
    expect(await transaction(rows[0]?.id ?? '')).toMatchObject({ description: 'Festa da Júlia', statementText: 'QRS BUF 25/11' })
    expect((await get('/transactions?search=qrs buf')).body.transactions).toHaveLength(1)
    expect(await suggested({ description: 'QRS BUF 24/12' })).toMatchObject({ category: 'Festas', source: 'past' })
    expect((await get('/rules')).body.rules).toMatchObject([{ uses: 1 }])
    await record({ description: 'Moinho 9', category: 'Outros' })
    expect(await suggested({ description: 'MOINHO' })).toMatchObject({ category: 'Outros', source: 'past' })
  })

  it('suggests the category of the latest with the same description', async () => {
    await record({ description: 'PIX 123 João', category: 'Antiga', transactionDate: '2026-10-01' })
    await record({ description: 'Pix  JOAO 99', category: 'Fornecedores', transactionDate: '2026-11-01' })
    const rows = await preview([line({ description: 'pix joão' }), line({ description: 'pix joana' })])
    expect(rows.map(({ category }) => category)).toEqual(['Fornecedores', null])
  })

  it('refuses the lines that an import would refuse', async () => {
    for (const rows of [[], [{ ...line({ amount: 0 }), id: undefined, category: undefined }]])
      expect(await post('/imports/preview', { rows })).toMatchObject({ status: 400 })
  })
})

describe('the closing balance of a statement', () => {
  const [one, other] = [sha('one'), sha('other')]

  it('is stated with the import, and undone with it', async () => {
    await server.send('PUT', '/balance', { token, body: { amount: 10, date: '2026-11-01' } })
    const made = await accepted([line()], { account: one, closing: { date: '2026-11-10', balance: -4312.4 } })
    expect(made.closing).toEqual({ date: '2026-11-10', balance: -4312.4 })
    expect(await balance()).toEqual({ amount: -4312.4, date: '2026-11-10', version: 2 })
    await undo(made.id)
    expect(await balance()).toEqual({ amount: 10, date: '2026-11-01', version: 3 })
  })

  it('is the latest one not undone, in whatever order imports are undone', async () => {
    const account = one
    const [first, second, third] = [
      await accepted([line()], { account, closing: { date: '2026-11-10', balance: 1 } }),
      await accepted([line()], { account, closing: { date: '2026-11-11', balance: 2 } }),
      await accepted([line()], { account, closing: { date: '2026-11-12', balance: 3 } }),
    ]
    await undo(second.id)
    expect(await balance()).toMatchObject({ amount: 3, date: '2026-11-12' })
    await undo(third.id)
    expect(await balance()).toMatchObject({ amount: 1, date: '2026-11-10' })
    await undo(first.id)
    expect(await balance()).toBeNull()
    // The undo of the second changed no balance, and restoring it does.
    const entry = async (id: string) => (await get(`/activity?entity=import&entityId=${id}&limit=1`)).body.activity[0].position
    expect((await post(`/activity/${await entry(second.id)}/undo`)).status).toBe(200)
    expect(await balance()).toMatchObject({ amount: 2 })
    expect((await post(`/activity/${await entry(first.id)}/undo`)).status).toBe(200)
    expect(await balance()).toMatchObject({ amount: 2 })
    await undo(second.id)
    expect(await balance()).toMatchObject({ amount: 1 })
  })

  it('of an undone import does not return when a later balance is undone', async () => {
    const made = await accepted([line()], { closing: { date: '2026-11-10', balance: 1 } })
    await server.send('PUT', '/balance', { token, body: { amount: 2, date: '2026-11-11' } })
    const [{ position }] = (await get('/activity?entity=balance&limit=1')).body.activity
    await undo(made.id)
    expect((await post(`/activity/${position}/undo`)).status).toBe(200)
    expect(await balance()).toBeNull()
  })

  it('stays if another was stated since', async () => {
    const made = await accepted([line()], { closing: { date: '2026-11-10', balance: 1 } })
    await server.send('PUT', '/balance', { token, body: { amount: 2, date: '2026-11-11' } })
    expect((await undo(made.id)).body).toMatchObject({ removed: 1, kept: [] })
    expect(await balance()).toMatchObject({ amount: 2 })
  })

  it('is not stated if it is older, in the future, or another bank account is imported', async () => {
    await accepted([line()], { account: one, closing: { date: '2026-11-10', balance: 1 } })
    await accepted([line()], { account: one, closing: { date: '2026-11-09', balance: 2 } })
    await accepted([line()], { account: one, closing: { date: '2199-01-01', balance: 3 } })
    const second = await accepted([line()], { account: other, closing: { date: '2026-11-11', balance: 4 } })
    expect(await balance()).toMatchObject({ amount: 1 })
    await accepted([line()], { account: one, closing: { date: '2026-11-12', balance: 5 } })
    expect(await balance()).toMatchObject({ amount: 1 })
    await undo(second.id)
    await accepted([line()], { account: one, closing: { date: '2026-11-12', balance: 6 } })
    expect(await balance()).toMatchObject({ amount: 6 })
  })
})

describe('large bodies', () => {
  const rows = () => Array.from({ length: 1_000 }, () => line({ description: 'x'.repeat(150) }))

  it('are accepted by these calls', async () => {
    const large = rows()
    expect(JSON.stringify(large).length).toBeGreaterThan(200_000)
    expect(await states(large)).toHaveLength(1_000)
    await accepted(large)
    expect(await post('/transactions', { description: 'x'.repeat(110_000) })).toMatchObject({ status: 413 })
    expect(await post('/imports', { fileName: 'x'.repeat(4_200_000) })).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  it('are not read without a session, nor without access', async () => {
    // It would be a 413 or a 400 if the body had been read.
    for (const body of [{ fileName: 'x'.repeat(4_200_000) }, { rows: 'none' }])
      expect(await server.send('POST', '/imports', { body })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    await server.database.rows({ text: `update account_profile set created_at = created_at - interval '1 hour' where account_id = $1` }, [
      accountId,
    ])
    expect(await post('/imports/preview', { fileName: 'x'.repeat(4_200_000) })).toMatchObject({ status: 403 })
    await server.database.rows({ text: `update account_profile set created_at = created_at + interval '1 hour' where account_id = $1` }, [
      accountId,
    ])
  })
})

it('lists imports newest first, page by page', async () => {
  const ids = []
  for (let at = 0; at < 3; at++) ids.unshift((await accepted([line()])).id)
  const first = (await get('/imports?limit=2')).body
  const second = (await get(`/imports?limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.imports, ...second.imports].map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
  expect(await get('/imports?cursor=x')).toMatchObject({ status: 400 })
  expect(await get(`/imports/${unknown}`)).toMatchObject({ status: 404 })
})
