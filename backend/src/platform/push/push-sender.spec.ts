import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVapidKeys } from './vapid.js'
import { lookUpPublic, PushSender, type PushOutcome } from './push-sender.js'

const NOW = Date.UTC(2026, 10, 30, 11)

/** A push service whose answer to everything is given. */
async function withService(answer: (request: IncomingMessage, response: ServerResponse) => void, run: (origin: string) => Promise<void>) {
  const server = createServer((request, response) => request.resume().on('end', () => answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function subscriptionAt(endpoint: string) {
  const receiver = createECDH('prime256v1')
  return { endpoint, keys: { p256dh: receiver.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') } }
}

function push(origin: string, endpoint = `${origin}/push/1`, message = Buffer.from('{}'), signal = new AbortController().signal) {
  const sender = new PushSender({ vapid: createVapidKeys(), pushServices: [origin] }, 'mailto:ola@prumo.app', 300)
  return sender.send(subscriptionAt(endpoint), message, { topic: 'prumo-2026-11-30', ttl: 60, now: NOW, signal })
}

it.each<[number, Record<string, string>, PushOutcome]>([
  [201, {}, { how: 'delivered' }],
  [202, {}, { how: 'delivered' }],
  [404, {}, { how: 'gone' }],
  [410, {}, { how: 'gone' }],
  [413, {}, { how: 'too large' }],
  [429, { 'retry-after': '120' }, { how: 'busy', retryAfterMs: 120_000 }],
  [429, { 'retry-after': new Date(NOW + 60_000).toUTCString() }, { how: 'busy', retryAfterMs: 60_000 }],
  [429, { 'retry-after': '999999999' }, { how: 'busy', retryAfterMs: 86_400_000 }],
  [429, { 'retry-after': 'logo' }, { how: 'busy', retryAfterMs: null }],
  [429, {}, { how: 'busy', retryAfterMs: null }],
  [500, {}, { how: 'busy', retryAfterMs: null }],
  [503, { 'retry-after': '0' }, { how: 'busy', retryAfterMs: 0 }],
  [302, { location: 'http://127.0.0.1:1/' }, { how: 'refused' }],
  [400, {}, { how: 'refused' }],
  [403, {}, { how: 'refused' }],
])('an answer %d with %j means %j', (status, headers, outcome) =>
  withService(
    (_, response) => void response.writeHead(status, headers).end(),
    async (origin) => expect(await push(origin)).toEqual(outcome),
  ),
)

it('sends an encrypted body with the headers of the protocol', () =>
  withService(
    ({ method, headers }, response) => {
      expect(method).toBe('POST')
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '60', topic: 'prumo-2026-11-30', urgency: 'normal' })
      expect(headers.authorization).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/)
      response.writeHead(201).end()
    },
    async (origin) => expect(await push(origin)).toEqual({ how: 'delivered' }),
  ))

it('follows no redirect', async () => {
  let asked = 0
  await withService(
    (_, response) => {
      asked++
      response.writeHead(307, { location: '/push/2' }).end()
    },
    async (origin) => expect(await push(origin)).toEqual({ how: 'refused' }),
  )
  expect(asked).toBe(1)
})

it('takes silence, a cut connection and a missing server for a busy one', async () => {
  const busy = { how: 'busy', retryAfterMs: null }
  await withService(
    () => undefined,
    async (origin) => expect(await push(origin)).toEqual(busy),
  )
  await withService(
    (request) => request.socket.destroy(),
    async (origin) => expect(await push(origin)).toEqual(busy),
  )
  expect(await push('http://127.0.0.1:9')).toEqual(busy)
})

it('reads no body, however long', () =>
  withService(
    (_, response) => {
      response.writeHead(201)
      const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
    async (origin) => expect(await push(origin)).toEqual({ how: 'delivered' }),
  ))

it('says that a message is too large without sending it', async () => {
  expect(await push('http://127.0.0.1:9', undefined, Buffer.alloc(5_000))).toEqual({ how: 'too large' })
})

it('sends nothing to addresses of no listed service, and nothing without keys', async () => {
  const sent = (endpoint: string) => push('http://127.0.0.1:9', endpoint)
  for (const endpoint of ['https://exemplo.com/push', 'https://10.0.0.1/push', 'http://127.0.0.1:10/push', 'http://169.254.169.254/'])
    expect(await sent(endpoint)).toEqual({ how: 'refused' })
  const sender = new PushSender({ vapid: null, pushServices: ['http://127.0.0.1:9'] }, 'mailto:ola@prumo.app')
  const options = { topic: 'a', ttl: 1, now: NOW, signal: new AbortController().signal }
  expect(await sender.send(subscriptionAt('http://127.0.0.1:9/1'), Buffer.from('a'), options)).toEqual({ how: 'refused' })
})

it('refuses a listed name that leads to this machine', async () => {
  const sender = new PushSender({ vapid: createVapidKeys(), pushServices: ['localhost.localdomain', 'localhost'] }, 'mailto:ola@prumo.app')
  const options = { topic: 'a', ttl: 1, now: NOW, signal: new AbortController().signal }
  expect(await sender.send(subscriptionAt('https://localhost/1'), Buffer.from('a'), options)).toEqual({ how: 'refused' })
})

it.each([{ all: true }, {}])('resolves no name to a private address with %j', async (options) => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', options, resolve))
  expect(error).toBeInstanceOf(Error)
})

it('ends with the signal of its caller', async () => {
  const ending = new AbortController()
  await withService(
    () => ending.abort(new Error('The process is ending')),
    async (origin) => expect(push(origin, undefined, undefined, ending.signal)).rejects.toThrow('The process is ending'),
  )
})
