import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { MAX_BATCH } from '@prumo/shared/batch-rules'
import { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { statementOf } from '../imports/statement.js'
import { ConcurrentWriters, type ConcurrentWaits } from '../large/concurrent-writers.js'
import { continueLog } from '../log/written-log.js'
import { createProduct } from '../product.js'
import { markdown, verdict } from '../report.js'
import { median } from '../rounds.js'

const OTHERS = 16
const WARM_MS = 5_000
const ALONE_MS = 10_000
const PAUSE_MS = 250
/** The most of the time of an import of as many rows, and of the 99th percentile of the others' writes without it. */
const MOST_TIMES = 2

const phases = ['imported', 'changed', 'changed back', 'deleted', 'restored'] as const
type BatchPhase = (typeof phases)[number]
/** An import is what the others are compared with. */
const judged = phases.filter((phase) => phase !== 'imported')

/**
 * Imports, changes and deletes 500 transactions at once over HTTP in an account with so many events, and undoes both, while others
 * write to the same process at a steady pace that does not wait for answers. Reports the times of both.
 */
export async function* batches(cluster: BenchCluster, { events, rounds }: { events: number; rounds: number }): AsyncGenerator<string> {
  const product = await createProduct(cluster, 'batches')
  const { database, reading } = await openProduct(product.url, { patient: true })
  try {
    const [person, ...writers] = await product.signIn(OTHERS + 1)
    if (!person) throw new Error('Nobody is signed in')
    await continueLog(database, reading, person.account.id, events)
    await rebuild(database, reading, reading.readModels.projections)
    await database.pool.query('vacuum analyze')
    await cluster.settle()
    const api = await product.startApi({ RATE_LIMITS: 'off' })
    const { alone, took, waits } = await measure(api.origin, person, writers, rounds)
    const rows = phases.map((phase) => waitsRow(phase, waits[phase], median(took[phase])))
    const title = `Milliseconds of a write of ${OTHERS} others, while ${MAX_BATCH} transactions beside ${events.toLocaleString('en')} events are`
    const columns = [title, 'writes', 'refused', 'median', '99 of 100', 'longest', 'answered in, median of ms']
    yield markdown(columns, [waitsRow('none of it', alone, null), ...rows])
    yield judged
      .flatMap((phase) => [
        `${phase} within ${MOST_TIMES} times an import: ${verdict(median(took[phase]) <= MOST_TIMES * median(took.imported))}`,
        `${phase}: 99 of 100 writes of others within ${MOST_TIMES} times what they take alone: ${verdict(waits[phase].at(0.99) <= MOST_TIMES * alone.at(0.99))}`,
      ])
      .join('\n')
    const { problem } = await verifyAccount(database, reading, person.account.id)
    if (problem !== null) throw new Error(problem)
  } finally {
    await database.close()
    await product.close()
  }
}

interface MeasuredBatches {
  alone: ConcurrentWaits
  took: Record<BatchPhase, number[]>
  waits: Record<BatchPhase, ConcurrentWaits>
}

async function measure(origin: string, { token }: BenchPerson, writers: readonly BenchPerson[], rounds: number): Promise<MeasuredBatches> {
  const others = new ConcurrentWriters(
    origin,
    writers.map((writer) => writer.token),
  )
  const took = Object.fromEntries(phases.map((phase) => [phase, [] as number[]])) as MeasuredBatches['took']
  const ask = async (method: 'GET' | 'POST', path: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(`${origin}/api${path}`, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
  // A process that has just started is slow and would distort the figures.
  await others.writeDuring(() => pause(WARM_MS))
  const alone = await others.writeDuring(() => pause(ALONE_MS))
  // Each phase is repeated as a whole, because one command is too short for a percentile of the others.
  const during = (phase: BatchPhase, act: (round: number) => Promise<unknown>) =>
    others.writeDuring(async () => {
      for (let round = 0; round < rounds; round++) {
        const startedAt = performance.now()
        await act(round)
        took[phase].push(performance.now() - startedAt)
        await pause(PAUSE_MS)
      }
    })
  const statements = Array.from({ length: rounds }, () => statementOf(MAX_BATCH, '2025'))
  const imports = statements.map((rows) => JSON.stringify({ id: randomUUID(), fileName: 'extrato.ofx', format: 'ofx', rows }))
  const changes = (about: object) => statements.map((rows) => JSON.stringify({ ids: rows.map(({ id }) => id), ...about }))
  const waits: Partial<MeasuredBatches['waits']> = {}
  waits.imported = await during('imported', (round) => ask('POST', '/imports', imports[round]))
  const turns = [
    ['changed', 'changed back', changes({ change: { note: 'Conferido', transactionDate: '2025-12-01' } })],
    ['deleted', 'restored', changes({ delete: true })],
  ] as const
  for (const [phase, undone, bodies] of turns) {
    waits[phase] = await during(phase, (round) => ask('POST', '/transactions/batch', bodies[round]))
    const { activity } = JSON.parse(await ask('GET', `/activity?entity=batch&limit=${rounds}`)) as { activity: { position: number }[] }
    waits[undone] = await during(undone, (round) => ask('POST', `/activity/${activity[round]?.position}/undo`))
  }
  return { alone, took, waits: waits as MeasuredBatches['waits'] }
}

function waitsRow(name: string, { all, refused, at }: ConcurrentWaits, ms: number | null): string[] {
  const figures = [all, refused, at(0.5), at(0.99), at(1)].map((each) => Math.round(each).toLocaleString('en'))
  return [name, ...figures, ms === null ? '' : Math.round(ms).toLocaleString('en')]
}
