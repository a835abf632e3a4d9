import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { walletTexts } from '@prumo/shared/wallet-rules'
import { v5 as namedId } from 'uuid'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
let accountId: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => {
  const person = await server.register()
  token = person.token
  accountId = (await get('/auth/verify')).user.id
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, headers = {}) =>
  server.send(method, path, { token, body, headers })
const get = async (path: string) => (await send('GET', path)).body
const mainId = () => namedId('main-wallet', accountId)
const day = (days: number) => addDays(dateInSaoPaulo(new Date()), days)
const today = () => day(0)

async function open(fields: object): Promise<string> {
  const { status, body } = await send('POST', '/wallets', fields)
  expect(status).toBe(201)
  return body.wallet.id
}
const openCash = () => open({ name: 'Caixa', kind: 'cash' })
const openCard = () => open({ name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10 })

async function record(amount: number, fields: object = {}) {
  const body = { description: 'Bolo', amount, type: 'income', transactionDate: today(), ...fields }
  const answer = await send('POST', '/transactions', body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.transaction
}
async function balances(): Promise<Record<string, number>> {
  const { wallets } = await get('/wallets')
  return Object.fromEntries(wallets.map(({ name, balance }: { name: string; balance: { amount: number } }) => [name, balance.amount]))
}

it('has the main wallet without an event, as old as the account', async () => {
  const { wallets, onHand } = await get('/wallets')
  expect(onHand).toEqual({ amount: 0, date: today() })
  expect(wallets).toEqual([
    {
      id: mainId(),
      userId: accountId,
      name: 'Conta principal',
      kind: 'bank',
      closingDay: null,
      dueDay: null,
      isMain: true,
      archived: false,
      order: 0,
      balance: { amount: 0, date: today(), source: 'sums' },
      statedOn: null,
      statementAccounts: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      version: 0,
    },
  ])
  expect(await send('PUT', `/wallets/${mainId()}`, { name: 'Inter' })).toMatchObject({
    status: 200,
    body: { wallet: { name: 'Inter', version: 1, createdAt: wallets[0].createdAt } },
  })
  expect((await get(`/wallets/${mainId()}`)).wallet).toMatchObject({ name: 'Inter', isMain: true })
})

it('moves money between wallets without an income or expense', async () => {
  const [cash, card] = [await openCash(), await openCard()]
  await record(1000)
  await record(80, { type: 'expense', walletId: card })
  const transfer = await record(300, { type: 'transfer', description: 'Saque', toWalletId: cash, toDate: day(-1) })
  expect(transfer).toMatchObject({ walletId: mainId(), toWalletId: cash, toDate: day(-1), category: null })
  await record(50, { type: 'transfer', description: 'Depósito', walletId: cash, toWalletId: mainId(), isScheduled: true })
  expect(await balances()).toEqual({ 'Conta principal': 700, Caixa: 300, Nubank: -80 })
  expect((await get('/wallets')).onHand).toEqual({ amount: 1000, date: today() })
  expect((await get('/transactions/summary')).summary).toMatchObject({ income: 1000, expense: 80, count: 3, transferIn: 0, transferOut: 0 })
  expect((await get(`/transactions/summary?walletId=${cash}`)).summary).toMatchObject({ income: 0, transferIn: 300, transferOut: 0 })
  expect((await get(`/transactions/summary?walletId=${cash}&walletId=${mainId()}`)).summary).toMatchObject({
    transferIn: 300,
    transferOut: 300,
    count: 2,
  })
  const listed = (await get(`/transactions?walletId=${cash}`)).transactions.map(({ description }: { description: string }) => description)
  expect(listed.toSorted()).toEqual(['Depósito', 'Saque'])
  expect((await get('/transactions?type=transfer')).transactions).toHaveLength(2)
})

it('turns an expense into a transfer and back', async () => {
  const cash = await openCash()
  const { id } = await record(40, { type: 'expense', category: 'Outros', description: 'Saque 24h' })
  const into = await send('PUT', `/transactions/${id}`, { type: 'transfer', walletId: mainId(), toWalletId: cash })
  expect(into).toMatchObject({ status: 200, body: { transaction: { type: 'transfer', toWalletId: cash, category: null } } })
  expect(await balances()).toEqual({ 'Conta principal': -40, Caixa: 40 })
  const back = await send('PUT', `/transactions/${id}`, { type: 'expense', walletId: mainId() })
  expect(back).toMatchObject({ status: 200, body: { transaction: { type: 'expense', toWalletId: null } } })
  expect(await balances()).toEqual({ 'Conta principal': -40, Caixa: 0 })
})

it('states the balance of each wallet by day', async () => {
  const cash = await openCash()
  await record(10, { walletId: cash, transactionDate: day(-9) })
  await record(20, { walletId: cash, transactionDate: day(-2) })
  const stated = await send('PUT', `/wallets/${cash}/balance`, { amount: 100, date: day(-5) })
  expect(stated.body.wallet.balance).toEqual({ amount: 120, date: today(), source: 'stated' })
  await send('PUT', `/wallets/${cash}/balance`, { amount: 500, date: day(-8) })
  expect(await balances()).toMatchObject({ Caixa: 120 })
  expect(await get('/balance')).toEqual({ balance: null })
  await send('PUT', '/balance', { amount: 7 })
  expect(await balances()).toEqual({ 'Conta principal': 7, Caixa: 120 })
  expect(await send('PUT', `/wallets/${cash}/balance`, { amount: 1, date: day(1) })).toMatchObject({ status: 400 })
})

it('computes the bills of a card, and the forecast takes each on its due day', async () => {
  const card = await openCard()
  const bills = async () => (await get(`/wallets/${card}/bills`)).bills
  await record(30, { type: 'expense', walletId: card })
  const [present] = (await bills()).filter(({ state }: { state: string }) => state === 'open')
  expect(present).toMatchObject({ purchases: 30, paid: 0, remaining: 30 })
  const length = [30, 60, 90].find((days) => day(days) >= present.dueOn)
  const { days } = (await get(`/forecast?days=${length}`)).forecast
  expect(days.find(({ date }: { date: string }) => date === present.dueOn)).toMatchObject({ expense: 30 })
  await record(30, { type: 'transfer', description: 'Fatura', toWalletId: card })
  expect((await bills()).find(({ month }: { month: string }) => month === present.month)).toMatchObject({ remaining: 0 })
  expect(await send('GET', `/wallets/${mainId()}/bills`)).toMatchObject({ status: 404 })
})

it('is archived with movements, deleted without, and replaced as the main one', async () => {
  const [cash, spare] = [await openCash(), await open({ name: 'Reserva', kind: 'bank' })]
  await record(5, { walletId: cash })
  const pending = await record(5, { walletId: cash, isScheduled: true })
  const error = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => (await send(method, path, body)).body.error
  expect(await error('POST', `/wallets/${cash}/archive`)).toBe(walletTexts.hasPending)
  await send('DELETE', `/transactions/${pending.id}`)
  expect(await error('DELETE', `/wallets/${cash}`)).toBe(walletTexts.hasMovements)
  expect(await send('POST', `/wallets/${cash}/archive`)).toMatchObject({ status: 200, body: { wallet: { archived: true } } })
  const refused = await send('POST', '/transactions', {
    description: 'Pão',
    amount: 1,
    type: 'income',
    transactionDate: today(),
    walletId: cash,
  })
  expect(refused).toMatchObject({ status: 400, body: { fields: { walletId: [walletTexts.archived] } } })
  expect(await send('POST', `/wallets/${cash}/unarchive`)).toMatchObject({ status: 200 })
  expect(await send('PUT', `/wallets/${cash}`, { name: 'Gaveta', isMain: true })).toMatchObject({
    status: 200,
    body: { wallet: { name: 'Gaveta', isMain: true } },
  })
  expect(await error('POST', `/wallets/${cash}/archive`)).toBe(walletTexts.mainStays)
  expect(await record(9)).toMatchObject({ walletId: cash })
  expect(await send('DELETE', `/wallets/${spare}`)).toMatchObject({ status: 204 })
  expect((await get('/wallets')).wallets.map(({ name }: { name: string }) => name)).toEqual(['Conta principal', 'Gaveta'])
})

it('is not archived while a recurrence in it goes on, even if nothing is pending', async () => {
  const cash = await openCash()
  const body = { kind: 'recurring', type: 'expense', description: 'Alvará', amount: 9, start: day(200), every: 'year', walletId: cash }
  const { status } = await send('POST', '/recurrences', { ...body, interval: 1, weekend: 'keep' })
  expect(status).toBe(201)
  expect(await send('POST', `/wallets/${cash}/archive`)).toMatchObject({ status: 409, body: { error: walletTexts.hasPending } })
})

it('refuses a taken name, days without a card, and changes nothing', async () => {
  await openCash()
  expect(await send('POST', '/wallets', { name: 'CAIXÁ', kind: 'bank' })).toMatchObject({
    status: 409,
    body: { error: walletTexts.nameTaken },
  })
  expect(await send('POST', '/wallets', { name: 'Visa', kind: 'card', dueDay: 3 })).toMatchObject({
    status: 400,
    body: { fields: { closingDay: [walletTexts.closingDayMissing] } },
  })
  expect(await send('PUT', `/wallets/${mainId()}`, { dueDay: 3 })).toMatchObject({ status: 400 })
  expect((await get('/wallets')).wallets).toHaveLength(2)
})

it('is undone in the history, and reset to the main one', async () => {
  const cash = await openCash()
  await send('PUT', `/wallets/${cash}`, { isMain: true })
  const { activity } = await get('/activity?limit=2')
  expect(activity[0]).toMatchObject({ summary: 'Você trocou a conta principal', undoable: true })
  expect(activity[1]).toMatchObject({ summary: 'Você criou a conta Caixa', undoable: true })
  expect(await send('POST', `/activity/${activity[0].position}/undo`)).toMatchObject({ status: 200 })
  expect(await send('POST', `/activity/${activity[1].position}/undo`)).toMatchObject({ status: 200 })
  expect(await balances()).toEqual({ 'Conta principal': 0 })
  await openCash()
  await send('PUT', `/wallets/${mainId()}`, { name: 'Inter' })
  await send('PUT', '/balance', { amount: 3 })
  await server.confirm(token)
  expect(await send('POST', '/data/reset', { confirm: true })).toMatchObject({ status: 204 })
  expect(await balances()).toEqual({ 'Conta principal': 0 })
  expect(await send('PUT', `/wallets/${mainId()}`, { name: 'Inter' })).toMatchObject({ status: 200 })
  expect(await send('PUT', '/balance', { amount: 3 })).toMatchObject({ status: 200 })
})
