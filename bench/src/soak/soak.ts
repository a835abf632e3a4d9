import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { MASTER_KEY } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import { LONG_GRACE, signIn, type BenchPerson } from '../http/people.js'
import { mixed, type MixKind } from '../mix/kinds.js'
import { startServer, startWorker } from '../processes.js'

const JWT_SECRET = 'of the soak alone and long enough for a secret'
/** Enough people that none exceeds the rate limit. */
const PEOPLE = 1_000
const CONNECTIONS = 32
const LOOK_SECONDS = 30
const MB = 2 ** 20

/** The limit for the memory of the append's connection, and for its growth in an hour. */
const LIMIT_MB = 100
const FLAT_MB_AN_HOUR = 60
/**
 * The API's memory varies by a fifth between collections, so the second half is compared with the first: the peaks of its
 * resident memory, and the minima of its heap, which is what collections leave.
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
 * Runs the mix over HTTP against a real API process and a worker for so many minutes, limits and logs as in production.
 * Reports every half minute, and at the end whether memory stayed flat.
 */
export async function* soak(cluster: BenchCluster, minutes: number): AsyncGenerator<string> {
  await cluster.countStatements()
  const url = await cluster.database('soak')
  const people = await signIn(url, JWT_SECRET, PEOPLE)
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-soak-'))
  const settings = {
    JWT_SECRET,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    PRUMO_DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO_SEED: 'off',
    OPS_TOKEN: 'soak',
    ...LONG_GRACE,
  }
  const api = await startServer('../../backend/dist/main.js', settings)
  const worker = await startWorker({ ...settings, LOG_LEVEL: 'warn' })
  const watch = new pg.Client(url)
  await watch.connect()
  const looks: SoakSample[] = []
  try {
    const send = sending(api.origin, people)
    yield 'minutes | requests a second | API, MB | its heap, MB | append connection, MB | statement texts'
    for (let look = 1; look * LOOK_SECONDS <= minutes * 60; look++) {
      const rate = await send(LOOK_SECONDS)
      looks.push({
        minutes: (look * LOOK_SECONDS) / 60,
        rate,
        api: await residentOf(api.pid),
        heap: await heapOf(api.origin),
        ...(await largestBackend(watch)),
      })
      yield sampleRow(looks.at(-1) as SoakSample)
    }
    yield verdict(looks)
  } finally {
    await watch.end()
    await worker.stop()
    await api.stop()
    await rm(dataDir, { recursive: true, force: true })
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
    if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} failures`)
    return result['2xx'] / result.duration
  }
}

async function residentOf(pid: number): Promise<number> {
  return kilobytes(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS') / 1024
}

async function heapOf(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: 'Bearer soak' } })
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(await answer.text())?.[1]) / MB
}

/** The connection of the API with the most private memory, which is the append's unless something is wrong. */
async function largestBackend(watch: pg.Client): Promise<{ backend: number; texts: number }> {
  const { rows } = await watch.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'prumo'`,
  )
  const sizes = await Promise.all(rows.map(async ({ pid }) => kilobytes(await readFile(`/proc/${pid}/status`, 'utf8'), 'RssAnon') / 1024))
  const { rows: counted } = await watch.query<{ texts: number }>(
    `select count(*)::int as texts from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = current_database() and s.calls > 1`,
  )
  return { backend: Math.max(...sizes), texts: counted[0]?.texts ?? 0 }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
}

function sampleRow({ minutes, rate, api, heap, backend, texts }: SoakSample): string {
  return [minutes.toFixed(1), ...[rate, api, heap, backend, texts].map((figure) => Math.round(figure).toLocaleString('en'))].join(' | ')
}

/** Whether memory still grew in the second half of the run. The first quarter, in which caches fill, is ignored. */
function verdict(looks: readonly SoakSample[]): string {
  const [quarter, half] = [Math.floor(looks.length / 4), Math.floor(looks.length / 2)]
  const [first, settled] = [looks.slice(quarter, half), looks.slice(half)]
  const backend = growth(settled)
  const peak = (of: readonly SoakSample[], name: 'api' | 'backend') => Math.max(...of.map((look) => look[name]))
  const [before, after] = [peak(first, 'api'), peak(settled, 'api')]
  const [leftBefore, leftAfter] = [first, settled].map((of) => Math.min(...of.map(({ heap }) => heap))) as [number, number]
  const largest = peak(looks, 'backend')
  const lines = [
    [largest < LIMIT_MB, `the append's connection took ${Math.round(largest)} MB at most (limit ${LIMIT_MB})`],
    [backend < FLAT_MB_AN_HOUR, `it grew by ${Math.round(backend)} MB an hour over the second half (flat: below ${FLAT_MB_AN_HOUR})`],
    [
      after < before * FLAT_RATIO,
      `the API took ${Math.round(after)} MB at most in the second half, ${Math.round(before)} in the quarter before (flat: below ${FLAT_RATIO} times that)`,
    ],
    [
      leftAfter < leftBefore * FLAT_RATIO,
      `its heap was ${Math.round(leftAfter)} MB at the least in the second half, ${Math.round(leftBefore)} in the quarter before (flat: below ${FLAT_RATIO} times that)`,
    ],
  ] as const
  if (lines.some(([well]) => !well)) process.exitCode = 1
  return lines.map(([well, text]) => `${well ? 'well' : 'NOT WELL'}: ${text}`).join('\n')
}

/** The growth of the append connection's memory an hour, by least squares over the samples. */
function growth(looks: readonly SoakSample[]): number {
  const mean = (each: (look: SoakSample) => number) => looks.reduce((sum, look) => sum + each(look), 0) / looks.length
  const [x, y] = [mean(({ minutes }) => minutes), mean(({ backend }) => backend)]
  const spread = mean(({ minutes }) => (minutes - x) ** 2)
  return spread === 0 ? 0 : (mean(({ minutes, backend }) => (minutes - x) * (backend - y)) / spread) * 60
}
