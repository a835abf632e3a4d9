import { identityTexts } from '@prumo/shared/identity-texts'
import { v4 as randomId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { startTestApp, type TestApp } from '../test-app.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  ana = await test.register({ monthlyIncome: 1234.56, mainDifficulties: ['Controle de estoque'] })
})
afterAll(() => test.close())

function change(body: unknown, headers: Record<string, string> = {}) {
  return test.send('PUT', '/auth/profile', { token: ana.token, body, headers })
}

async function eventsOf(accountId: string): Promise<string[]> {
  const rows = await test.database.rows<{ type: string }>({ text: 'select type from events where account_id = $1 order by seq' }, [
    accountId,
  ])
  return rows.map((row) => row.type)
}

describe('the profile', () => {
  it('changes what is named, for every reader after it', async () => {
    const before = (await test.send('GET', '/auth/verify', { token: ana.token })).body.user
    const changes = { name: ' Ana Lima ', monthlyIncome: 0, mainDifficulties: ['Impostos e tributos', 'Marketing e vendas'] }
    const { status, body } = await change(changes)
    expect(status).toBe(200)
    expect(body.user).toEqual({ ...before, ...changes, name: 'Ana Lima' })
    expect((await test.send('GET', '/auth/verify', { token: ana.token })).body).toEqual(body)
    expect((await test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).body.user).toEqual(body.user)
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'ProfileChanged'])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ events: 2, problem: null })
  })

  it.each([{}, { name: 'Ana Souza', monthlyIncome: 1234.56 }])('records nothing for %j', async (body) => {
    expect(await change(body)).toMatchObject({ status: 200, body: { user: { name: 'Ana Souza' } } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened'])
  })

  it('answers a repeat of the same request with the same, and changes nothing', async () => {
    const headers = { 'idempotency-key': randomId() }
    const first = await change({ name: 'Ana Lima' }, headers)
    await change({ name: 'Ana Reis' })
    const again = await change({ name: 'Ana Lima' }, headers)
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect((await test.send('GET', '/auth/verify', { token: ana.token })).body.user.name).toBe('Ana Reis')
    expect(await change({ name: 'Ana Melo' }, headers)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'ProfileChanged', 'ProfileChanged'])
  })

  it.each([
    [identityTexts.nameMissing, { name: '  ' }],
    [identityTexts.nameMissing, { name: null }],
    [identityTexts.nameShort, { name: 'A' }],
    [identityTexts.businessNameMissing, { businessName: '' }],
    [identityTexts.businessTypeMissing, { businessType: 'Circo' }],
    ['O valor não pode ser negativo', { monthlyIncome: -0.01 }],
    ['Digite um valor válido', { monthlyIncome: '10' }],
    ['Campo desconhecido: email', { email: 'outra@exemplo.com' }],
  ])('refuses: %s', async (text, body) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: text } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened'])
  })

  it('is one’s own alone', async () => {
    const beto = await test.register({ name: 'Beto' })
    await change({ name: 'Ana Lima' })
    expect((await test.send('GET', '/auth/verify', { token: beto.token })).body.user.name).toBe('Beto')
  })
})
