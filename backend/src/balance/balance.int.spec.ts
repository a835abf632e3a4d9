import { balanceTexts } from '@prumo/shared/import-rules'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let server: SharedTestApp
let token: string
beforeAll(async () => void (server = await sharedTestApp()))
beforeEach(async () => void ({ token } = await server.register()))

const state = (body: object, headers = {}) => server.send('PUT', '/balance', { token, body, headers })
const present = async () => (await server.send('GET', '/balance', { token })).body
const history = async () => (await server.send('GET', '/activity?entity=balance', { token })).body.activity
const undo = (position: number) => server.send('POST', `/activity/${position}/undo`, { token })

it('is null before the first statement, and then the latest', async () => {
  expect(await present()).toEqual({ balance: null })
  const days = [dateInSaoPaulo(new Date())]
  const first = await state({ amount: 1234.56 })
  days.push(dateInSaoPaulo(new Date()))
  expect(first).toMatchObject({ status: 200, body: { balance: { amount: 1234.56, version: 1 } } })
  expect(days).toContain(first.body.balance.date)
  expect((await state({ amount: -0.01 })).body).toMatchObject({ balance: { amount: -0.01, version: 2 } })
  // That of an earlier day holds for that day alone.
  expect((await state({ amount: 3, date: '2026-01-31' })).body).toMatchObject({ balance: { amount: -0.01, version: 3 } })
  expect(await present()).toMatchObject({ balance: { amount: -0.01, version: 3 } })
  expect((await state({ amount: 3, date: '2026-01-31' })).body.balance.version).toBe(3)
})

it.each([
  [{ amount: 1, date: '2199-01-01' }, balanceTexts.future],
  [{ amount: 1.234 }, 'Use no máximo duas casas decimais'],
  [{ amount: -1_000_000_000 }, 'O valor mínimo é -R$ 999.999.999,99'],
  [{ amount: '1' }, 'Digite um valor válido'],
  [{ date: '2026-01-01' }, 'Digite um valor válido'],
  [{ amount: 1, date: '2026-02-30' }, 'Escolha uma data válida'],
])('refuses %j', async (body, error) => {
  expect(await state(body)).toMatchObject({ status: 400, body: { error, code: 'VALIDATION' } })
})

it('changes only if it still has the expected version', async () => {
  expect(await state({ amount: 1 }, { 'if-match': '"1"' })).toMatchObject({ status: 404 })
  await state({ amount: 1 })
  expect(await state({ amount: 2 }, { 'if-match': '"2"' })).toMatchObject({ status: 412 })
  expect(await state({ amount: 2 }, { 'if-match': '"1"' })).toMatchObject({ status: 200 })
})

it('is undone in the history step by step, finally to none', async () => {
  await state({ amount: 1, date: '2026-01-02' })
  await state({ amount: 2, date: '2026-01-02' })
  const [second, first] = await history()
  expect(second).toMatchObject({ type: 'BalanceStated', summary: expect.stringContaining('informou o saldo de R$'), undoable: true })
  expect(await undo(first.position)).toMatchObject({ status: 409 })
  expect(await undo(second.position)).toMatchObject({ status: 200 })
  expect(await present()).toMatchObject({ balance: { amount: 1, date: '2026-01-02' } })
  expect(await undo(first.position)).toMatchObject({ status: 200, body: { activity: { type: 'BalanceWithdrawn' } } })
  expect(await present()).toEqual({ balance: null })
  expect(await undo((await history())[0].position)).toMatchObject({ status: 200 })
  expect(await present()).toMatchObject({ balance: { amount: 1 } })
  await server.confirm(token)
  await server.send('POST', '/data/reset', { token, body: { confirm: true } })
  expect(await present()).toEqual({ balance: null })
  expect(await state({ amount: 3 })).toMatchObject({ status: 200 })
})
