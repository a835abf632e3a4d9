import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fundAnalysis } from '@prumo/backend/emergency-fund/analysis/fund-analysis.answer'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import { enqueueDaily } from '@prumo/backend/jobs/worker-host'
import { ModelRandom } from '@prumo/backend/test/proofs/test-model-commands'
import { reportInsights } from '@prumo/backend/reports/report-insights.answer'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { statementOf } from '../imports/statement.js'
import type { MixAccount } from '../mix/accounts.js'
import { mixed, type MixStep } from '../mix/kinds.js'
import { createProduct } from '../product.js'
import { postmasterOf } from '../usage.js'

/** As many as a proxy in front of one process would keep. */
const CONNECTIONS = 64
const PASSWORD = 'fermento e farinha'
/** The longest that a measurement waits for the jobs of its requests, in milliseconds. */
const DRAIN_MS = 60_000
const RENEWING = [fundAnalysis, reportInsights, forecastPast].map(({ kind }) => `renew-${kind}`)

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
export type ServedSystem = Awaited<ReturnType<typeof serve>>

/** @param fill writes data before the first request */
export async function serve(
  cluster: BenchCluster,
  count: number,
  fill: (opened: Awaited<ReturnType<typeof openProduct>>, people: readonly BenchPerson[], watch: pg.Client) => Promise<void>,
) {
  const product = await createProduct(cluster, 'scale')
  const people = await product.signIn(count)
  const opened = await openProduct(product.url, { patient: true })
  const { database, reading } = opened
  const watch = new pg.Client(product.url)
  await watch.connect()
  await fill(opened, people, watch)

  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  // So that each login comes from its own address, as the limits expect.
  const api = await product.startApi({ TRUSTED_PROXIES: '127.0.0.1' })
  const worker = await product.startWorker()
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
  const sendFromElsewhere = (path: string, body: object) =>
    send('POST', path, null, body, { 'x-forwarded-for': `10.${(++address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}` })
  const enqueueAgain = async (...kinds: string[]) => {
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
    /** Waits until the worker has run every job. */
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
      await pause(1_000)
    },
    async command(person: BenchPerson) {
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
    /** Reads the next address that screens read. @returns its ETag and address, for a conditional read */
    async read({ token }: BenchPerson) {
      const path = READS[asked++ % READS.length] as string
      const { tag } = await send('GET', path, token)
      return { path, tag }
    },
    /** A conditional read. @returns whether it was answered with 304 */
    async readAgain({ token }: BenchPerson, { path, tag }: { path: string; tag: string }) {
      return (await send('GET', path, token, undefined, tag ? { 'if-none-match': tag } : {})).status === 304
    },
    login: (email: string) => sendFromElsewhere('auth/login', { email, password: PASSWORD }),
    /** Registers people who can sign in by password. @returns their e-mails */
    async register(wanted: number) {
      const emails = Array.from({ length: wanted }, () => `${randomUUID()}@exemplo.com`)
      const profile = { name: 'Ana Souza', password: PASSWORD, businessName: 'Ateliê Ana', businessType: 'Serviços' }
      for (const email of emails) await sendFromElsewhere('auth/register', { ...profile, email })
      return emails
    },
    /** Previews and accepts a statement of so many lines. */
    async importLines({ token }: BenchPerson, lines: number) {
      const rows = statementOf(lines, '2026-10')
      await send('POST', 'imports/preview', token, { format: 'ofx', rows: rows.map(({ id: _id, category: _category, ...row }) => row) })
      await send('POST', 'imports', token, { id: randomUUID(), fileName: 'extrato.ofx', format: 'ofx', rows })
    },
    /** Opens a stream of live changes for each. @returns the function that closes them */
    async openStreams(those: readonly BenchPerson[]) {
      const leaving = new AbortController()
      const open = async ({ token }: BenchPerson) => {
        const { body } = await fetch(`${api.origin}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
        return { ended: (body?.pipeTo(new WritableStream()) ?? Promise.resolve()).catch(() => undefined) }
      }
      const streams = await Promise.all(those.map(open))
      return async () => {
        leaving.abort()
        await Promise.all(streams.map(({ ended }) => ended))
      }
    },
    /** Sets the day of computed answers back to yesterday, and enqueues the jobs that renew them. */
    async beginRenewing() {
      await watch.query(`update stored_answers set computed_at = computed_at - interval '1 day'`)
      await enqueueAgain(...RENEWING)
    },
    async beginVerifying() {
      await watch.query(`update verifications set verified_at = verified_at - interval '1 day'`)
      await enqueueAgain('verify-sample')
    },
    async close() {
      agent.destroy()
      await watch.end()
      await database.close()
      await product.close()
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
