import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { ConcurrentWriters, type ConcurrentWaits } from '../large/concurrent-writers.js'
import { continueLog } from '../log/written-log.js'
import { createProduct } from '../product.js'
import { markdown, verdict } from '../report.js'
import { median } from '../rounds.js'
import { statementOf } from './statement.js'

const OTHERS = 16
const ROWS = 5_000
const ROUNDS = 3
const WARM_MS = 5_000
const ALONE_MS = 10_000
/** The limits for a statement of so many rows, in milliseconds. */
const LIMITS = { previewed: 1_500, accepted: 1_500, undone: 2_000 }
type ImportStep = keyof typeof LIMITS
const steps = Object.keys(LIMITS) as ImportStep[]
/** The most by which the 99th percentile of the others' writes may grow meanwhile. */
const MOST_TIMES = 2

/**
 * Previews, accepts and undoes statements of 5,000 rows over HTTP in an account with so many events, while others write at a
 * steady pace that does not wait for answers. Reports the times of both: with an API process for imports alone, as
 * docs/operations.md describes, and with a single process.
 */
export async function* imports(cluster: BenchCluster, events: number): AsyncGenerator<string> {
  const product = await createProduct(cluster, 'imports')
  const { database, reading } = await openProduct(product.url, { patient: true })
  try {
    const [importer, ...writers] = await product.signIn(OTHERS + 1)
    if (!importer) throw new Error('Nobody is signed in')
    await continueLog(database, reading, importer.account.id, events)
    await rebuild(database, reading, reading.readModels.projections)
    await database.pool.query('vacuum analyze')
    await cluster.settle()
    // Started this late because the server ends connections that are idle for as long as writing a log takes.
    // Started this late because the server ends connections that are idle for as long as writing a log takes.
    const [api, own] = [await product.startApi({ RATE_LIMITS: 'off' }), await product.startApi({ RATE_LIMITS: 'off' })]
    const apart = await measured(api.origin, own.origin, importer, writers)
    yield `${reportRow('by a process of their own', events, apart)}\n${verdicts(apart)}`
    yield reportRow('by the process of the others', events, await measured(api.origin, api.origin, importer, writers))
    const { problem } = await verifyAccount(database, reading, importer.account.id)
    if (problem !== null) throw new Error(problem)
  } finally {
    await database.close()
    await product.close()
  }
}

interface MeasuredImport {
  alone: ConcurrentWaits
  took: Record<ImportStep, number[]>
  waits: Record<ImportStep, ConcurrentWaits[]>
}

/** @param importing where imports are sent; the others write at `origin` */
async function measured(
  origin: string,
  importing: string,
  importer: BenchPerson,
  writers: readonly BenchPerson[],
): Promise<MeasuredImport> {
  const others = new ConcurrentWriters(
    origin,
    writers.map(({ token }) => token),
  )
  const ask = async (path: string, body: string, expected: number) => {
    const headers = { authorization: `Bearer ${importer.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${importing}/api/imports${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  }

  // A process that has just started is slow and would distort the figures.
  await others.writeDuring(() => pause(WARM_MS))
  const alone = await others.writeDuring(() => pause(ALONE_MS))
  const took: MeasuredImport['took'] = { previewed: [], accepted: [], undone: [] }
  const waits: MeasuredImport['waits'] = { previewed: [], accepted: [], undone: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const [id, rows] = [randomUUID(), statementOf(ROWS, '2025')]
    // Made in advance: work of this process meanwhile would delay the others' writes.
    const shown = JSON.stringify({ format: 'ofx', rows: rows.map(({ id: _id, category: _category, ...row }) => row) })
    const brought = JSON.stringify({ id, fileName: 'extrato.ofx', format: 'ofx', rows })
    const work: Record<ImportStep, () => Promise<void>> = {
      previewed: () => ask('/preview', shown, 200),
      accepted: () => ask('', brought, 201),
      undone: () => ask(`/${id}/undo`, '{}', 200),
    }
    for (const step of steps) {
      const meanwhile = await others.writeDuring(async () => {
        const startedAt = performance.now()
        await work[step]()
        took[step].push(performance.now() - startedAt)
      })
      waits[step].push(meanwhile)
      await pause(500)
    }
  }
  return { alone, took, waits }
}

function reportRow(by: string, events: number, { alone, took, waits }: MeasuredImport): string {
  const row = (name: string, { all, refused, at }: ConcurrentWaits, ms: number | null) => [
    name,
    ...[all, refused, at(0.5), at(0.99), at(1)].map((each) => Math.round(each).toLocaleString('en')),
    ms === null ? '' : `${(ms / 1000).toFixed(2)} s`,
  ]
  const title = `Milliseconds of a write of ${OTHERS} others, while ${ROWS.toLocaleString('en')} rows beside ${events.toLocaleString('en')} events, ${by}, are`
  const rounds = steps.flatMap((step) => waits[step].map((each, round) => row(step, each, took[step][round] ?? 0)))
  return markdown(
    [title, 'writes', 'refused', 'median', '99 of 100', 'longest', 'answered in'],
    [row('none of it', alone, null), ...rounds],
  )
}

function verdicts({ alone, took, waits }: MeasuredImport): string {
  const bars = steps.flatMap((step) => {
    const [ms, wait] = [median(took[step]), median(waits[step].map(({ at }) => at(0.99)))]
    return [
      `${step} within ${LIMITS[step] / 1000} s: ${verdict(ms <= LIMITS[step])}`,
      `${step}: 99 of 100 writes of others within ${MOST_TIMES} times what they take alone: ${verdict(wait <= MOST_TIMES * alone.at(0.99))}`,
    ]
  })
  return bars.join('\n')
}
