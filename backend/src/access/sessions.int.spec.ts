import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { JwtService } from '@nestjs/jwt'
import { identityTexts } from '@prumo/shared/identity-texts'
import { rejections } from '@prumo/shared/rejections'
import type { Job } from '../jobs/job-worker.js'
import { Settings } from '../platform/config/settings.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { lapsedAccessWorker } from './lapsed-access.worker.js'
import { SessionStarts } from './session-starts.js'
import { Sessions } from './sessions.js'

let test: TestApp
let ana: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => {
  test = await startTestApp()
  ana = await test.register()
})
afterAll(() => test.close())

function login(body: unknown) {
  return test.send('POST', '/auth/login', { body })
}

function verify(token?: string) {
  return test.send('GET', '/auth/verify', { token })
}

interface TokenClaims {
  sub: string
  sid: string
  iat: number
  exp: number
}

/** The claims of a token, and its validity in hours. */
function read(token: string): TokenClaims & { hours: number } {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TokenClaims
  return { ...claims, hours: (claims.exp - claims.iat) / 3600 }
}

describe('login', () => {
  it('answers with a session and the person', async () => {
    const { status, body } = await login({ email: ` ${ana.email.toUpperCase()} `, password: ana.password })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: ana.accountId, email: ana.email })
    expect(await verify(body.token)).toMatchObject({ status: 200, body: { user: body.user } })
  })

  it.each([
    [12, {}],
    [12, { rememberMe: false }],
    [720, { rememberMe: true }],
  ])('lasts %d hours with %j', async (hours, chosen) => {
    const { body } = await login({ email: ana.email, password: ana.password, ...chosen })
    const header = JSON.parse(Buffer.from(body.token.split('.')[0], 'base64url').toString())
    expect(header.alg).toBe('HS256')
    expect(read(body.token)).toEqual({
      sub: ana.accountId,
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      hours,
    })
    const [session] = await test.database.rows<{ expires_at: Date }>({ text: 'select expires_at from sessions where id = $1' }, [
      read(body.token).sid,
    ])
    expect(session?.expires_at.getTime()).toBe(read(body.token).exp * 1000)
  })

  it('refuses a wrong password and an unknown e-mail alike', async () => {
    const wrong = await login({ email: ana.email, password: 'segredo2' })
    const unknown = await login({ email: 'ninguem@exemplo.com', password: 'segredo2' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', error: identityTexts.wrongCredentials } })
    expect(unknown).toMatchObject({ status: 401, body: wrong.body })
  })

  it('takes the same work for an unknown e-mail as for a wrong password: one hash of the same cost', async () => {
    const verified = jest.spyOn(jest.requireActual<typeof import('@node-rs/argon2')>('@node-rs/argon2'), 'verify')
    const costsOf = async (email: string) => {
      verified.mockClear()
      await login({ email, password: 'segredo2' })
      return verified.mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4))
    }
    const known = await costsOf(ana.email)
    // passwords.spec.ts proves the cost; here it is the lowest.
    expect(known).toEqual([['argon2id', 'v=19', expect.stringMatching(/^m=/)]])
    expect(await costsOf('ninguem@exemplo.com')).toEqual(known)
    verified.mockRestore()
  })

  it.each([
    [identityTexts.emailMissing, { password: 'x' }],
    [identityTexts.emailInvalid, { email: 'ana', password: '' }],
    [identityTexts.loginPasswordMissing, { email: 'ana@exemplo.com' }],
    [identityTexts.passwordShort, { email: 'ana@exemplo.com', password: '12345' }],
    ['Use verdadeiro ou falso', { email: 'ana@exemplo.com', password: '123456', rememberMe: 'yes' }],
  ])('refuses: %s', async (text, body) => {
    expect(await login(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: text } })
  })

  it('deletes expired sessions each day', async () => {
    const { body } = await login({ email: ana.email, password: ana.password })
    await test.database.rows({ text: `update sessions set expires_at = now() - interval '1 second' where id = $1` }, [read(body.token).sid])
    await lapsedAccessWorker.run({ signal: new AbortController().signal } as Job, test.tools())
    const left = await test.database.rows({ text: 'select 1 from sessions where expires_at < now()' })
    expect(left).toEqual([])
  })
})

describe('a session', () => {
  const refused = { status: 401, body: { code: 'UNAUTHENTICATED', error: rejections.UNAUTHENTICATED.text } }

  it('is required by every route that is not public', async () => {
    expect(await verify()).toMatchObject(refused)
    expect(await test.send('GET', '/transactions')).toMatchObject(refused)
    expect(await test.send('POST', '/auth/logout')).toMatchObject(refused)
    expect(await test.send('PUT', '/auth/password', { body: {} })).toMatchObject(refused)
    expect(await test.send('PUT', '/auth/profile', { body: { nonsense: 1 } })).toMatchObject(refused)
    expect(await test.send('GET', '/health/live')).toMatchObject({ status: 200 })
  })

  it('ends with logout, at once, and alone', async () => {
    const one = (await login({ email: ana.email, password: ana.password })).body.token
    const two = (await login({ email: ana.email, password: ana.password })).body.token
    expect(await test.send('POST', '/auth/logout', { token: one })).toMatchObject({ status: 204, body: '' })
    expect(await verify(one)).toMatchObject(refused)
    expect(await test.send('POST', '/auth/logout', { token: one })).toMatchObject(refused)
    expect(await verify(two)).toMatchObject({ status: 200 })
  })

  it('ends with its row, whatever the token says', async () => {
    const { token } = (await login({ email: ana.email, password: ana.password })).body
    await test.database.rows({ text: `update sessions set expires_at = now() - interval '1 second' where id = $1` }, [read(token).sid])
    expect(await verify(token)).toMatchObject(refused)
  })

  it('is refused for foreign tokens', async () => {
    const [secret] = test.app.get(Settings, { strict: false }).jwtSecrets
    const jwt = new JwtService({ secret })
    const { sub, sid } = read(ana.token)
    const now = Math.floor(Date.now() / 1000)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub, sid, iat: now, exp: now + 60 })}.`
    const signed512 = `${encode({ alg: 'HS512', typ: 'JWT' })}.${encode({ sub, sid, iat: now, exp: now + 60 })}`
    const other = await test.register()
    const forged = [
      '',
      'abc',
      unsigned,
      `${signed512}.${createHmac('sha512', secret).update(signed512).digest('base64url')}`,
      new JwtService({ secret: 'x'.repeat(32) }).sign({ sub, sid, iat: now, exp: now + 60 }),
      jwt.sign({ sub, sid, iat: now - 120, exp: now - 60 }),
      jwt.sign({ sub: other.accountId, sid, iat: now, exp: now + 60 }),
      jwt.sign({ sub: 'x', sid: 'y', iat: now, exp: now + 60 }),
      `${ana.token}x`,
    ]
    for (const token of forged) expect(await verify(token)).toMatchObject(refused)
    expect(await test.send('GET', '/auth/verify', { headers: { authorization: `Basic ${ana.token}` } })).toMatchObject(refused)
    expect(await verify(jwt.sign({ sub, sid, iat: now, exp: now + 60 }))).toMatchObject({ status: 200 })
  })

  it('does not start under a password that is being replaced', async () => {
    const sessions = test.app.get(Sessions, { strict: false })
    const starts = test.app.get(SessionStarts, { strict: false })
    const session = sessions.make(ana.accountId, false)
    const [user] = await test.database.rows<{ hash: string }>({ text: 'select password_hash as hash from users where id = $1' }, [
      ana.accountId,
    ])
    const start = await test.database.transaction(async (client) => {
      await client.query(`update users set password_hash = 'another' where id = $1`, [ana.accountId])
      const waiting = starts.begin(session, user?.hash ?? '')
      await pause(50)
      return () => waiting
    })
    expect(await start()).toBe(false)
    await test.database.rows({ text: 'update users set password_hash = $2 where id = $1' }, [ana.accountId, user?.hash])
    expect(await starts.begin(session, user?.hash ?? '')).toBe(true)
  })

  it('continues while its secret is being replaced', async () => {
    const [first, second] = ['agora'.repeat(8), 'antes'.repeat(8)]
    const rotating = await startTestApp({ JWT_SECRET: `${first},${second}` })
    const { token } = await rotating.register()
    const { hours: _, ...signed } = read(token)
    const before = new JwtService({ secret: second }).sign(signed)
    const unknown = new JwtService({ secret: 'outro'.repeat(8) }).sign(signed)
    const answers = await Promise.all([token, before, unknown].map((each) => rotating.send('GET', '/auth/verify', { token: each })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401])
    await rotating.close()
  })

  it('sees nothing of another account', async () => {
    const other = await test.register({ name: 'Beto' })
    const { body } = await verify(other.token)
    expect(body.user).toMatchObject({ id: other.accountId, name: 'Beto' })
  })
})

describe('Idempotency-Key of calls that store nothing', () => {
  it('must be a UUID, checked after the session', async () => {
    const headers = { 'idempotency-key': 'no' }
    const { token } = (await login({ email: ana.email, password: ana.password })).body
    expect(await test.send('POST', '/auth/logout', { headers })).toMatchObject({ status: 401 })
    expect(await test.send('POST', '/auth/logout', { headers, token })).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await test.send('POST', '/auth/login', { headers, body: { email: ana.email, password: ana.password } })).toMatchObject({
      status: 400,
    })
    expect(await test.send('POST', '/auth/forgot-password', { headers, body: { email: ana.email } })).toMatchObject({ status: 400 })
    expect(await test.send('POST', '/auth/reset-password', { headers, body: { token: 'x', password: '123456' } })).toMatchObject({
      status: 400,
    })
    expect(await test.send('PUT', '/auth/password', { headers, token, body: {} })).toMatchObject({ status: 400 })
    const good = { 'idempotency-key': '0198c0de-0000-7000-8000-000000000001' }
    expect(await test.send('POST', '/auth/logout', { headers: good, token })).toMatchObject({ status: 204 })
    expect(await test.database.rows({ text: 'select 1 from commands' })).toEqual([])
  })
})
