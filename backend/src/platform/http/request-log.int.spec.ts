import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.js'
import { freePort } from '../free-port.js'

const program = fileURLToPath(new URL('../../../test/dist/test-app-process.js', import.meta.url))

let test: TestDatabase
let dataDir: string
let child: ChildProcess
let origin: string
let logged = ''
beforeAll(async () => {
  test = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-logs-'))
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const { PATH, LD_LIBRARY_PATH } = process.env
  const env = {
    PATH,
    LD_LIBRARY_PATH,
    ...production,
    PORT: String(port),
    PRUMO_DATA_DIR: dataDir,
    ...test.settings,
    LOG_LEVEL: 'trace',
  }
  child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (logged += text.toString()))
  while (!(await fetch(`${origin}/api/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(logged)
    await pause(100)
  }
})
afterAll(async () => {
  if (child.kill('SIGTERM')) await once(child, 'exit')
  await test.drop()
  await rm(dataDir, { recursive: true })
})

const production = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_test_segredo',
  STRIPE_TEST_KEYS: 'on',
  STRIPE_WEBHOOK_SECRET: 'whsec_segredo',
  STRIPE_PRICE_1MES: 'price_1',
  STRIPE_PRICE_3MESES: 'price_3',
  STRIPE_PRICE_1ANO: 'price_12',
  STRIPE_PRICE_3ANOS: 'price_36',
  JWT_SECRET: 'jwt-segredo-'.repeat(4),
  MASTER_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtps://correio-segredo',
  PUBLIC_URL: 'https://app.exemplo.com.br',
  TRUSTED_PROXIES: 'none',
  MAIL_FROM: 'Prumo <ola@exemplo.com.br>',
  OPS_TOKEN: 'ops-segredo',
}

async function send(method: string, path: string, { token, body }: { token?: string; body?: object } = {}): Promise<Response> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    cookie: 'biscoito=segredo',
  }
  return fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

interface LogLine {
  context?: string
  route?: string
  requestId?: string
  [fact: string]: unknown
}
const lines = () =>
  logged
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)
const requests = () => lines().filter((line) => line.context === 'request')

it('each API request is logged in one line with its route, outcome and account', async () => {
  const registration = {
    name: 'Ana Souza',
    email: 'ana@exemplo.com',
    password: 'segredo1',
    businessName: 'Ateliê Ana',
    businessType: 'Serviços',
  }
  const { token, user } = (await (await send('POST', '/auth/register', { body: registration })).json()) as {
    token: string
    user: { id: string }
  }
  const sale = { description: 'Bolo da Ana', amount: 10, type: 'income', category: 'Doces da Ana', transactionDate: '2026-01-02' }
  await send('POST', '/transactions', { token, body: sale })
  await send('GET', '/transactions?search=Bolo%20da%20Ana', { token })
  await send('GET', `/transactions/${user.id}?token=${token}`, { token })
  await send('POST', '/auth/login', { body: { email: registration.email, password: 'errada-segredo' } })
  await send('POST', '/auth/reset-password', { body: { token: 'link-segredo', password: 'segredo2' } })
  await send('GET', '/de/ana@exemplo.com?token=segredo')
  await send('GET', '/health/live')
  await send('GET', '/metrics')
  await fetch(`${origin}/reset-password?token=segredo`)
  while (!requests().some(({ route }) => route === 'none')) await pause(20)
  await pause(100)

  expect(requests().map(({ msg, accountId }) => [msg, accountId])).toEqual([
    ['POST /api/auth/register 201', undefined],
    ['POST /api/transactions 201', user.id],
    ['GET /api/transactions 200', user.id],
    ['GET /api/transactions/:id 404', user.id],
    ['POST /api/auth/login 401', undefined],
    ['POST /api/auth/reset-password 400', undefined],
    ['GET none 404', undefined],
  ])
  for (const line of requests())
    expect(line).toMatchObject({ level: 30, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), ms: expect.any(Number) })
  expect(logged).not.toContain(token)
  expect(logged).not.toMatch(/segredo|Ana|exemplo\.com|Bearer|authorization|cookie|127\.0\.0\.1/)
})

it("a failure within a request is logged once, with the request's id", async () => {
  await test.owner.rows({ text: 'alter table users rename to people' })
  const before = logged.length
  await send('POST', '/auth/login', { body: { email: 'ana@exemplo.com', password: 'segredo1' } })
  while (!logged.slice(before).includes('login 500')) await pause(20)
  const failures = lines().filter((line) => line.level === 50)
  expect(failures.map(({ context, msg }) => [context, msg])).toEqual([
    ['http', 'POST /api/auth/login failed'],
    ['request', 'POST /api/auth/login 500'],
  ])
  expect(new Set(failures.map((line) => line.requestId)).size).toBe(1)
  for (const line of logged.slice(before).trim().split('\n')) expect(line.match(/"requestId"/g)).toHaveLength(1)
  expect(logged).not.toMatch(/segredo|Ana|exemplo\.com/)
})
