import autocannon from 'autocannon'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { mixed, type MixKind } from '../mix/kinds.js'
import { createProduct } from '../product.js'
import { markdown, verdict } from '../report.js'
import { memoryOf } from '../usage.js'

/** Enough people that none exceeds the rate limit. */
const PEOPLE = 1_000
const CONNECTIONS = 32
const SAMPLE_SECONDS = 30
const MB = 2 ** 20

/** The limit for the memory of the append's connection. */
const LIMIT_MB = 100
/**
 * Memory varies by a fifth between collections, so the second half is compared with the quarter before it: the peaks of resident
 * memory, and the minima of the heap, which is what collections leave. The first quarter, in which caches fill, is ignored.
 */
const FLAT_RATIO = 1.1

interface SoakSample {
  minutes: number
  rate: number
  api: number
  heap: number
  backend: number
  texts: number
}

/**
 * Runs the mix over HTTP against an API process and a worker for so many minutes, limits and logs as in production. Reports
 * every half minute, and at the end whether memory stayed flat.
 */
export async function* soak(cluster: BenchCluster, minutes: number): AsyncGenerator<string> {
  await cluster.countStatements()
  const product = await createProduct(cluster, 'soak')
  const watch = new pg.Client(product.url)
  try {
    const people = await product.signIn(PEOPLE)
    const api = await product.startApi({ OPS_TOKEN: 'soak', LOG_LEVEL: 'info' })
    await product.startWorker()
    await watch.connect()
    const send = sending(api.origin, people)
    const samples: SoakSample[] = []
    yield 'minutes | requests a second | API, MB | its heap, MB | append connection, MB | statement texts'
    while ((samples.length + 1) * SAMPLE_SECONDS <= minutes * 60) {
      const rate = await send(SAMPLE_SECONDS)
      const sample = {
        minutes: ((samples.length + 1) * SAMPLE_SECONDS) / 60,
        rate,
        api: (await memoryOf(api.pid, 'VmRSS')) / MB,
        heap: (await heapOf(api.origin)) / MB,
        ...(await largestBackend(watch)),
      }
      samples.push(sample)
      yield Object.values(sample)
        .map((figure, column) => (column === 0 ? figure.toFixed(1) : Math.round(figure).toLocaleString('en')))
        .join(' | ')
    }
    yield verdicts(samples)
  } finally {
    await watch.end()
    await product.close()
  }
}

/** Sends the mix for so many seconds. A single refusal fails the run. @returns the rate */
function sending(origin: string, people: readonly BenchPerson[]): (seconds: number) => Promise<number> {
  let n = Math.floor(Math.random() * 1e6)
  return async (duration) => {
    const setupRequest = (request: autocannon.Request): autocannon.Request => {
      const { account, token } = people[n % people.length] as BenchPerson
      // Eleven and a thousand are coprime, so each account gets every kind.
      const { method, path, body } = (mixed[(n + Math.floor(n / people.length) * 11) % mixed.length] as MixKind).next(account, n++)
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newId(), ...(body && { 'content-type': 'application/json' }) }
      return { ...request, method, path: `/api/${path}`, headers, body: body ? JSON.stringify(body) : '' }
    }
    const result = await autocannon({ url: origin, connections: CONNECTIONS, duration, requests: [{ setupRequest }] })
    if (result.errors > 0 || result.non2xx > 0)
      throw new Error(`${result.errors} failures, answers ${JSON.stringify(result.statusCodeStats)}`)
    return result['2xx'] / result.duration
  }
}

async function heapOf(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: 'Bearer soak' } })
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(await answer.text())?.[1])
}

/** The connection of the API with the most private memory, which is the append's unless something is wrong. */
async function largestBackend(watch: pg.Client): Promise<{ backend: number; texts: number }> {
  const { rows } = await watch.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'prumo'`,
  )
  const sizes = await Promise.all(rows.map(({ pid }) => memoryOf(pid, 'RssAnon')))
  const { rows: counted } = await watch.query<{ texts: number }>(
    `select count(*)::int as texts from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and s.calls > 1`,
  )
  return { backend: Math.max(...sizes) / MB, texts: counted[0]?.texts ?? 0 }
}

function verdicts(samples: readonly SoakSample[]): string {
  const half = Math.floor(samples.length / 2)
  const [before, after] = [samples.slice(Math.floor(half / 2), half), samples.slice(half)]
  const largest = Math.max(...samples.map(({ backend }) => backend))
  const flat = (name: string, of: (each: readonly SoakSample[]) => number) => {
    const [first, second] = [of(before), of(after)]
    return [name, first.toFixed(0), second.toFixed(0), verdict(second < first * FLAT_RATIO)]
  }
  return markdown(
    [`Megabytes; flat: below ${FLAT_RATIO} times those before`, 'second quarter', 'second half', ''],
    [
      flat('the API at most', (each) => Math.max(...each.map(({ api }) => api))),
      flat('its heap at the least', (each) => Math.min(...each.map(({ heap }) => heap))),
      flat('the append’s connection at most', (each) => Math.max(...each.map(({ backend }) => backend))),
      [`the append’s connection, below ${LIMIT_MB}`, '', largest.toFixed(0), verdict(largest < LIMIT_MB)],
    ],
  )
}
