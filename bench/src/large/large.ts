import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isAffectedBy } from '@prumo/backend/event-store/projection/projection'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { continueLog } from '../log/written-log.js'
import { createProduct } from '../product.js'
import { markdown, verdict } from '../report.js'
import { ConcurrentWriters, type ConcurrentWaits } from './concurrent-writers.js'

const OTHERS = 16
const PASSWORD = 'segredo1'
const BEFORE_MS = 10_000
/** The limits: the 99th percentile of the others' writes, and the time of a reset or an erasure. */
const [WAIT_MS, LIMIT_MS] = [250, 60_000]

/** The others' waits during a phase, and the outcome of that phase. */
interface LargeResult {
  name: string
  waits: ConcurrentWaits
  status: number | null
  ms: number
}

/**
 * Resets an account with so many events over HTTP, and erases another one, while others write at a steady pace that does not wait
 * for answers. Reports their latency before and meanwhile.
 */
export async function* large(cluster: BenchCluster, events: number): AsyncGenerator<string> {
  const product = await createProduct(cluster, 'large')
  const { database, reading } = await openProduct(product.url, { patient: true })
  const api = await product.startApi({ RATE_LIMITS: 'off' })
  try {
    const [toReset, toErase] = [await register(api.origin), await register(api.origin)]
    for (const { id } of [toReset, toErase]) await continueLog(database, reading, id, events)
    printProgress('both logs are written')
    await rebuild(
      database,
      reading,
      reading.readModels.projections.filter((projection) => isAffectedBy(projection, 'TransactionRecorded')),
    )
    const [{ listed } = { listed: 0 }] = await database.rows<{ listed: number }>({
      text: 'select count(*) as listed from transaction_list',
    })
    printProgress(`their read models are made, of ${listed} transactions`)
    await database.pool.query('vacuum analyze')
    await cluster.settle()
    const others = new ConcurrentWriters(
      api.origin,
      (await product.signIn(OTHERS)).map(({ token }) => token),
    )

    const results: LargeResult[] = []
    const during = async (name: string, work: () => Promise<number | null>) => {
      const startedAt = performance.now()
      let [status, ms]: [number | null, number] = [null, 0]
      const waits = await others.writeDuring(async () => {
        status = await work()
        ms = performance.now() - startedAt
      })
      results.push({ name, waits, status, ms })
    }
    await during('before', () => pause(BEFORE_MS, null))
    await ask(api.origin, toReset.token, 'POST', '/auth/confirm', { password: PASSWORD })
    await during('while one is reset', () => ask(api.origin, toReset.token, 'POST', '/data/reset', { confirm: true }))
    await during('after it', () => pause(BEFORE_MS, null))
    await during('while one is erased', () => ask(api.origin, toErase.token, 'DELETE', '/auth/account', { password: PASSWORD }))
    yield reportTable(`Milliseconds of a write of ${OTHERS} others beside accounts of ${events.toLocaleString('en')} events`, results)
    yield judged(results)
    for (const { id } of [toReset, toErase]) {
      const { problem } = await verifyAccount(database, reading, id)
      if (problem !== null) throw new Error(`Account ${id}: ${problem}`)
    }
  } finally {
    await database.close()
    await product.close()
  }
}

/** Prints progress, because this takes minutes. */
function printProgress(step: string): void {
  process.stderr.write(`${step}\n`)
}

function reportTable(title: string, results: readonly LargeResult[]): string {
  const rows = results.map(({ name, waits: { all, refused, at }, status, ms }) => [
    name,
    ...[all, refused, at(0.5), at(0.99), at(1)].map((each) => Math.round(each).toLocaleString('en')),
    status === null ? '' : `${status} in ${(ms / 1000).toFixed(1)} s`,
  ])
  return markdown([title, 'writes', 'refused', 'median', '99 of 100', 'longest', 'answered'], rows)
}

function judged(results: readonly LargeResult[]): string {
  const done = results.filter(({ status }) => status !== null)
  return done
    .flatMap(({ name, waits, status, ms }) => [
      `${name}: done within ${LIMIT_MS / 1000} s: ${verdict(status === 204 && ms <= LIMIT_MS)}`,
      `${name}: 99 of 100 writes of others within ${WAIT_MS} ms, and none refused: ${verdict(waits.at(0.99) <= WAIT_MS && waits.refused === 0)}`,
    ])
    .join('\n')
}

async function register(origin: string): Promise<{ token: string; id: string }> {
  const body = {
    name: 'Ana Souza',
    email: `${randomUUID()}@exemplo.com`,
    password: PASSWORD,
    businessName: 'Ateliê Ana',
    businessType: 'Serviços',
  }
  const response = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { token, user } = (await response.json()) as { token: string; user: { id: string } }
  return { token, id: user.id }
}

async function ask(origin: string, token: string, method: 'POST' | 'DELETE', path: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return response.status
}
