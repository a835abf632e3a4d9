import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { createTestDatabase, type TestDatabase } from '../test-database.js'
import { freePort } from '@prumo/backend/platform/free-port'
import { nextContents, RELEASE_VARIABLE } from '../test-release.js'

const program = fileURLToPath(new URL('../dist/test-app-process.js', import.meta.url))
const MASTER_KEY = 'ab'.repeat(32)
const WRITERS = 6

let test: TestDatabase
let dataDir: string
const started: ChildProcess[] = []
beforeAll(async () => {
  test = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'prumo-release-'))
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  await test.drop()
  await rm(dataDir, { recursive: true })
})

/** Starts a process of this release or the next one. */
async function start(release: 'present' | 'next') {
  const port = await freePort()
  const { PATH, LD_LIBRARY_PATH } = process.env
  const settings = {
    PORT: String(port),
    PRUMO_DATA_DIR: dataDir,
    ...test.settings,
    MASTER_KEY,
    JWT_SECRET: 'jwt-segredo-'.repeat(4),
    RATE_LIMITS: 'off',
  }
  const child = spawn(process.execPath, [program], {
    env: { PATH, LD_LIBRARY_PATH, ...settings, [RELEASE_VARIABLE]: release },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const running = {
    child,
    origin: `http://127.0.0.1:${port}/api`,
    said: '',
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (running.said += text.toString()))
  return running
}
type StartedRelease = Awaited<ReturnType<typeof start>>

async function ready({ origin, child }: StartedRelease): Promise<void> {
  while (!(await fetch(`${origin}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('It ended before it was ready')
    await pause(50)
  }
}

async function post(origin: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as { token: string; user: { id: string } } }
}

async function register(origin: string, name: string) {
  const person = { name, email: `${name}@exemplo.com`, password: 'segredo1', businessName: 'Ateliê', businessType: 'Serviços' }
  const { body } = await post(origin, '/auth/register', person)
  return { token: body.token, accountId: body.user.id }
}

const sale = { description: 'Bolo', amount: 10, type: 'income', category: 'Vendas', transactionDate: '2026-11-20' }

it('a new release takes over from one that is still writing: no event is lost, the old one ends, and cannot start again', async () => {
  const old = await start('present')
  await ready(old)
  const people = await Promise.all(Array.from({ length: WRITERS }, (_, index) => register(old.origin, `ana${index}`)))
  const acknowledged = new Map<string, number>(people.map(({ accountId }) => [accountId, 0]))
  const refused = new Set<number>()
  const writing = people.map(async ({ token, accountId }) => {
    // Until the process ended: a refusal alone does not end it.
    for (;;) {
      const answer = await post(old.origin, '/transactions', sale, token).catch(() => null)
      if (!answer) return
      if (answer.status === 201) acknowledged.set(accountId, (acknowledged.get(accountId) ?? 0) + 1)
      else refused.add(answer.status)
      await pause(20)
    }
  })
  await pause(500)

  const next = await start('next')
  await ready(next)
  expect(await old.ended).toBe(75)
  await Promise.all(writing)
  expect(old.said).toMatch(/Another release has taken over the log/)
  expect([...refused].filter((status) => status !== 503)).toEqual([])
  for (const { token, accountId } of people) {
    expect((await post(next.origin, '/transactions', sale, token)).status).toBe(201)
    acknowledged.set(accountId, (acknowledged.get(accountId) ?? 0) + 1)
  }

  const reading = logReading(nextContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))
  for (const { accountId } of people) {
    expect(await verifyAccount(test.database, reading, accountId)).toMatchObject({ problem: null })
    const [row] = await test.database.rows<{ recorded: number }>({ text: 'select recorded from recorded_counts where account_id = $1' }, [
      accountId,
    ])
    expect(row?.recorded).toBeGreaterThanOrEqual(acknowledged.get(accountId) ?? 0)
  }
  const tables = () =>
    test.database.rows<{ table: string | null }>({
      text: `select r.name, r.version, to_regclass(r.name)::oid as oid, (select epoch from log_epoch) as epoch,
        to_regclass('fund_movements') as gone from read_models r order by 1`,
    })
  const before = await tables()
  expect(before).toContainEqual(expect.objectContaining({ name: 'recorded_counts', gone: null, epoch: nextContents.epoch }))
  expect(before).toHaveLength(nextContents.projections.length)

  const again = await start('present')
  expect([await again.ended, again.said]).toEqual([1, expect.stringContaining('versão mais nova')])
  expect(await tables()).toEqual(before)
  expect((await post(next.origin, '/transactions', sale, people[0]?.token)).status).toBe(201)
}, 300_000)
