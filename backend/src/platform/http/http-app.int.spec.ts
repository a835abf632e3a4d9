import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { rejections } from '@prumo/shared/rejections'
import { startTestApp, type TestApp } from '../../../test/test-app.js'
import { clientPace } from './connections.js'
import { bodyTexts } from './json-body.js'

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

/** Opens a connection, sends a text and returns all that is received until the end. */
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

it('every answer forbids device features, and only the contract page may create markup', async () => {
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
  it('is never cached on the way', async () => {
    const paths = ['/auth/verify', '/transactions', '/health/live', '/nowhere', '/openapi.json', '/transactions/%']
    const answers = await Promise.all(paths.map((path) => test.send('GET', path, { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200, 400])
    for (const { headers } of answers) expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    const page = await test.app.inject('/apiary')
    expect(page.headers['cache-control']).toBeUndefined()
  })

  it('never quotes malformed client data', async () => {
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

describe('a deeply nested body', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('is refused before it is traversed: %s', async (open, close) => {
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
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: bodyTexts.tooDeep, code: 'VALIDATION' }])
    }
  })
})

describe('a body of many names', () => {
  const send = (payload: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), authorization: `Bearer ${token}` }
    return test.app.inject({ method: 'POST', url: '/api/transactions', headers, payload })
  }
  /** A body of so many bytes, of objects with a distinct name each. */
  const namesIn = (bytes: number) => {
    const objects: string[] = []
    for (let length = 0; length < bytes - 40; length += (objects.at(-1)?.length ?? 0) + 1) objects.push(`{"n${objects.length}":1}`)
    return `{"amount":[${objects.join(',')}]}`
  }

  it('is refused in linear time, before its idempotency key is read', async () => {
    const cost = async (bytes: number) => {
      const costs: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = process.cpuUsage()
        expect((await send(namesIn(bytes))).statusCode).toBe(400)
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      return Math.min(...costs)
    }
    await cost(50_000)
    expect((await cost(100_000)) / (await cost(50_000))).toBeLessThan(3)
  })

  it('is refused when one object has them', async () => {
    const answer = await send(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, 1]))))
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: bodyTexts.tooManyNames, code: 'VALIDATION' }])
  })
})

describe('a body over its limit', () => {
  it.each([
    ['says how long it is', 'Content-Length: 400000', (part: string) => part],
    ['comes in chunks', 'Transfer-Encoding: chunked', (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`],
  ])('is answered so that a client which sends all of it before reading gets the answer, where it %s', async (_what, header, framed) => {
    const answer = await talk(headersOf(0).replace('Content-Length: 0', header), (socket) => {
      socket.pause()
      let sent = 0
      const timer = setInterval(() => {
        if (++sent <= 20) return socket.write(framed(' '.repeat(20_000)))
        clearInterval(timer)
        socket.resume()
      }, 10)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain(refused('PAYLOAD_TOO_LARGE'))
  })

  it.each<[string, Partial<typeof clientPace>]>([
    ['for a while', { linger: 300 }],
    ['for so many bytes', { linger: 60_000, lingerBytes: 1_000_000 }],
  ])('is read on after its answer %s when its client continues', async (_what, pace) => {
    const before = { ...clientPace }
    Object.assign(clientPace, pace)
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setInterval(() => socket.write(' '.repeat(50_000)), 10)
    try {
      socket.on('error', () => undefined).write(headersOf(1e12))
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toContain(refused('PAYLOAD_TOO_LARGE'))
      const answered = performance.now()
      await new Promise((resolve) => socket.resume().once('close', resolve))
      expect(performance.now() - answered).toBeGreaterThan(100)
    } finally {
      clearInterval(timer)
      Object.assign(clientPace, before)
    }
  })
})

describe('a client that never finishes', () => {
  it('is bounded by limits', () => {
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 0, timeout: 70_000, keepAliveTimeout: 72_000 })
    expect(clientPace).toMatchObject({ window: 30_000, windowBytes: 240_000 })
  })

  describe('after its time limit', () => {
    const before = { ...clientPace }
    beforeAll(() => {
      server.headersTimeout = 300
      clientPace.window = 600
    })
    afterAll(() => {
      server.headersTimeout = 10_000
      Object.assign(clientPace, before)
    })
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

    it('gets a 408 and is disconnected: in its headers, in its body, and when it sends single bytes', async () => {
      const startedAt = performance.now()
      const drip = (socket: Socket) => {
        const timer = setInterval(() => socket.write(' '), 100)
        socket.once('close', () => clearInterval(timer))
      }
      const answers = await Promise.all([
        talk('POST /api/auth/login HTTP/1.1\r\nHost: x\r\n'),
        talk(`${headersOf(100)}{"a`),
        talk(headersOf(100_000), drip),
      ])
      // The normal limits begin at ten seconds.
      expect(performance.now() - startedAt).toBeLessThan(9_000)
      for (const answer of answers) {
        expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
        expect(answer.split('\r\n\r\n')[1]).toBe(refused('REQUEST_TIMEOUT'))
      }
      while ((await connections()) > 0) await pause(10)
      // Client faults are not counted as server errors.
      const { body } = await test.send('GET', '/metrics', { token: OPS_TOKEN })
      expect(body).toMatch(/prumo_http_request_seconds_count\{[^}]*route="\/api\/transactions",status="4/)
      expect(body).not.toMatch(/status="5/)
    })

    it('may continue while enough of a large body arrives, and is ended once it stalls', async () => {
      // One part is enough, and a window holds twelve, so that a busy machine may pause for a second.
      Object.assign(clientPace, { window: 1_200, windowBytes: 10_000 })
      const head = `POST /api/imports/preview HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nConnection: close\r\n`
      /** Sends 10 kB ten times a second, `times` times. */
      const steady = (times: number) => (socket: Socket) => {
        let sent = 0
        const timer = setInterval(() => (++sent > times ? clearInterval(timer) : socket.write(' '.repeat(10_000))), 100)
        socket.once('close', () => clearInterval(timer))
      }
      const began = performance.now()
      const [whole, stalled] = await Promise.all([
        talk(`${head}Content-Length: 250000\r\n\r\n`, steady(25)),
        talk(`${head}Content-Length: 250000\r\n\r\n`, steady(10)),
      ])
      expect(performance.now() - began).toBeGreaterThan(2_000)
      expect(whole).toMatch(/^HTTP\/1\.1 400 /)
      expect(stalled).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    })

    it('does not delay others', async () => {
      const slow = Array.from({ length: 50 }, () => talk(headersOf(100_000)))
      expect(await test.send('GET', '/auth/verify', { token })).toMatchObject({ status: 200 })
      const whole = await talk(`GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(whole).toMatch(/^HTTP\/1\.1 200 /)
      await Promise.all(slow)
    })
  })
})
