import { identityTexts } from '@prumo/shared/identity-texts'
import { TERMS_VERSION } from '@prumo/shared/terms'
import { v4 as randomId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { sharedTestApp, type SharedTestApp } from '../../test/test-app.js'

let test: SharedTestApp
let ana: Awaited<ReturnType<SharedTestApp['register']>>
beforeAll(async () => {
  test = await sharedTestApp()
})
beforeEach(async () => {
  ana = await test.register({ monthlyIncome: 1234.56, mainDifficulties: ['Controle de estoque'] })
})

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
  it('changes the given fields, for every later reader', async () => {
    const before = (await test.send('GET', '/auth/verify', { token: ana.token })).body.user
    const changes = { name: ' Ana Lima ', monthlyIncome: 0, mainDifficulties: ['Impostos e tributos', 'Marketing e vendas'] }
    const { status, body } = await change(changes)
    expect(status).toBe(200)
    expect(body.user).toEqual({ ...before, ...changes, name: 'Ana Lima' })
    expect((await test.send('GET', '/auth/verify', { token: ana.token })).body).toEqual(body)
    expect((await test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).body.user).toEqual(body.user)
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'TermsAccepted', 'ProfileChanged'])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ events: 3, problem: null })
  })

  it.each([{}, { name: 'Ana Souza', monthlyIncome: 1234.56 }])('records nothing for %j', async (body) => {
    expect(await change(body)).toMatchObject({ status: 200, body: { user: { name: 'Ana Souza' } } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'TermsAccepted'])
  })

  it('answers a repeat of the same request with the same, and changes nothing', async () => {
    const headers = { 'idempotency-key': randomId() }
    const first = await change({ name: 'Ana Lima' }, headers)
    await change({ name: 'Ana Reis' })
    const again = await change({ name: 'Ana Lima' }, headers)
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect((await test.send('GET', '/auth/verify', { token: ana.token })).body.user.name).toBe('Ana Reis')
    expect(await change({ name: 'Ana Melo' }, headers)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'TermsAccepted', 'ProfileChanged', 'ProfileChanged'])
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
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'TermsAccepted'])
  })

  it('has the terms accepted at registration, and accepts only those in force, once', async () => {
    const accepted = { version: TERMS_VERSION, acceptedAt: expect.stringMatching(/Z$/) }
    expect((await test.send('GET', '/auth/verify', { token: ana.token })).body.user.acceptedTerms).toEqual(accepted)
    const accept = (version: string) => test.send('POST', '/auth/terms', { token: ana.token, body: { version } })
    expect(await accept('2020-01-01')).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: identityTexts.otherTerms } })
    expect(await accept(TERMS_VERSION)).toMatchObject({ status: 200, body: { user: { acceptedTerms: accepted } } })
    expect(await eventsOf(ana.accountId)).toEqual(['AccountOpened', 'TermsAccepted'])
  })

  it('shows no accepted terms of an account from before they were recorded, until it accepts them', async () => {
    await test.owner.transaction(async (client) => {
      await client.query('set local session_replication_role = replica')
      await client.query('delete from events where account_id = $1 and seq = 2', [ana.accountId])
      await client.query(
        'update account_heads h set seq = 1, hash = e.hash from events e where e.account_id = h.account_id and h.account_id = $1',
        [ana.accountId],
      )
      await client.query('delete from accepted_terms where account_id = $1', [ana.accountId])
    })
    const shown = async () => (await test.send('GET', '/auth/verify', { token: ana.token })).body.user.acceptedTerms
    expect(await shown()).toBeNull()
    // This process has an older state of the log cached, and notices.
    const { status, body } = await test.send('POST', '/auth/terms', { token: ana.token, body: { version: TERMS_VERSION } })
    expect([status, body.user.acceptedTerms]).toEqual([200, { version: TERMS_VERSION, acceptedAt: expect.any(String) }])
    expect(await shown()).toEqual(body.user.acceptedTerms)
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ events: 2, problem: null })
    await test.confirm(ana.token)
    await test.send('POST', '/data/reset', { token: ana.token, body: { confirm: true } })
    expect(await shown()).toEqual(body.user.acceptedTerms)
    expect((await test.send('GET', '/data/export', { token: ana.token })).body.user.acceptedTerms).toEqual(body.user.acceptedTerms)
  })

  it('belongs to its account alone', async () => {
    const beto = await test.register({ name: 'Beto' })
    await change({ name: 'Ana Lima' })
    expect((await test.send('GET', '/auth/verify', { token: beto.token })).body.user.name).toBe('Beto')
  })
})
