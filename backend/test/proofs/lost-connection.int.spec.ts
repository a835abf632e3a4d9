import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { QUEUE_SCHEMA } from '@prumo/backend/jobs/queue-backend'
import { JobNotifier } from '@prumo/backend/jobs/job-notifier'
import { until } from '../test-queue.js'
import { verifyCommand } from '@prumo/backend/operator/verify.command'
import { runOps } from '../test-ops.js'
import { openAccount, openTestLog, type TestLog } from './test-log.js'

const verifyProgram = fileURLToPath(new URL('../dist/proofs/test-verify-process.js', import.meta.url))
const opsProgram = fileURLToPath(new URL('../../dist/ops.js', import.meta.url))
const MASTER_KEY = Buffer.alloc(32, 7).toString('hex')

let log: TestLog
let url: string
beforeAll(async () => {
  log = await openTestLog()
  const [{ name } = { name: '' }] = await log.database.rows<{ name: string }>({ text: 'select current_database() as name' })
  url = Object.assign(new URL(process.env.PRUMO_TEST_CLUSTER ?? ''), { pathname: `/${name}` }).toString()
})
afterAll(() => log.close())

/** Locks a table, so that its readers wait, until the returned function is called. */
async function hold(table: string): Promise<() => Promise<void>> {
  const client = await log.owner.pool.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    client.release()
  }
}

/** Ends the connections that wait for a lock, as a failover does. */
async function endThoseWaiting(): Promise<void> {
  const administrator = new pg.Client({ connectionString: url })
  await administrator.connect()
  const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await until(async () => (await administrator.query(text)).rows.length > 0)
  } finally {
    await administrator.end()
  }
}

async function run(file: string, args: string[], environment: Record<string, string> = {}) {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, LD_LIBRARY_PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()))
  return { said, code: once(child, 'close').then(([code]) => code as number | null) }
}

it('a verification whose connection is lost rejects, and its process survives', async () => {
  const { accountId } = await openAccount(log.writer())
  const release = await hold('events')
  const { said, code } = await run(verifyProgram, [url, MASTER_KEY, accountId])
  await endThoseWaiting()
  await release()
  expect([await code, said.err]).toEqual([0, ''])
  expect(JSON.parse(said.out)).toMatchObject({ events: 1, problem: null, outage: '57P01' })
})

it('a queue whose connection is lost while it opens rejects, and its process survives', async () => {
  const notifier = new JobNotifier({ directUrl: url, redisUrls: [], prefix: '' })
  const release = await hold(`${QUEUE_SCHEMA}.migration`)
  const opening = notifier.queue().catch((error: Error) => error)
  await endThoseWaiting()
  expect(await opening).toMatchObject({ code: '57P01' })
  await release()
  // The pool may lend the lost connection once more before it notices the loss.
  await until(() => notifier.isReachable())
  await notifier.onApplicationShutdown()
})

it('a connection that is lost between two statements rejects the next one, and is not lent again', async () => {
  const dying = log.database.inRolledBackSnapshot(async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await log.owner.rows({ text: 'select pg_terminate_backend($1, 1000)' }, [rows[0]?.pid])
    await client.query('select 1')
  })
  await expect(dying).rejects.toThrow(/terminat|connection/i)
  expect(await log.database.inRolledBackSnapshot(async (client) => (await client.query('select 1 as one')).rows)).toEqual([{ one: 1 }])
})

it('ops verify does not report an outage as wrong data', async () => {
  const { accountId } = await openAccount(log.writer())
  const release = await hold('events')
  const who = ['--operator', 'ana.lima', '--reason', 'pedido 4711']
  const verifying = runOps([verifyCommand], { database: log.database, reading: log.reading }, 'verify', '--account', accountId, ...who)
  const [verdict] = await Promise.allSettled([verifying, endThoseWaiting().then(release)])
  expect(verdict).toMatchObject({ status: 'rejected', reason: { code: '57P01' } })

  const nowhere = Object.assign(new URL(url), { pathname: '/nowhere' }).toString()
  const settings = { DATABASE_URL: nowhere, MASTER_KEY, JWT_SECRET: 'jwt-segredo-'.repeat(4) }
  const { said, code } = await run(opsProgram, ['verify'], settings)
  expect([await code, said.out]).toEqual([2, ''])
  expect(said.err).toMatch(/"nowhere"/)
})
