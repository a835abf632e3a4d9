import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendFactory,
  type IQueueBackend,
  type PostgresConnectionOptions,
  type Processor,
  type Queue,
  type Worker,
  type WorkerOptions,
} from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { logFacts } from '../platform/http/failures.js'
import { QUEUE_SCHEMA } from './migrate-queue.js'

/** What a queued job carries: ids only. One entry for many subjects has them all in `subjects`. */
export interface Queued {
  subject: string
  subjects?: readonly string[]
}

/** How BullMQ is reached. */
export interface QueueAccess {
  /** A direct connection to Postgres, never a transaction pooler: workers LISTEN on it. */
  directUrl: string
  /** Null: BullMQ lives in Postgres. */
  redisUrl: string | null
  /** Keeps apart what several databases have in one Redis; on Postgres the database itself does. */
  prefix: string
  /** The most connections to Postgres; each worker holds one for as long as it lives. */
  connections: number
}

type OwnWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>

interface Backend {
  queue: (name: string) => Queue<Queued>
  worker: (name: string, processor: Processor<Queued>, options: OwnWorkerOptions) => Worker<Queued>
  ping: () => Promise<unknown>
  close: () => Promise<unknown>
}

const ANSWER_MS = 2_000
/**
 * A network that swallows what is sent says nothing, so nothing is waited for longer than this: neither a statement, nor
 * a connection, nor a free one of the pool. What was asked is asked again on another connection.
 */
const SILENT_MS = 5_000
/** How often a connection that only listens is asked whether it still speaks. */
const LISTENER_ASKED_EVERY_MS = 3_000
/** How long a worker rests after the queue was out of reach; so it is back that soon after the queue is. */
const WORKER_RESTS_MS = 1_000
/** The name of retrying with the delays that the worker decides on. */
export const RETRY = { type: 'prumo' }

/**
 * Failing is counted and ended by the outbox, which outlives the queue; so the queue itself tries for ever and keeps
 * nothing of what is over.
 */
export const queuedOptions = { attempts: 1_000_000, backoff: RETRY, removeOnComplete: true, removeOnFail: true, stackTraceLimit: 1 }

/** BullMQ, on Postgres or Redis: one queue a kind of job, so that no kind waits behind another. */
export class Queues implements OnApplicationShutdown {
  readonly #logger = new Logger('queue')
  readonly #backend: Backend
  readonly #queues = new Map<string, Promise<Queue<Queued>>>()
  #silentUntil = 0

  constructor(access: QueueAccess) {
    this.#backend = access.redisUrl === null ? postgresBackend(access, this.complain) : redisBackend(access.redisUrl, access.prefix, this.complain)
  }

  /** Adds entries for many subjects each. Where a subject comes twice, the second run finds nothing left to be done. */
  async addTogether(kind: string, subjects: readonly string[], together: number): Promise<void> {
    const queue = await this.queue(kind)
    const entries = Array.from({ length: Math.ceil(subjects.length / together) }, (_, at) => subjects.slice(at * together, (at + 1) * together))
    // They are few, and adding in bulk makes and drops two temporary tables a call, which takes Postgres ten times as long.
    await Promise.all(entries.map((each) => queue.add(kind, { subject: '', subjects: each }, { ...queuedOptions, jobId: randomUUID() })))
  }

  /**
   * Adds a job for each subject. While one of the same kind and subject waits it stands for both; while one runs, the
   * last is kept.
   * @returns how many there are of which the queue had none
   */
  async add(kind: string, subjects: readonly string[]): Promise<number> {
    const queue = await this.queue(kind)
    // Ids of the queue's own making begin again when it is emptied, and a job whose id was there before vanishes.
    const jobs = subjects.map((subject) => ({
      name: kind,
      data: { subject },
      opts: { ...queuedOptions, jobId: randomUUID(), deduplication: { id: subject, keepLastIfActive: true } },
    }))
    const added = await queue.addBulk(jobs)
    // One that stands for another is answered in its place.
    return added.filter(({ id }, index) => id === jobs[index]?.opts.jobId).length
  }

  /** The queue of a kind. Rejects while the backend does not answer. */
  queue(kind: string): Promise<Queue<Queued>> {
    const known = this.#queues.get(kind)
    if (known) return known
    const opening = this.#open(kind)
    this.#queues.set(kind, opening)
    // One that could not be opened stays broken for ever, so the next call makes another.
    opening.catch(() => this.#queues.delete(kind))
    return opening
  }

  /** Starts taking jobs of a kind; the worker is to be closed by whoever asked for it. */
  async work(kind: string, processor: Processor<Queued>, options: OwnWorkerOptions): Promise<Worker<Queued>> {
    const worker = this.#backend.worker(kind, processor, { runRetryDelay: WORKER_RESTS_MS, ...options })
    worker.on('error', this.complain)
    await worker.waitUntilReady()
    return worker
  }

  /** Whether the backend answers within two seconds. */
  async answers(): Promise<boolean> {
    const ping = this.#backend.ping().then(
      () => true,
      () => false,
    )
    const tooLong = new AbortController()
    try {
      return await Promise.race([ping, pause(ANSWER_MS, false, { signal: tooLong.signal })])
    } finally {
      tooLong.abort()
    }
  }

  async onApplicationShutdown(): Promise<void> {
    const opened = await Promise.allSettled(this.#queues.values())
    for (const each of opened) if (each.status === 'fulfilled') await each.value.close()
    await this.#backend.close()
  }

  async #open(kind: string): Promise<Queue<Queued>> {
    const queue = this.#backend.queue(kind)
    queue.on('error', this.complain)
    try {
      await queue.waitUntilReady()
      return queue
    } catch (failure) {
      await queue.close().catch(() => undefined)
      throw failure
    }
  }

  /** Tells of a connection's trouble, at most once in ten seconds: a lost backend is complained of many times a second. */
  readonly complain = (failure: Error): void => {
    if (Date.now() < this.#silentUntil) return
    this.#silentUntil = Date.now() + 10_000
    this.#logger.warn(logFacts(failure), 'The queue has trouble with its connection')
  }
}

type Complain = (failure: Error) => void

function postgresBackend({ directUrl, connections }: QueueAccess, complain: Complain): Backend {
  const pool = new pg.Pool({
    connectionString: directUrl,
    max: connections,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'prumo-queue',
    connectionTimeoutMillis: SILENT_MS,
    query_timeout: SILENT_MS,
    statement_timeout: SILENT_MS,
    keepAlive: true,
  })
  // Each queue and worker listens on the pool it shares.
  pool.setMaxListeners(0).on('error', complain)
  const asking = askListeners(pool)
  return {
    ...classesOn(createPostgresBackend, pool as unknown as PostgresConnectionOptions, {}),
    ping: () => pool.query('select 1 from migration limit 1'),
    close: () => {
      clearInterval(asking)
      return pool.end()
    },
  }
}

/**
 * Each worker holds a connection to listen on, which says nothing while nothing happens: one that fell silent would not
 * be missed, and the worker would sleep on. So what is held for long is asked, and told to be broken when it does not
 * answer; whoever held it then takes another.
 */
function askListeners(pool: pg.Pool): NodeJS.Timeout {
  const held = new Map<pg.PoolClient, 'new' | 'heard' | 'asked'>()
  pool.on('acquire', (client) => held.set(client, 'new'))
  pool.on('release', (_failure, client) => held.delete(client))
  const ask = async (client: pg.PoolClient) => {
    held.set(client, 'asked')
    try {
      await client.query('select 1')
      if (held.has(client)) held.set(client, 'heard')
    } catch (failure) {
      if (held.has(client) && client.listenerCount('error') > 0) client.emit('error', failure)
    }
  }
  const look = () => {
    for (const [client, state] of held) {
      if (state === 'new') held.set(client, 'heard')
      else if (state === 'heard') void ask(client)
    }
  }
  return setInterval(look, LISTENER_ASKED_EVERY_MS).unref()
}

function redisBackend(redisUrl: string, prefix: string, complain: Complain): Backend {
  // A request must not wait for a Redis that is away; workers do, on connections of their own.
  const shared = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: SILENT_MS, commandTimeout: SILENT_MS })
  shared.setMaxListeners(0).on('error', complain)
  const queues = classesOn(createRedisBackend, shared, { prefix })
  const workers = classesOn(createRedisBackend, { url: redisUrl, maxRetriesPerRequest: null }, { prefix })
  return {
    queue: queues.queue,
    worker: workers.worker,
    ping: () => shared.ping(),
    close: async () => shared.disconnect(),
  }
}

/** The constructors of a backend on a connection, without their types, which nothing beyond here needs. */
function classesOn<B extends IQueueBackend, C>(factory: BackendFactory<B, C>, connection: C, options: { prefix?: string }): Pick<Backend, 'queue' | 'worker'> {
  const classes = withBackend(factory)
  return {
    // Nobody reads its stream of events.
    queue: (name) => new classes.Queue(name, { connection, ...options, streams: { events: { maxLen: 100 } } }) as unknown as Queue<Queued>,
    worker: (name, processor, own) => new classes.Worker(name, processor as never, { connection, ...options, ...own }) as unknown as Worker<Queued>,
  }
}
