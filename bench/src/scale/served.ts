import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fundAnalysis } from '@prumo/backend/emergency-fund/analysis/fund-analysis.answer'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import { enqueueDaily } from '@prumo/backend/jobs/worker-host'
import type { Database } from '@prumo/backend/platform/database/database'
import { ModelRandom } from '@prumo/backend/test/proofs/test-model-commands'
import { reportInsights } from '@prumo/backend/reports/report-insights.answer'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { MASTER_KEY, openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { LONG_GRACE, signIn, type BenchPerson } from '../http/people.js'
import { statementOf } from '../imports/statement.js'
import type { MixAccount } from '../mix/accounts.js'
import { mixed, type MixStep } from '../mix/kinds.js'
import { startServer, startWorker } from '../processes.js'
import { postmasterOf, type WatchedProcesses } from './usage.js'

/** As many as a proxy in front of one process would keep. */
const CONNECTIONS = 64
const PASSWORD = 'fermento e farinha'
/** The longest that a measurement waits for the jobs of its requests, in milliseconds. */
const DRAIN_MS = 60_000
const RENEWING = [fundAnalysis, reportInsights, forecastPast].map(({ kind }) => `renew-${kind}`)
const VERIFYING = 'verify-sample'
const LATEST_ROW_MS = 1_000

/** The reads of the overview, the list, the forecast, the fund and the reports, in the order in which a person visits them. */
const READS = [
  'transactions/summary/months?count=6&lowest=30',
  'transactions?status=settled&limit=1',
  'transactions?limit=15',
  'tasks',
  'transactions/summary?from=2026-10-01&to=2026-10-26',
  'transactions?status=pending&limit=500',
  'goals',
  'transactions?limit=100',
  'transactions/summary',
  'transactions/categories',
  'forecast?days=90',
  'balance',
  'emergency-fund',
  'emergency-fund/analysis',
  'emergency-fund/movements?limit=20',
  'reports?period=3months',
]

/** An API process and a worker with all features enabled, limits as in production, and their people. */
export interface ServedSystem extends WatchedProcesses {
  people: readonly BenchPerson[]
  database: Database
  reading: LogReading
  /** Waits until the worker has run every job. */
  drained(): Promise<void>
  command(person: BenchPerson): Promise<void>
  /** Reads the next address that screens read. @returns its ETag and address, for a conditional read */
  read(person: BenchPerson): Promise<KnownPage>
  /** A conditional read. @returns whether it was answered with 304 */
  readAgain(person: BenchPerson, asked: KnownPage): Promise<boolean>
  login(email: string): Promise<void>
  /** Registers people who can sign in by password. */
  register(count: number): Promise<string[]>
  /** Previews and accepts a statement of so many lines. */
  importLines(person: BenchPerson, lines: number): Promise<void>
  /** Opens a stream of live changes for each. @returns the function that closes them */
  openStreams(people: readonly BenchPerson[]): Promise<() => Promise<void>>
  /** Sets the day of computed answers and verifications back to yesterday, and enqueues the daily jobs. */
  beginRenewing(): Promise<void>
  beginVerifying(): Promise<void>
  close(): Promise<void>
}

interface KnownPage {
  path: string
  tag: string
}

/** @param fill writes data before the first request */
export async function serve(
  cluster: BenchCluster,
  count: number,
  fill: (opened: Awaited<ReturnType<typeof openProduct>>, people: readonly BenchPerson[], watch: pg.Client) => Promise<void>,
): Promise<ServedSystem> {
  const url = await cluster.database('scale')
  const secret = randomBytes(32).toString('base64')
  const people = await signIn(url, secret, count)
  const opened = await openProduct(url, { patient: true })
  const { database, reading } = opened
  const watch = new pg.Client(url)
  await watch.connect()
  await fill(opened, people, watch)

  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-scale-'))
  const settings = {
    JWT_SECRET: secret,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    PRUMO_DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO_SEED: 'off',
    LOG_LEVEL: 'warn',
    // So that each login comes from its own address, as the limits expect.
    TRUSTED_PROXIES: '127.0.0.1',
    ...LONG_GRACE,
  }
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const api = await startServer('../../backend/dist/main.js', settings)
  const worker = await startWorker(settings)
  let [asked, address] = [0, 0]
  const [stepFor, last] = [mixing(2), new Map<BenchPerson, Promise<void>>()]

  const send = async (method: string, path: string, token: string | null, body?: object, more: Record<string, string> = {}) => {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': newId() }),
      ...more,
    }
    const answer = await requested(agent, `${api.origin}/api/${path}`, method, headers, body && JSON.stringify(body))
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    return answer
  }
  const elsewhere = () => ({ 'x-forwarded-for': `10.${(++address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}` })
  const begin = async (kinds: readonly string[]) => {
    await watch.query('delete from daily_runs where kind = any($1)', [kinds])
    for (const kind of kinds) await enqueueDaily(database, kind)
  }

  return {
    api: api.pid,
    worker: worker.pid,
    postmaster: await postmasterOf(watch),
    watch,
    people,
    database,
    reading,
    async drained() {
      const until = performance.now() + DRAIN_MS
      for (let empty = 0; empty < 3;) {
        // Failed jobs wait for a retry: there is no Stripe for this server to ask about payments.
        const { rows } = await watch.query<{ kind: string }>(
          'select kind from outbox where failed_at is null and not (attempts > 0 and claim is null) limit 1',
        )
        empty = rows[0] ? 0 : empty + 1
        if (performance.now() > until) throw new Error(`${rows[0]?.kind} is not done after ${DRAIN_MS / 1000} s`)
        await pause(200)
      }
      // What is recorded asynchronously, such as the address of a session, is written a moment later.
      await pause(LATEST_ROW_MS)
    },
    async command(person) {
      // A device sends its commands in sequence: a restore never overtakes its delete.
      const before = last.get(person)
      const sendNext = async () => {
        await before
        const { method, path, body } = stepFor(person.account)
        await send(method, path, person.token, body)
      }
      const sending = sendNext()
      last.set(person, sending)
      await sending
    },
    async read({ token }) {
      const path = READS[asked++ % READS.length] as string
      const { tag } = await send('GET', path, token)
      return { path, tag }
    },
    readAgain: async ({ token }, { path, tag }) =>
      (await send('GET', path, token, undefined, tag ? { 'if-none-match': tag } : {})).status === 304,
    async login(email) {
      await send('POST', 'auth/login', null, { email, password: PASSWORD }, elsewhere())
    },
    async register(wanted) {
      const emails = Array.from({ length: wanted }, () => `${randomUUID()}@exemplo.com`)
      for (const email of emails)
        await send(
          'POST',
          'auth/register',
          null,
          { name: 'Ana Souza', email, password: PASSWORD, businessName: 'Ateliê Ana', businessType: 'Serviços' },
          elsewhere(),
        )
      return emails
    },
    async importLines({ token }, lines) {
      const rows = statementOf(lines, '2026-10')
      await send('POST', 'imports/preview', token, { format: 'ofx', rows: rows.map(({ id: _id, category: _category, ...row }) => row) })
      await send('POST', 'imports', token, { id: randomUUID(), fileName: 'extrato.ofx', format: 'ofx', rows })
    },
    async openStreams(those) {
      const leaving = new AbortController()
      const streams = await Promise.all(
        those.map(async ({ token }) => {
          const { body } = await fetch(`${api.origin}/api/live`, {
            headers: { authorization: `Bearer ${token}` },
            signal: leaving.signal,
          })
          return { ended: (body?.pipeTo(new WritableStream()) ?? Promise.resolve()).catch(() => undefined) }
        }),
      )
      return async () => {
        leaving.abort()
        await Promise.all(streams.map(({ ended }) => ended))
      }
    },
    async beginRenewing() {
      await watch.query(`update stored_answers set computed_at = computed_at - interval '1 day'`)
      await begin(RENEWING)
    },
    async beginVerifying() {
      await watch.query(`update verifications set verified_at = verified_at - interval '1 day'`)
      await begin([VERIFYING])
    },
    async close() {
      agent.destroy()
      await worker.stop()
      await api.stop()
      await watch.end()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One request over a kept connection. `fetch` would cost as much processor time as the answer. */
function requested(agent: Agent, url: string, method: string, headers: Record<string, string>, body: string | undefined) {
  return new Promise<{ status: number; tag: string; text: string }>((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, tag: response.headers.etag ?? '', text: Buffer.concat(chunks).toString() })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** The next step of the mix for an account; each kind as often as its share says. */
export function mixing(seed: number): (account: MixAccount) => MixStep {
  const random = new ModelRandom(seed)
  let n = 0
  return (account) => random.of(mixed).next(account, n++)
}

/** Starts calls at these moments, in seconds, whether or not earlier ones have ended. */
export async function paced(moments: readonly number[], once: (n: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  const under: Promise<unknown>[] = []
  for (const [n, moment] of moments.entries()) {
    const wait = moment * 1_000 - (performance.now() - startedAt)
    if (wait > 1) await pause(wait)
    const one = once(n)
    // `Promise.all` below rejects with its failure.
    one.catch(() => undefined)
    under.push(one)
  }
  await Promise.all(under)
}

/** Makes so many calls as fast as so many parallel callers can. */
export async function crowding(count: number, callers: number, once: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (n < count) await once(n++)
    }),
  )
}

/** So many moments at a constant rate, in seconds. */
export const evenly = (count: number, aSecond: number) => Array.from({ length: count }, (_, n) => n / aSecond)
