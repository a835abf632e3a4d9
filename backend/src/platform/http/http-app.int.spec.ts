import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { rejections } from '@prumo/shared/rejections'
import { startTestApp, type TestApp } from '../../test-app.js'

const OPS_TOKEN = 'ops-segredo'
let test: TestApp
let server: Server
let token: string
beforeAll(async () => {
  test = await startTestApp({ OPS_TOKEN })
  await test.app.listen(0, '127.0.0.1')
  server = test.app.getHttpServer()
  token = (await test.register()).token
})
afterAll(() => test.close())

/** Opens a connection, sends a text and gives all that comes back until it is closed. */
async function talk(text: string, meanwhile?: (socket: Socket) => void): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString())).on('error', () => undefined)
  socket.write(text)
  meanwhile?.(socket)
  await once(socket, 'close')
  return heard
}

const refused = (code: keyof typeof rejections) => JSON.stringify({ error: rejections[code].text, code })
const headersOf = (length: number) =>
  `POST /api/transactions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

it('every answer says what no page may do, and the page that shows the contract may make markup', async () => {
  const trusted = /require-trusted-types-for 'script';.*trusted-types default/
  for (const url of ['/', '/login', '/dashboard', '/api/auth/verify', '/api/nowhere', '/api/transactions/%']) {
    const { headers } = await test.app.inject({ url, headers: { origin: 'https://outro.exemplo.com' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers['content-security-policy']).toMatch(trusted)
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\).*publickey-credentials-get=\(self\)/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' })
  }
  for (const url of ['/api/docs', '/api/docs/swagger-ui-init.js', '/api/docs?a']) {
    const { headers } = await test.app.inject(url)
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';script-src 'self'/)
    expect(headers['content-security-policy']).not.toMatch(trusted)
  }
})

describe('an answer of the API', () => {
  it('is kept by nobody on the way, whatever it says', async () => {
    const paths = ['/auth/verify', '/transactions', '/health/live', '/nowhere', '/openapi.json', '/transactions/%']
    const answers = await Promise.all(paths.map((path) => test.send('GET', path, { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200, 400])
    for (const { headers } of answers) expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    const page = await test.app.inject('/apiary')
    expect(page.headers['cache-control']).toBeUndefined()
  })

  it('says nothing of what a client sent beyond its form', async () => {
    for (const text of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const answer = await talk(text)
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(answer.split('\r\n\r\n')[1]).toBe(refused('VALIDATION'))
    }
    const twice = await talk('POST /api/nowhere HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n')
    expect(twice.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    const expecting = await talk('GET /api/nowhere HTTP/1.1\r\nHost: x\r\nExpect: the worst\r\nConnection: close\r\n\r\n')
    expect(expecting).toContain(refused('NOT_FOUND'))
  })
})

describe('a body nested deep', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('is refused before anything walks it: %s', async (open, close) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': '0198c0de-0000-7000-8000-000000000001',
      authorization: `Bearer ${token}`,
    }
    const payload = `${open.repeat(15_000)}1${close.repeat(15_000)}`
    for (const [method, url] of [
      ['POST', '/api/transactions'],
      ['PUT', '/api/auth/profile'],
      ['POST', '/api/auth/login'],
    ] as const) {
      const answer = await test.app.inject({ method, url, headers, payload })
      expect([answer.statusCode, answer.body]).toEqual([400, refused('VALIDATION')])
    }
  })
})

describe('a client that does not come to an end', () => {
  it('has limits that end it', () => {
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, timeout: 70_000, keepAliveTimeout: 72_000 })
  })

  describe('once its time is over', () => {
    beforeAll(() => Object.assign(server, { headersTimeout: 300, requestTimeout: 600 }))
    afterAll(() => Object.assign(server, { headersTimeout: 10_000, requestTimeout: 30_000 }))
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

    it('is told so and let go: in its headers, in its body, and one that sends a byte now and then', async () => {
      const begun = performance.now()
      const drip = (socket: Socket) => {
        const timer = setInterval(() => socket.write(' '), 100)
        socket.once('close', () => clearInterval(timer))
      }
      const answers = await Promise.all([
        talk('POST /api/auth/login HTTP/1.1\r\nHost: x\r\n'),
        talk(`${headersOf(100)}{"a`),
        talk(headersOf(100_000), drip),
      ])
      // The limits that stand otherwise begin at ten seconds.
      expect(performance.now() - begun).toBeLessThan(9_000)
      for (const answer of answers) {
        expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
        expect(answer.split('\r\n\r\n')[1]).toBe(refused('REQUEST_TIMEOUT'))
      }
      while ((await connections()) > 0) await pause(10)
      // Theirs is no failure of ours.
      const { body } = await test.send('GET', '/metrics', { token: OPS_TOKEN })
      expect(body).toMatch(/prumo_http_request_seconds_count\{[^}]*route="\/api\/transactions",status="4/)
      expect(body).not.toMatch(/status="5/)
    })

    it('holds nobody else up', async () => {
      const slow = Array.from({ length: 50 }, () => talk(headersOf(100_000)))
      expect(await test.send('GET', '/auth/verify', { token })).toMatchObject({ status: 200 })
      const whole = await talk(`GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(whole).toMatch(/^HTTP\/1\.1 200 /)
      await Promise.all(slow)
    })
  })
})
