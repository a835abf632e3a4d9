import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_PASSKEYS } from '@prumo/shared/limits'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { verifyAccount } from '../../event-store/verify/verify.js'
import { Settings } from '../../platform/config/settings.js'
import { until } from '../../../test/test-queue.js'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { notAdded, ORIGIN, passkeyHelpers, refusedIn, RP, type PasskeyPerson } from '../../../test/test-passkeys.js'
import { SessionTokens } from '../session-tokens.js'
import { SessionStarts } from '../session-starts.js'
import { Sessions } from '../sessions.js'
import { PasskeyAssertions } from './passkey-assertions.js'
import { PasskeyChallenges } from './passkey-challenges.js'
import { RelyingParty } from './relying-party.js'
import { cborArray, cborBytes, cborInt, cborMap, cborText, TestAuthenticator } from '../../../test/test-authenticator.js'

let test: TestApp
let ana: PasskeyPerson
beforeAll(async () => void (test = await startTestApp({ PUBLIC_URL: ORIGIN })))
beforeEach(async () => void (ana = await test.register()))
afterAll(() => test.close())

const { add, confirm, confirmEmail, creation, deviceOf, eventsOf, lastMail, list, login, request, reset } = passkeyHelpers(() => test)

/** The person with a recently confirmed session. */
async function confirmed(person: PasskeyPerson): Promise<PasskeyPerson> {
  await confirm(person)
  return person
}

describe('adding a passkey', () => {
  it('stops at the limit', async () => {
    await deviceOf(ana)
    await test.database.rows(
      {
        text: `insert into passkeys (user_id, id, name, credential_id, public_key, counter, transports, created_at)
        select $1, gen_random_uuid(), 'Chave', gen_random_uuid()::text, '', 0, '', now() from generate_series(2, $2)`,
      },
      [ana.accountId, MAX_PASSKEYS],
    )
    const answer = await add(ana, new TestAuthenticator(ORIGIN).create(await creation(ana)))
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT', error: passkeyTexts.tooMany } })
  })

  it('reads no certificate, whose issuer could name any address to fetch', async () => {
    const asked: string[] = []
    const server = createServer((incoming, answer) => (asked.push(incoming.url ?? ''), answer.end())).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await confirm(ana)
    const statement = cborMap(
      [cborText('alg'), cborInt(-7)],
      [cborText('sig'), cborBytes(Buffer.alloc(70))],
      [cborText('x5c'), cborArray(cborBytes(Buffer.from(`http://127.0.0.1:${port}/crl`)))],
    )
    const made = new TestAuthenticator(ORIGIN).create(await creation(ana), { format: 'packed', statement })
    expect(await add(ana, made)).toMatchObject(notAdded)
    expect(asked).toEqual([])
    server.close()
  })
})

describe('signing in with a passkey', () => {
  it('deletes expired challenges', async () => {
    await test.database.rows({ text: 'delete from passkey_challenges' })
    await request()
    await test.database.rows({ text: `update passkey_challenges set expires_at = now() - interval '1 second'` })
    await request()
    expect(await test.database.rows({ text: 'select 1 from passkey_challenges where expires_at < now()' })).toEqual([])
  })

  it('ends when the passkey is removed on any device, also while it is being used', async () => {
    const { device, id } = await deviceOf(ana)
    const { token } = (await login(device.get(await request()))).body
    const waiting = device.get(await request())
    expect(await test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token })).toMatchObject({ status: 204, body: '' })
    expect(await login(waiting)).toMatchObject(refusedIn)
    expect(await list({ ...ana, token })).toEqual([])
    expect((await eventsOf(ana.accountId)).map(({ type }) => type)).toEqual(['PasskeyAdded', 'PasskeyRemoved'])
    expect(await test.send('DELETE', `/auth/passkeys/${id}`, { token: ana.token })).toMatchObject({ status: 404 })
    expect(await test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).toMatchObject({ status: 200 })
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
    const [sessions, starts] = [test.app.get(Sessions, { strict: false }), test.app.get(SessionStarts, { strict: false })]
    const use = { accountId: ana.accountId, passkeyId: id, counter: 100 }
    expect(await starts.beginByPasskey(sessions.make(ana.accountId, false), use)).toBe(false)
  })

  it('answers in one process a challenge of another', async () => {
    const { device } = await deviceOf(ana)
    const settings = test.app.get(Settings, { strict: false })
    const elsewhere = new PasskeyAssertions(test.database, new PasskeyChallenges(test.database), new RelyingParty(settings))
    const sessions = new Sessions(new SessionTokens(settings), test.database, settings)
    const starts = test.app.get(SessionStarts, { strict: false })
    const use = await elsewhere.judge(device.get(await request()), null)
    const session = sessions.make(ana.accountId, false)
    expect(await starts.beginByPasskey(session, use!)).toBe(true)
    expect(await test.send('GET', '/auth/verify', { token: session.token })).toMatchObject({ status: 200 })
    // The same use cannot be recorded twice where the device counts.
    expect(await starts.beginByPasskey(sessions.make(ana.accountId, false), use!)).toBe(false)
  })

  it('has rate limits by address for failures', async () => {
    const limited = await startTestApp({ RATE_LIMITS: 'on', PUBLIC_URL: ORIGIN })
    const bad = new TestAuthenticator(ORIGIN).get({ challenge: 'AAAA', rpId: RP }, { userHandle: 'AAAA' })
    const attempt = () => limited.send('POST', '/auth/login/passkey', { body: bad })
    for (let tries = 0; tries < 100; tries++) expect((await attempt()).status).toBe(401)
    expect(await attempt()).toMatchObject({ status: 429 })
    await limited.close()
  })
})

describe('a password reset by a mailed link', () => {
  it('removes passkeys older than the confirmed e-mail, keeps the others, and the mail says both', async () => {
    const before = await deviceOf(ana, 'Celular')
    await confirmEmail(ana)
    const after = await deviceOf(ana, 'Notebook')
    expect((await reset(ana)).status).toBe(204)
    expect(await login(before.device.get(await request()))).toMatchObject(refusedIn)
    expect(await login(after.device.get(await request()))).toMatchObject({ status: 200 })
    expect(await lastMail(ana)).toMatch(/Uma chave de acesso de antes [^]*foi removida[^]*Uma chave de acesso continua abrindo sua conta/)
    expect((await reset(ana)).status).toBe(204)
    expect(await login(after.device.get(await request()))).toMatchObject({ status: 200 })
    expect(await lastMail(ana)).not.toContain('removida')
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('leaves none of the passkeys and sessions that are added while it runs', async () => {
    const { device } = await deviceOf(ana)
    const [made, signed] = [new TestAuthenticator(ORIGIN).create(await creation(ana)), device.get(await request())]
    const answers = await Promise.all([add(ana, { ...made, name: 'Outra' }), reset(ana), login(signed)])
    expect(answers[1].status).toBe(204)
    expect(await test.database.rows({ text: 'select 1 from passkeys where user_id = $1' }, [ana.accountId])).toEqual([])
    expect(await test.database.rows({ text: 'select 1 from sessions where user_id = $1' }, [ana.accountId])).toEqual([])
    expect(await verifyAccount(test.database, test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('refuses a passkey recorded after it, though its session existed when it was requested', async () => {
    const made = new TestAuthenticator(ORIGIN).create(await creation(await confirmed(ana)))
    const adding = await test.owner.transaction(async (client) => {
      const locking = 'select pg_backend_pid() as pid from account_heads where account_id = $1 for update'
      const { rows } = await client.query<{ pid: number }>(locking, [ana.accountId])
      const waiting = add(ana, { ...made, name: 'Outra' })
      const blocked = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      await until(async () => (await test.database.rows({ text: blocked }, [rows[0]?.pid])).length > 0)
      expect((await reset(ana)).status).toBe(204)
      return () => waiting
    })
    expect(await adding()).toMatchObject(notAdded)
    expect(await test.database.rows({ text: 'select 1 from passkeys where user_id = $1' }, [ana.accountId])).toEqual([])
  })
})
