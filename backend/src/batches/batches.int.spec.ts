import { batchTexts } from '@prumo/shared/batch-rules'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { verifyAccount } from '../event-store/verify/verify.js'
import { v4 as newKey, v7 as newId } from 'uuid'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token, accountId } = await server.register()))

const purchase = { description: 'Farinha', amount: 100, type: 'expense', category: null, transactionDate: '2026-11-20' }
const someId = newId()
const post = (path: string, body: object, headers = {}) => server.send('POST', path, { token, body, headers })
const get = async (path: string) => (await server.send('GET', path, { token })).body
const batch = (body: object, headers = {}) => post('/transactions/batch', body, headers)
const record = async (changes: object = {}) => (await post('/transactions', { ...purchase, ...changes })).body.transaction
const verify = async () => (await verifyAccount(server.database, server.reading, accountId)).problem
const latest = async () => (await get('/activity?limit=1')).activity[0]
const undo = (position: number) => post(`/activity/${position}/undo`, {})

describe('POST /transactions/batch', () => {
  it('changes all of them in one entry of the history, which is undone but for what changed since', async () => {
    const [flour, sugar, cake] = [
      await record(),
      await record({ description: 'Açúcar' }),
      await record({ description: 'Bolo', category: 'Fornecedores' }),
    ]
    const key = { 'Idempotency-Key': newKey() }
    const body = { ids: [flour.id, sugar.id, cake.id], change: { category: 'fornecedores', note: null }, versions: { [flour.id]: 1 } }
    const answer = await batch(body, key)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        changed: [
          { id: flour.id, category: 'Fornecedores', version: 2 },
          { id: sugar.id, category: 'Fornecedores' },
        ],
        deleted: [],
        unchanged: [cake.id],
      },
    })
    expect(await batch(body, key)).toMatchObject({ status: 200, body: answer.body, headers: { 'idempotent-replayed': 'true' } })
    const entry = await latest()
    expect(entry).toMatchObject({ type: 'TransactionsChanged', entity: 'batch', undoable: true })
    expect(entry.summary).toBe('Você mudou a categoria e a observação de 2 transações')
    expect(entry.changes).toEqual([
      { field: 'count', before: null, after: 2 },
      { field: 'category', before: null, after: 'fornecedores' },
    ])
    await server.send('PUT', `/transactions/${sugar.id}`, { token, body: { category: 'Marketing' } })
    expect((await undo(entry.position)).body.activity).toMatchObject({
      type: 'BatchUndone',
      summary: 'Você desfez uma mudança em 2 transações. Ficou como está: Açúcar',
    })
    const { transactions } = await get('/transactions')
    const categories = new Map(transactions.map((each: { id: string; category: string }) => [each.id, each.category]))
    expect([flour, sugar, cake].map(({ id }) => categories.get(id))).toEqual([null, 'Marketing', 'Fornecedores'])
    expect(await undo(entry.position)).toMatchObject({ status: 409 })
    expect(await verify()).toBeNull()
  })

  it('deletes all of them, brings them back, and deletes them again', async () => {
    const ids = [(await record()).id, (await record()).id]
    expect((await batch({ ids, delete: true })).body).toEqual({ changed: [], deleted: ids, unchanged: [] })
    expect((await get('/transactions')).transactions).toEqual([])
    const { position, summary } = await latest()
    expect(summary).toBe('Você excluiu 2 transações')
    const undone = (await undo(position)).body.activity
    expect((await get('/transactions')).transactions).toHaveLength(2)
    expect((await undo(undone.position)).body.activity).toMatchObject({
      type: 'BatchRestored',
      summary: 'Você refez uma mudança em 2 transações',
    })
    expect((await get('/transactions')).transactions).toEqual([])
    expect(await verify()).toBeNull()
  })

  it('moves to another wallet, and a transfer only where it does not go already', async () => {
    const cash = (await post('/wallets', { name: 'Caixa', kind: 'cash' })).body.wallet
    const bought = await record()
    const moved = await record({ type: 'transfer', toWalletId: cash.id })
    const answer = await batch({ ids: [bought.id, moved.id], change: { walletId: cash.id } })
    expect(answer.body).toMatchObject({ changed: [{ id: bought.id, walletId: cash.id }], unchanged: [moved.id] })
    expect(await batch({ ids: [bought.id], change: { walletId: newId() } })).toMatchObject({
      status: 400,
      body: { fields: { walletId: expect.anything() } },
    })
    expect((await get('/wallets')).wallets.map(({ balance }: { balance: { amount: number } }) => balance.amount)).toEqual([-100, 0])
    expect(await verify()).toBeNull()
  })

  it('stores one of two of two that devices send of the same versions at once, and both without versions', async () => {
    const [flour, sugar] = [await record(), await record({ description: 'Açúcar' })]
    const ids = [flour.id, sugar.id]
    const send = (note: string, versions = {}) => batch({ ids, change: { note }, versions })
    const versions = { [flour.id]: 1, [sugar.id]: 1 }
    const raced = await Promise.all([send('uma', versions), send('outra', versions)])
    expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const notes = async () => (await get('/transactions')).transactions.map(({ note }: { note: string }) => note)
    const won = raced[0].status === 200 ? 'uma' : 'outra'
    expect(await notes()).toEqual([won, won])
    expect((await Promise.all([send('terceira'), send('quarta')])).map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(await notes()).size).toBe(1)
    expect((await get('/activity?entity=batch')).activity).toHaveLength(3)
    expect(await verify()).toBeNull()
  })

  it('changes nothing if one is unknown, of another version, or of the other type', async () => {
    const [one, other] = [await record(), await record({ type: 'income' })]
    const unknown = newId()
    const ids = [one.id, unknown]
    expect(await batch({ ids, delete: true })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', fields: { ids: [unknown] } } })
    expect(await batch({ ids: [one.id], delete: true, versions: { [one.id]: 2 } })).toMatchObject({
      status: 412,
      body: { code: 'VERSION_MISMATCH', fields: { versions: [one.id] } },
    })
    expect(await batch({ ids: [one.id, other.id], change: { category: 'Outros' } })).toMatchObject({
      status: 400,
      body: { fields: { category: [batchTexts.bothTypes] } },
    })
    expect((await batch({ ids: [one.id, other.id], change: { category: null } })).body.unchanged).toHaveLength(2)
    expect((await get('/transactions')).transactions.map(({ version }: { version: number }) => version)).toEqual([1, 1])
    expect((await latest()).type).toBe('TransactionRecorded')
  })

  it.each([
    ['no id', { ids: [], delete: true }, batchTexts.none],
    ['501 ids', { ids: Array.from({ length: 501 }, () => newId()), delete: true }, batchTexts.tooMany],
    ['an id twice', { ids: [someId, someId], delete: true }, batchTexts.twice],
    ['an empty change', { ids: [someId], change: {} }, batchTexts.nothing],
    ['nothing to do', { ids: [someId] }, batchTexts.nothing],
    ['a change and a deletion', { ids: [someId], change: { note: 'x' }, delete: true }, batchTexts.changeAndDelete],
    ['a version of another one', { ids: [someId], delete: true, versions: { [newId()]: 1 } }, batchTexts.unknownVersion],
  ])('refuses %s', async (_, body, text) => {
    expect(await batch(body)).toMatchObject({ status: 400, body: { error: text } })
  })
})

describe('POST /transactions/categories/rename', () => {
  it('renames a category in transactions, recurrences and rules, and is undone but for what changed since', async () => {
    const [flour, sugar] = [await record({ category: 'Feira' }), await record({ category: 'Feira', description: 'Açúcar' })]
    const sold = await record({ category: 'Feira', type: 'income' })
    const rent = {
      kind: 'recurring',
      type: 'expense',
      description: 'Banca',
      category: 'Feira',
      amount: 50,
      start: dateInSaoPaulo(new Date()),
      every: 'year',
      interval: 1,
    }
    const { recurrence } = (await post('/recurrences', rent)).body
    const rule = (await post('/rules', { text: 'moinho', category: 'Feira' })).body.rule
    const ofIncome = (await post('/rules', { text: 'cliente', type: 'income', category: 'Feira' })).body.rule
    const renamed = await post('/transactions/categories/rename', { type: 'expense', from: 'Feira', to: 'Insumos' })
    expect(renamed).toMatchObject({ status: 200, body: { changed: 3, remaining: 0 } })
    const categoryOf = async (id: string) => (await get(`/transactions/${id}`)).transaction.category
    expect([await categoryOf(flour.id), await categoryOf(sugar.id), await categoryOf(sold.id)]).toEqual(['Insumos', 'Insumos', 'Feira'])
    expect((await get(`/recurrences/${recurrence.id}`)).recurrence.category).toBe('Insumos')
    expect([(await get(`/rules/${rule.id}`)).rule.category, (await get(`/rules/${ofIncome.id}`)).rule.category]).toEqual([
      'Insumos',
      'Feira',
    ])
    const entry = await latest()
    expect(entry.summary).toBe('Você mudou a categoria Feira para Insumos em 3 transações')
    expect(entry.changes).toEqual([{ field: 'category', before: 'Feira', after: 'Insumos' }])
    expect(await verify()).toBeNull()

    await server.send('PUT', `/rules/${rule.id}`, { token, body: { category: 'Outros' } })
    expect((await undo(entry.position)).body.activity.summary).toBe('Você desfez uma mudança em 3 transações. Ficou como está: moinho')
    expect([await categoryOf(flour.id), (await get(`/recurrences/${recurrence.id}`)).recurrence.category]).toEqual(['Feira', 'Feira'])
    expect((await get(`/rules/${rule.id}`)).rule.category).toBe('Outros')
    expect(await verify()).toBeNull()
  })

  it('takes the new name as it is written, also for those without a category', async () => {
    const bought = await record()
    expect((await post('/transactions/categories/rename', { type: 'expense', from: '', to: 'fornecedores' })).body).toEqual({
      changed: 1,
      remaining: 0,
    })
    expect((await get(`/transactions/${bought.id}`)).transaction.category).toBe('fornecedores')
    expect((await latest()).summary).toBe('Você pôs a categoria fornecedores em 1 transação')
    expect((await post('/transactions/categories/rename', { type: 'expense', from: 'nada', to: 'x' })).body).toEqual({
      changed: 0,
      remaining: 0,
    })
    expect(await post('/transactions/categories/rename', { type: 'expense', from: 'x', to: 'x' })).toMatchObject({
      status: 400,
      body: { error: batchTexts.sameCategory },
    })
  })
})
