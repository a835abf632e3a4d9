import { createHash } from 'node:crypto'
import { importTexts } from '@prumo/shared/import-rules'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import { walletTexts } from '@prumo/shared/wallet-rules'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp, type TestApp } from '../../test/test-app.js'
import { restoreHelpers } from '../../test/test-restores.js'

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
const post = (path: string, body: object = {}) => server.send('POST', path, { token, body })
const get = (path: string) => server.send('GET', path, { token })

/** A line as a bank writes it: day of October, reais with a sign, text. */
type WrittenLine = readonly [day: number, reais: number, description: string]
/** A statement as a bank writes it. */
interface Written {
  account: string
  lines: readonly WrittenLine[]
  closing?: number
}

function rowsOf({ account, lines }: Written) {
  return lines.map(([day, reais, description]) => ({
    key: sha([account, day, reais, description].join('\u001f')),
    date: `2026-10-${String(day).padStart(2, '0')}`,
    amount: Math.abs(reais),
    type: reais < 0 ? 'expense' : 'income',
    description,
  }))
}

interface PreviewedRow {
  key: string
  state: string
  transactionId: string | null
  payment: boolean
}

async function preview(written: Written, about: object = {}): Promise<PreviewedRow[]> {
  const answer = await post('/imports/preview', { format: 'ofx', account: sha(written.account), rows: rowsOf(written), ...about })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body.rows
}
const states = async (written: Written, about: object = {}) => (await preview(written, about)).map(({ state }) => state)

function statement(written: Written, fates: readonly object[] = [], about: object = {}) {
  const { account, closing } = written
  const rows = rowsOf(written).map((row, index) => ({ id: newId(), ...row, ...fates[index] }))
  const end = closing === undefined ? null : { date: '2026-10-31', balance: closing }
  return { id: newId(), fileName: `${account}.ofx`, format: 'ofx', account: sha(account), closing: end, rows, ...about }
}
const accept = (written: Written, fates: readonly object[] = [], about: object = {}) => post('/imports', statement(written, fates, about))
async function accepted(written: Written, fates: readonly object[] = [], about: object = {}) {
  const answer = await accept(written, fates, about)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.import
}
async function undo(id: string) {
  const answer = await post(`/imports/${id}/undo`)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
/** Restores the import that was undone last. */
async function redo() {
  const [{ position, type }] = (await get('/activity?entity=import&limit=1')).body.activity
  expect(type).toBe('ImportUndone')
  expect(await post(`/activity/${position}/undo`)).toMatchObject({ status: 200 })
}

async function open(name: string, about: object = {}): Promise<string> {
  const answer = await post('/wallets', { name, kind: 'bank', ...about })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.wallet.id
}
const wallets = async () => (await get('/wallets')).body.wallets
const mainWallet = async () => (await wallets())[0].id as string
const summary = async (query = '') => (await get(`/transactions/summary${query}`)).body.summary
const list = async (query = '') => (await get(`/transactions${query}`)).body.transactions
async function record(about: object = {}) {
  const answer = await post('/transactions', {
    description: 'Para o outro banco',
    amount: 500,
    type: 'expense',
    transactionDate: '2026-10-10',
    ...about,
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.transaction
}

const inter: Written = {
  account: 'inter',
  lines: [
    [2, 5_000, 'Vendas'],
    [10, -500, 'PIX enviado'],
    [12, -120, 'Aluguel'],
    [15, -300, 'Pagamento de fatura'],
  ],
  closing: 4_080,
}
const nubank: Written = {
  account: 'nubank',
  lines: [
    [11, 500, 'PIX recebido'],
    [13, -80, 'Internet'],
    [20, 200, 'Venda'],
  ],
  closing: 620,
}
const card: Written = {
  account: 'cartao',
  lines: [
    [5, -250, 'Mercado'],
    [6, -50, 'Padaria'],
    [16, 300, 'Pagamento recebido'],
  ],
}
const net = ({ lines }: Written) => lines.reduce((sum, [, reais]) => sum + reais, 0)

describe('three statements of one month', () => {
  const all = [inter, nubank, card]
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ].map((order) => order.map((index) => all[index] as Written))
  const named = orders.map((order) => [order.map(({ account }) => account).join(', '), order] as const)

  it.each(named)('end in the same balances and sums as %s, and each undone alone leaves the others right', async (_, order) => {
    const ids = new Map([
      [inter, await mainWallet()],
      [nubank, await open('Nubank')],
      [card, await open('Cartão', { kind: 'card', closingDay: 20, dueDay: 28 })],
    ])
    /** What the wallet has by what is recorded, apart from what its bank says. */
    const netIn = async (written: Written) => {
      const { income, expense, transferIn, transferOut } = await summary(`?walletId=${ids.get(written)}`)
      return income - expense + transferIn - transferOut
    }
    const whole = async () => ({
      balances: (await wallets()).map(({ balance: { amount } }: { balance: { amount: number } }) => amount),
      nets: await Promise.all(all.map(netIn)),
      summary: await summary(),
    })

    const imports = new Map<Written, string>()
    for (const written of order) {
      const walletId = ids.get(written)
      const rows = await preview(written, { walletId })
      const fates = rows.map(({ state, transactionId, payment }) => {
        if (state === 'other_side') return { joins: transactionId }
        if (!payment) return {}
        return written === card ? { fromWalletId: ids.get(inter) } : { toWalletId: ids.get(card) }
      })
      imports.set(written, (await accepted(written, fates, { walletId })).id)
    }

    const end = await whole()
    expect(end).toEqual({
      balances: [4_080, 620, 0],
      nets: all.map(net),
      summary: expect.objectContaining({ income: 5_200, expense: 500, balance: 4_700, count: 8 }),
    })
    for (const undone of all) {
      await undo(imports.get(undone) as string)
      for (const written of all) if (written !== undone) expect(await netIn(written)).toBe(net(written))
      await redo()
    }
    expect(await whole()).toEqual(end)
  })
})

describe('a transfer between two statements, a day apart', () => {
  const leaving: Written = { account: 'inter', lines: [[10, -500, 'PIX enviado']] }
  const arriving: Written = { account: 'nubank', lines: [[11, 500, 'PIX recebido']] }

  it.each([
    ['the first first, undone from the first', [leaving, arriving], [0, 1]],
    ['the first first, undone from the last', [leaving, arriving], [1, 0]],
    ['the second first, undone from the first', [arriving, leaving], [0, 1]],
    ['the second first, undone from the last', [arriving, leaving], [1, 0]],
  ] as const)('comes and goes with both: %s', async (_, [first, second], [early, late]) => {
    const ids = new Map([
      [leaving, await mainWallet()],
      [arriving, await open('Nubank')],
    ])
    const texts = new Map<Written, object>([
      [leaving, { category: 'Pessoal' }],
      [arriving, { category: 'Vendas' }],
    ])
    const one = await accepted(first, [texts.get(first) as object], { walletId: ids.get(first) })
    const [row] = await preview(second, { walletId: ids.get(second) })
    const [recorded] = await list()
    expect(row).toMatchObject({ state: 'other_side', transactionId: recorded.id })
    const two = await accepted(second, [{ ...texts.get(second), joins: recorded.id }], { walletId: ids.get(second) })
    expect(two).toMatchObject({ walletId: ids.get(second), count: 1, [second === leaving ? 'expense' : 'income']: 500 })

    const transfer = {
      id: recorded.id,
      type: 'transfer',
      description: recorded.description,
      category: null,
      walletId: ids.get(leaving),
      toWalletId: ids.get(arriving),
      date: '2026-10-10',
      toDate: '2026-10-11',
    }
    for (const made of [one, two]) {
      expect(await list(`?importId=${made.id}`)).toMatchObject([transfer])
      expect((await get(`/imports/${made.id}`)).body.transactionIds).toEqual([recorded.id])
    }
    expect(await summary()).toMatchObject({ income: 0, expense: 0, count: 1 })
    for (const each of [leaving, arriving]) expect(await states(each)).toEqual(['known'])
    const [exported] = (await get('/data/export')).body.transactions
    const keys = { importKey: rowsOf(leaving)[0]?.key, toImportKey: rowsOf(arriving)[0]?.key }
    const byWritten = new Map([
      [first, one.id],
      [second, two.id],
    ])
    expect(exported).toMatchObject({ ...keys, importId: byWritten.get(leaving), toImportId: byWritten.get(arriving) })

    const made = [one, two]
    const written = [first, second]
    expect(await undo(made[early].id)).toMatchObject({ removed: 0, kept: [] })
    const rest = written[late] as Written
    const [line] = rowsOf(rest)
    expect(await list()).toMatchObject([
      {
        id: recorded.id,
        type: line?.type,
        date: line?.date,
        description: line?.description,
        ...texts.get(rest),
        walletId: ids.get(rest),
        toWalletId: null,
        toDate: null,
        importId: made[late].id,
      },
    ])
    expect([await states(written[early] as Written), await states(rest)]).toEqual([['other_side'], ['known']])
    expect(await undo(made[late].id)).toMatchObject({ removed: 1, kept: [] })
    expect(await list()).toEqual([])
  })
})

it('is known on both sides in an account that was restored from a copy', async () => {
  const { copyOf, startRestore, run, restoreOf } = restoreHelpers(() => server as TestApp)
  const [leaving, arriving]: Written[] = [
    { account: 'inter', lines: [[10, -500, 'PIX enviado']] },
    { account: 'nubank', lines: [[11, 500, 'PIX recebido']] },
  ]
  await accepted(leaving as Written)
  const [{ id }] = await list()
  await accepted(arriving as Written, [{ joins: id }], { walletId: await open('Nubank') })
  const copy = await copyOf({ token, accountId })

  ;({ token, accountId } = await server.register())
  const restoreId = await startRestore({ token, accountId }, copy)
  await run({ token, accountId }, restoreId)
  expect(await restoreOf({ token, accountId }, restoreId)).toMatchObject({ state: 'done', problems: [] })
  const [main, second] = await wallets()
  expect(await list()).toMatchObject([{ type: 'transfer', walletId: main.id, toWalletId: second.id }])
  const { imports } = (await get('/imports')).body
  expect(imports).toMatchObject([{ walletId: second.id }, { walletId: main.id }])
  for (const written of [leaving, arriving] as Written[]) expect(await states(written)).toEqual(['known'])
  for (const made of imports) expect(await list(`?importId=${made.id}`)).toHaveLength(1)
})

describe('the wallet of a statement', () => {
  const one: Written = { account: 'inter', lines: [[10, -12.5, 'Padaria']] }
  const another: Written = { account: 'inter', lines: [[12, -10, 'Padaria']] }

  it('is the main one until one is chosen, and is then remembered by its account', async () => {
    const [main, second] = [await mainWallet(), await open('Nubank')]
    expect(await accepted(one)).toMatchObject({ walletId: main })
    expect((await wallets())[0]).toMatchObject({ statementAccounts: [sha('inter')] })
    expect(await accepted(another, [], { walletId: second })).toMatchObject({ walletId: second })
    expect(await wallets()).toMatchObject([{ statementAccounts: [] }, { statementAccounts: [sha('inter')] }])
    expect(await accepted({ account: 'inter', lines: [[13, -7, 'Feira']] })).toMatchObject({ walletId: second })
    expect(await accepted({ account: 'outro', lines: [[13, -8, 'Feira']] })).toMatchObject({ walletId: main })
    expect((await get('/imports')).body.imports.map(({ walletId }: { walletId: string }) => walletId)).toEqual([main, second, second, main])
  })

  it('exists and is not archived, and nothing is recorded otherwise', async () => {
    const archived = await open('Antiga')
    expect(await post(`/wallets/${archived}/archive`)).toMatchObject({ status: 200 })
    for (const [walletId, text] of [
      [newId(), walletTexts.unknown],
      [archived, walletTexts.archived],
    ]) {
      const refused = { status: 400, body: { code: 'VALIDATION', error: text, fields: { walletId: [text] } } }
      expect(await accept(one, [], { walletId })).toMatchObject(refused)
      expect(await post('/imports/preview', { rows: rowsOf(one), walletId })).toMatchObject(refused)
      expect(await accept(one, [{ toWalletId: walletId }])).toMatchObject({ status: 400, body: { fields: { toWalletId: [text] } } })
    }
    expect(await accept(one, [{ toWalletId: await mainWallet() }])).toMatchObject({ status: 400, body: { error: walletTexts.sameWallet } })
    expect(await accept(one, [{ fromWalletId: archived }])).toMatchObject({ status: 400, body: { error: importTexts.onlyIncomeArrives } })
    expect(await accept(one, [{ settles: newId(), joins: newId() }])).toMatchObject({ status: 400, body: { error: importTexts.oneFate } })
    expect(await list()).toEqual([])
  })

  it('has its own closing balance, whatever is imported into others', async () => {
    const second = await open('Nubank')
    await accepted({ ...one, closing: 100 })
    const made = await accepted({ account: 'nubank', lines: [[11, -3, 'Café']], closing: 40 }, [], { walletId: second })
    const balances = async () =>
      (await wallets()).map(({ balance: { amount, source } }: { balance: object & Record<string, unknown> }) => [amount, source])
    expect(await balances()).toEqual([
      [100, 'stated'],
      [40, 'stated'],
    ])
    // A second account of one wallet does not say what is in it.
    await accepted({ account: 'poupanca', lines: [[11, -4, 'Café']], closing: 1 }, [], { walletId: second })
    expect(await balances()).toEqual([
      [100, 'stated'],
      [40, 'stated'],
    ])
    await undo(made.id)
    expect(await balances()).toEqual([
      [100, 'stated'],
      [-4, 'sums'],
    ])
  })
})

describe('the other side of a line', () => {
  const arriving = (day: number): Written => ({ account: 'nubank', lines: [[day, 500, 'PIX recebido']] })

  it('is a transaction of another wallet within three days, settled or pending, nearest first and each once', async () => {
    const walletId = await open('Nubank')
    const [settled, pending] = [await record(), await record({ transactionDate: '2026-10-12', isScheduled: true })]
    const rows = await preview({ account: 'nubank', lines: [10, 12, 11].map((day) => [day, 500, `PIX ${day}`] as const) }, { walletId })
    expect(rows.map(({ state, transactionId }) => [state, transactionId])).toEqual([
      ['other_side', settled.id],
      ['other_side', pending.id],
      ['new', null],
    ])
    expect(await states(arriving(15), { walletId })).toEqual(['other_side'])
    expect(await states(arriving(16), { walletId })).toEqual(['new'])
    expect(await states({ account: 'nubank', lines: [[10, -500, 'PIX']] }, { walletId })).toEqual(['new'])
    await server.send('PUT', `/transactions/${pending.id}`, { token, body: { isConfirmed: true } })
    expect(await states(arriving(15), { walletId })).toEqual(['new'])
  })

  it('comes after what is expected in the wallet and before what is similar there', async () => {
    const walletId = await open('Nubank')
    const other = await record()
    const similar = await record({ type: 'income', walletId })
    const stateOf = async () => (await preview(arriving(11), { walletId }))[0]
    expect(await stateOf()).toMatchObject({ state: 'other_side', transactionId: other.id })
    const expected = await record({ type: 'income', walletId, isScheduled: true })
    expect(await stateOf()).toMatchObject({ state: 'expected', transactionId: expected.id })
    for (const { id } of [expected, other]) await server.send('DELETE', `/transactions/${id}`, { token })
    expect(await stateOf()).toMatchObject({ state: 'similar', transactionId: similar.id })
    // What is expected or similar in another wallet is not so here.
    expect(await states(arriving(11), { walletId: await open('Terceira') })).toEqual(['new'])
  })

  it('may be a transfer whose side here came from no import, by the day on which it arrives', async () => {
    const walletId = await open('Nubank')
    const transfer = await record({ type: 'transfer', toWalletId: walletId, toDate: '2026-10-20', isScheduled: true })
    expect(await states(arriving(10), { walletId })).toEqual(['new'])
    const [row] = await preview(arriving(22), { walletId })
    expect(row).toMatchObject({ state: 'other_side', transactionId: transfer.id })
    const made = await accepted(arriving(22), [{ joins: transfer.id }], { walletId })
    const joined = { date: '2026-10-10', toDate: '2026-10-22', isConfirmed: true, isReceived: true }
    expect((await get(`/transactions/${transfer.id}`)).body.transaction).toMatchObject({
      ...transfer,
      ...joined,
      version: 2,
      updatedAt: expect.any(String),
    })
    // A second file of the wallet in another format finds it similar, and joins it no more.
    expect(await states({ account: 'outro', lines: [[21, 500, 'PIX']] }, { walletId, format: 'csv' })).toEqual(['similar'])
    expect(await accept({ account: 'outro', lines: [[21, 500, 'PIX']] }, [{ joins: transfer.id }], { walletId })).toMatchObject({
      status: 409,
      body: { error: transactionTexts.notOtherSide },
    })
    expect(await undo(made.id)).toMatchObject({ removed: 0, kept: [] })
    expect((await get(`/transactions/${transfer.id}`)).body.transaction).toMatchObject({
      ...transfer,
      version: 3,
      updatedAt: expect.any(String),
    })
  })

  it('stays as it is after a change, named by the undo of either import', async () => {
    const walletId = await open('Nubank')
    const first = await accepted({ account: 'inter', lines: [[10, -500, 'PIX enviado']] })
    const [{ id }] = await list()
    const second = await accepted(arriving(11), [{ joins: id }], { walletId })
    await server.send('PUT', `/transactions/${id}`, { token, body: { description: 'Para a reserva' } })
    for (const made of [first, second]) expect(await undo(made.id)).toMatchObject({ removed: 0, kept: [id] })
    expect(await list()).toMatchObject([{ id, type: 'transfer', description: 'Para a reserva' }])
  })
})
