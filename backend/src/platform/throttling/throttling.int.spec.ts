import { createHash } from 'node:crypto'
import { rejections } from '@prumo/shared/rejections'
import { v4 as randomId } from 'uuid'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { newAddress, postTo, statuses, wrong } from '../../../test/test-rate-limits.js'
import { ServerKeys } from '../crypto/server-keys.js'
import { AttemptCounters } from './attempt-counters.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

const post = postTo(() => test)

describe('limits', () => {
  it('refuse wrong logins with one e-mail from one address, with a Retry-After', async () => {
    const [email, address] = [`${randomId()}@exemplo.com`, newAddress()]
    expect(await statuses(10, () => post('login', wrong(email), address))).toEqual({ 401: 10 })
    const refused = await post('login', wrong(` ${email.toUpperCase()}`), address)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', error: rejections.RATE_LIMITED.text } })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(890)
    expect(seconds).toBeLessThanOrEqual(900)
    expect((await post('login', wrong('outra@exemplo.com'), address)).status).toBe(401)
  })

  it("count an IPv6 network as one address, and ignore a client's claimed address", async () => {
    const email = `${randomId()}@exemplo.com`
    const from = (host: number) => post('login', wrong(email), `2001:db8:7:7::${host.toString(16)}`)
    expect(await statuses(11, (index) => from(index + 1))).toEqual({ 401: 10, 429: 1 })
    const named = async (index: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` }
      const { statusCode } = await test.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: wrong(email),
        headers,
        remoteAddress: '10.0.0.7',
      })
      return { status: statusCode }
    }
    expect(await statuses(11, named)).toEqual({ 401: 10, 429: 1 })
  })

  it("allow three mails an hour to an account's address, and answer further requests alike", async () => {
    const [{ email, accountId }, unknown] = [await test.register(), `${randomId()}@exemplo.com`]
    for (const asked of [email, ` ${email.toUpperCase()}`, email, email, email]) {
      const [known, unregistered] = [await post('forgot-password', { email: asked }), await post('forgot-password', { email: unknown })]
      expect([known.status, known.body]).toEqual([202, {}])
      expect([unregistered.status, unregistered.body]).toEqual([202, {}])
    }
    const rows = await test.database.rows<{ user_id: string | null }>({
      text: 'select user_id from password_resets r join outbox o on o.subject = r.id::text',
    })
    // A request without a user sends no mail.
    expect(rows.filter((row) => row.user_id === accountId)).toHaveLength(3)
    expect(rows.filter((row) => row.user_id === null).length).toBeGreaterThanOrEqual(2 + 5)
  })

  it('do not count successful logins', async () => {
    const address = newAddress()
    const person = await test.register()
    const right = { email: person.email, password: person.password }
    expect(await statuses(12, () => post('login', right, address))).toEqual({ 200: 12 })
    expect(await statuses(4, () => post('login', wrong(person.email), address))).toEqual({ 401: 4 })
    expect(await statuses(4, () => post('login', right, address))).toEqual({ 200: 4 })
    expect(await statuses(7, () => post('login', wrong(person.email), address))).toEqual({ 401: 6, 429: 1 })
  })

  it('count concurrent attempts one by one', async () => {
    const [email, address] = [`${randomId()}@exemplo.com`, newAddress()]
    const answers = await Promise.all(Array.from({ length: 25 }, () => post('login', wrong(email), address)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15)
  })

  it("refuse guesses at a signed-in user's password from any address, for that user only", async () => {
    const [person, other] = [await test.register(), await test.register()]
    const change = async ({ token }: { token: string }, currentPassword: string) => {
      const payload = { currentPassword, newPassword: 'novasenha' }
      const { statusCode } = await test.app.inject({
        method: 'PUT',
        url: '/api/auth/password',
        payload,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: newAddress(),
      })
      return { status: statusCode }
    }
    expect(await statuses(11, () => change(person, 'errada1'))).toEqual({ 400: 10, 429: 1 })
    expect((await change(person, person.password)).status).toBe(429)
    expect((await change(other, other.password)).status).toBe(204)
    // They do not count against the login either, which has its own counter.
    expect((await post('login', { email: person.email, password: person.password })).status).toBe(200)
  })

  it('store no address and no e-mail', async () => {
    await post('login', wrong('quem@exemplo.com'), '198.51.100.7')
    await post('forgot-password', { email: 'quem@exemplo.com' }, '198.51.100.7')
    const keys = JSON.stringify(await test.database.rows({ text: 'select key from attempt_counters' }))
    expect(keys).not.toMatch(/quem|198\.51/)
    // A hash without a key could be brute-forced.
    for (const guess of [
      'quem@exemplo.com',
      'AccessController-login-address-198.51.100.7',
      'AccessController-login-pair-198.51.100.7 quem@exemplo.com',
    ])
      expect(keys).not.toContain(createHash('sha256').update(guess).digest('hex'))
  })
})

const processCounters = () => new AttemptCounters(test.database, new ServerKeys(test.database, test.reading.keys))

describe('counters', () => {
  it('are shared by all processes and start again after their window', async () => {
    const [one, two] = [processCounters(), processCounters()]
    const key = randomId()
    expect(await one.increment(key, 60_000, 1)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 })
    expect(await two.increment(key, 60_000, 1)).toMatchObject({ totalHits: 2, isBlocked: true })
    await test.database.rows({ text: `update attempt_counters set window_ends_at = now() where attempts = 2 and window_ends_at > now()` })
    expect(await one.increment(key, 60_000, 1)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 })
  })

  it('delete ended windows', async () => {
    const counters = processCounters()
    for (let each = 0; each < 5; each++) await counters.count(`ended ${each}`, 1, 60_000)
    await test.database.rows({ text: `update attempt_counters set window_ends_at = now() - interval '1 second' where key like 'ended%'` })
    await counters.count(randomId(), 1, 60_000)
    expect(await test.database.rows({ text: `select 1 from attempt_counters where key like 'ended%'` })).toEqual([])
  })
})
