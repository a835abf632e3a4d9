import { v7 as newId } from 'uuid'
import { until } from '../../test/test-queue.js'
import { Mailer, type Mail } from '../platform/mail/mailer.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'

/** Records mails, except those that confirm an e-mail, which every registration sends. */
class RecordedMail extends Mailer {
  readonly sent: Mail[] = []

  async send(mail: Mail): Promise<void> {
    if (!mail.text.includes('/confirm-email#')) this.sent.push(mail)
  }
}

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0'

let test: TestApp
let worker: TestWorker
let ana: Awaited<ReturnType<TestApp['register']>>
const post = new RecordedMail()
beforeAll(async () => {
  test = await startTestApp()
  worker = await startTestWorker(test, post)
})
beforeEach(async () => {
  ana = await test.register()
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

interface RequestOrigin {
  agent?: string
  address?: string
}

async function login({ agent = CHROME, address = '203.0.113.24' }: RequestOrigin = {}, password = ana.password) {
  const { statusCode, json } = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: ana.email, password },
    headers: { 'user-agent': agent },
    remoteAddress: address,
  })
  return { status: statusCode, token: json<{ token: string }>().token }
}

interface ListedDevice {
  id: string
  device: string
  address: string | null
  createdAt: string
  lastSeenAt: string
  current: boolean
}

async function listed(token: string): Promise<ListedDevice[]> {
  const { status, body } = await test.send('GET', '/auth/sessions', { token })
  expect(status).toBe(200)
  return body.sessions
}

const isOpen = async (token: string) => (await test.send('GET', '/auth/verify', { token })).status === 200
const change = (text: string, ...values: unknown[]) => test.database.rows({ text }, values)

describe('the open sessions of an account', () => {
  it('are listed with device, address and times, the current one first, without those of others', async () => {
    const chrome = await login()
    const firefox = await login({ agent: FIREFOX, address: '::ffff:198.51.100.7' })
    await test.register({ name: 'Beto' })
    const sessions = await listed(chrome.token)
    expect(sessions).toHaveLength(3)
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      device: 'Chrome no Android',
      address: '203.0.113.24',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      current: true,
    })
    expect(sessions[1]).toMatchObject({ device: 'Firefox no Windows', address: '198.51.100.7', current: false })
    expect((await listed(firefox.token))[0]).toMatchObject({ device: 'Firefox no Windows', current: true })
  })

  it('end one by one, at once, and only by their person', async () => {
    const [one, two, beto] = [await login(), await login({ agent: FIREFOX }), await test.register({ name: 'Beto' })]
    const other = (await listed(one.token)).find(({ device }) => device === 'Firefox no Windows')?.id ?? ''
    expect(await test.send('DELETE', `/auth/sessions/${other}`, { token: beto.token })).toMatchObject({ status: 404 })
    expect(await test.send('DELETE', `/auth/sessions/${newId()}`, { token: one.token })).toMatchObject({ status: 404 })
    expect(await test.send('DELETE', '/auth/sessions/x', { token: one.token })).toMatchObject({ status: 404 })
    expect(await isOpen(two.token)).toBe(true)
    expect(await test.send('DELETE', `/auth/sessions/${other}`, { token: one.token })).toMatchObject({ status: 204, body: '' })
    expect([await isOpen(one.token), await isOpen(two.token)]).toEqual([true, false])
    expect(await test.send('DELETE', `/auth/sessions/${other}`, { token: one.token })).toMatchObject({ status: 404 })
  })

  it('end except the current one', async () => {
    const [one, two] = [await login(), await login({ agent: FIREFOX })]
    expect(await test.send('DELETE', '/auth/sessions', { token: one.token })).toMatchObject({ status: 204, body: '' })
    expect([await isOpen(one.token), await isOpen(two.token), await isOpen(ana.token)]).toEqual([true, false, false])
    expect(await listed(one.token)).toHaveLength(1)
  })

  it('are at most twenty, and the oldest ends', async () => {
    const tokens: string[] = []
    for (let each = 0; each < 20; each++) tokens.push((await login()).token)
    // The first was the one of the registration.
    expect([await isOpen(ana.token), await isOpen(tokens[0] as string)]).toEqual([false, true])
    const more = await Promise.all([login(), login(), login()])
    expect(more.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await listed(tokens[19] as string)).toHaveLength(20)
    expect(await Promise.all(tokens.slice(0, 4).map(isOpen))).toEqual([false, false, false, true])
  })

  it('end after thirty days without use, although their tokens are valid', async () => {
    const { token } = await login()
    await change(`update sessions set last_seen_at = now() - interval '30 days' - interval '1 minute' where user_id = $1`, ana.accountId)
    expect(await isOpen(token)).toBe(false)
  })

  it('record their use every few minutes, with the address, and not with every request', async () => {
    const { token } = await login()
    const seen = async () => (await listed(token))[0]
    const before = await seen()
    await test.app.inject({ url: '/api/auth/verify', headers: { authorization: `Bearer ${token}` }, remoteAddress: '203.0.113.99' })
    expect(await seen()).toEqual(before)
    await change(`update sessions set last_seen_at = now() - interval '6 minutes' where user_id = $1`, ana.accountId)
    await test.app.inject({ url: '/api/auth/verify', headers: { authorization: `Bearer ${token}` }, remoteAddress: '203.0.113.99' })
    // Asked of the database: a request for the list would count as a use, with another address.
    await until(async () => {
      const recorded = await change(`select 1 from sessions where user_id = $1 and address = '203.0.113.99'`, ana.accountId)
      return recorded.length === 1
    })
    expect(Date.parse((await seen())?.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('a login', () => {
  const received = () => post.sent.filter(({ to }) => to === ana.email)
  const mailed = async () => {
    await until(async () => (await change('select 1 from waiting_mails')).length === 0)
    return received().length
  }

  it('from a new device sends a mail, once', async () => {
    await change('delete from known_devices where user_id = $1', ana.accountId)
    await login()
    expect(await mailed()).toBe(0)
    await login({ agent: FIREFOX })
    expect(await mailed()).toBe(1)
    expect(received()[0]).toMatchObject({ subject: 'Entraram na sua conta por um aparelho novo' })
    expect(received()[0]?.text).toContain('Firefox no Windows, endereço 203.0.113.24.')
    expect(received()[0]?.text).toContain('/forgot-password')
    await login({ agent: FIREFOX, address: '203.0.7.7' })
    await login()
    expect(await mailed()).toBe(1)
    await login({ address: '198.51.100.7' })
    expect(await mailed()).toBe(2)
  })

  it('with a wrong password records no device', async () => {
    await login({ agent: FIREFOX }, 'errada-errada')
    expect(await mailed()).toBe(0)
    await login({ agent: FIREFOX })
    expect(await mailed()).toBe(1)
  })

  it('leaves nothing in clear in the queued mail, and nothing after an erasure', async () => {
    await worker.close()
    await login({ agent: FIREFOX })
    const rows = await change('select * from waiting_mails')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Firefox|exemplo/)
    expect(JSON.stringify(await change('select fingerprint::text from known_devices'))).not.toMatch(/Firefox/)
    await test.send('DELETE', '/auth/account', { token: ana.token, body: { password: ana.password } })
    expect(await change('select 1 from waiting_mails')).toEqual([])
    expect(await change('select 1 from known_devices where user_id = $1', ana.accountId)).toEqual([])
    worker = await startTestWorker(test, post)
  })
})
