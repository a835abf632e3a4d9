import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { DatabaseError } from 'pg'
import { v7 as newId } from 'uuid'
import { createTestDatabase } from './test-database.js'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { redisAddresses } from '@prumo/backend/platform/config/redis-addresses'
import type { Database } from '@prumo/backend/platform/database/database'
import { runJob, type JobResult } from '@prumo/backend/jobs/job-run'
import type { Job, JobWorker, JobContext } from '@prumo/backend/jobs/job-worker'
import { Outbox, outboxInsert, outboxValues, outboxWritten, type OutboxEntry } from '@prumo/backend/jobs/outbox'
import type { QueueAccess } from '@prumo/backend/jobs/queue-backend'
import { JobNotifier } from '@prumo/backend/jobs/job-notifier'
import { WorkerHost } from '@prumo/backend/jobs/worker-host'

/** Workers over a database of the test file's own; the queue is in that database too, or in the Redis of `npm run test:redis`. */
export interface TestQueue {
  database: Database
  /** As the tables' owner. */
  owner: Database
  outbox: Outbox
  /** Notifies the workers of every enqueued job; replaced by `clear`. */
  readonly notifier: JobNotifier
  /** What another process needs in order to use the same queue. */
  access: QueueAccess
  put: (...work: OutboxEntry[]) => Promise<void>
  /** The host of a worker process, with connections of its own. @param notifier a notifier to use instead of the usual one */
  host: (workers: JobWorker[], notifier?: JobNotifier) => WorkerHost
  /** Stops what was started, and removes jobs, effects and notifications before the next test. */
  clear: () => Promise<void>
  /** Deletes everything in the queue. */
  empty: () => Promise<void>
  /** Breaks every connection to the queue. */
  cut: () => Promise<void>
  /** The effects of jobs, by subject. */
  effects: () => Promise<{ subject: string; attempt: number }[]>
  /** The subjects of the jobs that left an effect, in order. */
  done: () => Promise<string[]>
  /** The number of jobs that are neither done nor dead letters. */
  open: () => Promise<number>
  /** Stops what was started and drops the database. */
  close: () => Promise<void>
}

/** The addresses that `npm run test:redis` sets; otherwise none. */
const GIVEN = redisAddresses(process.env.PRUMO_TEST_REDIS ?? '').filter(Boolean)

export async function openTestQueue(redisUrls: readonly string[] = GIVEN, ownPrefix?: string): Promise<TestQueue> {
  const { database, owner, url, drop } = await createTestDatabase()
  const prefix = ownPrefix ?? `{test-${new URL(url).pathname.slice(1)}}`
  const access = { directUrl: url, redisUrls, prefix }
  const outbox = new Outbox(database)
  let notifier = new JobNotifier(access)
  let started: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(started.map((each) => each()))
    started = []
    await notifier.onApplicationShutdown()
  }
  const empty = () => (redisUrls.length === 0 ? emptyPostgres(owner) : onEachRedis(redisUrls, (redis) => emptyRedis(redis, access.prefix)))
  await owner.rows({ text: 'create table effects (kind text, subject text, attempt integer)' })
  const effects = () =>
    database.rows<{ subject: string; attempt: number }>({ text: 'select subject, attempt from effects order by subject' })
  return {
    database,
    owner,
    effects,
    done: async () => (await effects()).map(({ subject }) => subject),
    outbox,
    get notifier() {
      return notifier
    },
    access,
    async put(...work) {
      for (const entry of work) await database.rows({ text: outboxInsert(entry.batchDelayMs ?? 0) }, outboxValues(entry))
      outboxWritten.publish(work)
    },
    host(workers, own = new JobNotifier(access)) {
      const host = new WorkerHost(own, outbox, workers, toolsOf(database))
      started.push(async () => {
        await host.onModuleDestroy()
        await own.onApplicationShutdown()
      })
      host.onApplicationBootstrap()
      return host
    },
    async clear() {
      await stop()
      await empty()
      await owner.rows({ text: 'truncate outbox, effects, daily_runs, hourly_runs' })
      notifier = new JobNotifier(access)
    },
    empty,
    cut: () => (redisUrls.length === 0 ? cutPostgres(owner) : onEachRedis(redisUrls, cutRedis)),
    open: async () => (await database.rows({ text: 'select 1 from outbox where failed_at is null' })).length,
    async close() {
      await stop()
      await drop()
    },
  }
}

/** The jobs of these tests use only the database and, where they seal something, the keys. */
export function toolsOf(database: Database, keys = new AccountKeys(Buffer.alloc(32, 7))): JobContext {
  return { database, reading: { keys } } as JobContext
}

/** Runs the job of a subject now, like a worker that claims it. An earlier claim is taken over. */
export async function runOne(worker: JobWorker, subject: string, tools: JobContext): Promise<JobResult> {
  const outbox = new Outbox(tools.database)
  const text = `update outbox set due_at = '-infinity' where kind = $1 and subject = $2 and failed_at is null returning id`
  const rows = await tools.database.rows({ text }, [worker.kind, subject])
  const [claim] = rows.length === 0 ? [] : await outbox.claim(worker.kind, 1)
  if (claim && claim.subject !== subject) throw new Error(`${claim.subject} was claimed in the place of ${subject}`)
  return claim ? runJob(worker, claim, outbox, tools, new AbortController().signal) : { how: 'done' }
}

/** So many subjects, in order. */
export function subjects(count: number): string[] {
  return Array.from({ length: count }, () => newId()).sort()
}

/** An outbox entry for each subject. */
export function entries(all: readonly string[], kind = 'work'): OutboxEntry[] {
  return all.map((subject) => ({ kind, subject }))
}

/** A kind of job that leaves one effect, after so many milliseconds. */
export function working(ms = 0, changes: Partial<JobWorker> = {}): JobWorker {
  return {
    kind: 'work',
    backoffMs: 20,
    async run(job) {
      if (ms > 0) await pause(ms, undefined, { signal: job.signal }).catch(() => job.signal.throwIfAborted())
      await leaveEffect(job, 'work')
    },
    ...changes,
  }
}

/** Commits one row as the effect of a job, together with the job's end. */
export function leaveEffect(job: Job, kind: string): Promise<void> {
  return job.complete(
    async (client) => void (await client.query('insert into effects values ($1, $2, $3)', [kind, job.subject, job.attempt])),
  )
}

/** Waits until the condition holds. Throws when it does not within so many milliseconds. */
export async function until(isMet: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isMet())) {
    if (Date.now() > deadline) throw new Error(`It was not so within ${withinMs} ms: ${isMet.toString()}`)
    await pause(20)
  }
}

async function emptyPostgres(database: Database): Promise<void> {
  const text = `select tablename as name from pg_tables where schemaname = 'bullmq' and tablename <> 'migration'`
  const tables = await database.rows<{ name: string }>({ text })
  const truncate = { text: `truncate ${tables.map(({ name }) => `bullmq.${name}`).join(', ')}` }
  // The queue is in use, so either side may be the victim of a deadlock.
  while ((await database.rows(truncate).catch(deadlocked)) === 'deadlocked');
}

function deadlocked(error: unknown): 'deadlocked' {
  if (error instanceof DatabaseError && error.code === '40P01') return 'deadlocked'
  throw error
}

/** Sends commands to each Redis directly, past the cluster client. */
async function onEachRedis(urls: readonly string[], ask: (redis: Redis) => Promise<unknown>): Promise<void> {
  for (const url of urls) {
    const redis = new Redis(url)
    await ask(redis)
    redis.disconnect()
  }
}

async function emptyRedis(redis: Redis, prefix: string): Promise<void> {
  for await (const found of redis.scanStream({ match: `${prefix}*`, count: 1000 })) {
    const keys = found as string[]
    if (keys.length > 0) await redis.unlink(...keys)
  }
}

async function cutPostgres(database: Database): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'prumo'`
  await database.rows({ text })
}

function cutRedis(redis: Redis): Promise<unknown> {
  return redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
}
