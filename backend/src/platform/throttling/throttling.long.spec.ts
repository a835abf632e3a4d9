import { v4 as randomId } from 'uuid'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { newAddress, postTo, statuses, wrong } from '../../../test/test-rate-limits.js'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

const post = postTo(() => test)

describe('limits', () => {
  it('lock no user out by attempts of strangers from other addresses', async () => {
    const { email, password } = await test.register()
    expect(await statuses(40, () => post('login', wrong(email)))).toEqual({ 401: 40 })
    expect((await post('login', { email, password })).status).toBe(200)
  })

  it('refuse wrong logins from one address, which then count against no e-mail', async () => {
    const address = newAddress()
    expect(await statuses(100, () => post('login', wrong(`${randomId()}@exemplo.com`), address))).toEqual({ 401: 100 })
    const victim = `${randomId()}@exemplo.com`
    expect(await statuses(15, () => post('login', wrong(victim), address))).toEqual({ 429: 15 })
    expect((await post('login', wrong(victim))).status).toBe(401)
  })

  it('use the client address reported by a trusted proxy, and by a trusted one only', async () => {
    const proxied = await startTestApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' })
    const email = `${randomId()}@exemplo.com`
    const from = async (remoteAddress: string, client: string) => {
      const headers = { 'x-forwarded-for': client }
      const { statusCode } = await proxied.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: wrong(email),
        headers,
        remoteAddress,
      })
      return { status: statusCode }
    }
    expect(await statuses(20, (index) => from('10.0.0.7', `203.0.113.${index}`))).toEqual({ 401: 20 })
    expect(await statuses(11, () => from('10.0.0.8', '203.0.113.99'))).toEqual({ 401: 10, 429: 1 })
    // Addresses that a client prepends to the forwarded header are ignored.
    expect(await statuses(11, (index) => from('10.0.0.8', `198.51.100.${index}, 203.0.113.98`))).toEqual({ 401: 10, 429: 1 })
    expect(await statuses(11, (index) => from('192.168.0.7', `203.0.113.${index}`))).toEqual({ 401: 10, 429: 1 })
    await proxied.close()
  })

  it('count correct logins too, thirty of one e-mail from one address', async () => {
    const [address, person] = [newAddress(), await test.register()]
    const right = { email: person.email, password: person.password }
    expect(await statuses(31, () => post('login', right, address))).toEqual({ 200: 30, 429: 1 })
    expect((await post('login', right)).status).toBe(200)
    const other = await test.register()
    expect((await post('login', { email: other.email, password: other.password }, address)).status).toBe(200)
  })

  it('apply to registration, forgotten passwords and links, by address', async () => {
    const [one, two, three] = [newAddress(), newAddress(), newAddress()]
    const newEmail = () => `${randomId()}@exemplo.com`
    expect(await statuses(21, () => post('register', { email: newEmail() }, one))).toEqual({ 400: 20, 429: 1 })
    expect(await statuses(21, () => post('forgot-password', { email: newEmail() }, two))).toEqual({ 202: 20, 429: 1 })
    expect(await statuses(31, () => post('reset-password', { token: 'x', password: '123456' }, three))).toEqual({ 400: 30, 429: 1 })
    const { email } = await test.register()
    expect(await statuses(30, () => post('forgot-password', { email }))).toEqual({ 202: 30 })
  })

  it('apply to those calls only', async () => {
    const { token } = await test.register()
    const answers = await Promise.all(Array.from({ length: 70 }, () => test.send('GET', '/auth/verify', { token })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  })
})
