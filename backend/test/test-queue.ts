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
  /** Of the tables' owner. */
  owner: Database
  outbox: Outbox
  /** Notifies workers of all jobs that are put; replaced by `clear`. */
  readonly notifier: JobNotifier
  /** What a process elsewhere needs in order to take part. */
  access: QueueAccess
  put: (...work: OutboxEntry[]) => Promise<void>
  /** The equivalent of a running worker process with its own connections; `notifier` may have broken ones. */
  host: (workers: JobWorker[], notifier?: JobNotifier) => WorkerHost
  /** Stops what was started, and leaves no job, effect or ring behind for the next test. */
  clear: () => Promise<void>
  /** Loses everything that the queue holds. */
  empty: () => Promise<void>
  /** Breaks every connection to the queue. */
  cut: () => Promise<void>
  /** What jobs left, by subject. */
  effects: () => Promise<{ subject: string; attempt: number }[]>
  /** The subjects of the jobs that left something, in their order. */
  done: () => Promise<string[]>
  /** The rows that are neither done nor dead. */
  open: () => Promise<number>
  /** Stops what was started and removes the database. */
  close: () => Promise<void>
}

/** The addresses that `npm run test:redis` gives; none elsewhere. */
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
      await owner.rows({ text: 'truncate outbox, effects, daily_runs' })
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

/** The jobs of these tests use nothing but the database and, where they seal something, the keys. */
export function toolsOf(database: Database, keys = new AccountKeys(Buffer.alloc(32, 7))): JobContext {
  return { database, reading: { keys } } as JobContext
}

/** Runs the job of a subject now, as a worker does that claims it; whoever claimed it before counts as dead. */
export async function runOne(worker: JobWorker, subject: string, tools: JobContext): Promise<JobResult> {
  const outbox = new Outbox(tools.database)
  const text = `update outbox set due_at = '-infinity' where kind = $1 and subject = $2 and failed_at is null returning id`
  const rows = await tools.database.rows({ text }, [worker.kind, subject])
  const [claim] = rows.length === 0 ? [] : await outbox.claim(worker.kind, 1)
  if (claim && claim.subject !== subject) throw new Error(`${claim.subject} was claimed in the place of ${subject}`)
  return claim ? runJob(worker, claim, outbox, tools, new AbortController().signal) : { how: 'done' }
}

/** So many subjects, in their order. */
export function subjects(count: number): string[] {
  return Array.from({ length: count }, () => newId()).sort()
}

/** An entry for each subject. */
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

/** Commits one row as the effect of a job, together with its end. */
export function leaveEffect(job: Job, kind: string): Promise<void> {
  return job.complete(
    async (client) => void (await client.query('insert into effects values ($1, $2, $3)', [kind, job.subject, job.attempt])),
  )
}

/** Waits until something is so, at most so many milliseconds. Throws when it never is. */
export async function until(so: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await so())) {
    if (Date.now() > deadline) throw new Error(`It was not so within ${withinMs} ms: ${so.toString()}`)
    await pause(20)
  }
}

async function emptyPostgres(database: Database): Promise<void> {
  const text = `select tablename as name from pg_tables where schemaname = 'bullmq' and tablename <> 'migration'`
  const tables = await database.rows<{ name: string }>({ text })
  const truncate = { text: `truncate ${tables.map(({ name }) => `bullmq.${name}`).join(', ')}` }
  // The queue is at work, so either of the two may be the one that gives way.
  while ((await database.rows(truncate).catch(deadlocked)) === 'deadlocked');
}

function deadlocked(error: unknown): 'deadlocked' {
  if (error instanceof DatabaseError && error.code === '40P01') return 'deadlocked'
  throw error
}

/** Asks each Redis by itself, as no client of a cluster does. */
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
