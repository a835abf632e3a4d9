import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import {
  createPostgresBackend,
  createRedisBackend,
  ErrorCode,
  withBackend,
  type Processor,
  type Queue,
  type QueueBase,
  type Worker,
  type WorkerOptions,
} from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { logFacts } from '../platform/http/failures.js'
import { askHeld } from './ask-held.js'
import { QUEUE_SCHEMA } from './migrate-queue.js'
import { outboxWritten } from './outbox.js'

/** How BullMQ is reached. */
export interface QueueAccess {
  /** A direct connection to Postgres, never a transaction pooler: workers LISTEN on it. */
  directUrl: string
  /** Null: BullMQ lives in Postgres. */
  redisUrl: string | null
  /** Keeps apart what several databases have in one Redis; on Postgres the database itself does. */
  prefix: string
  /** The most connections to Postgres; each kind that is listened for holds one. */
  connections: number
}

type RingQueue = Queue<object>
type RingWorker = Worker<object>

interface Backend {
  queue: (name: string) => RingQueue
  worker: (name: string, heard: Processor<object>, options: Omit<WorkerOptions, 'connection' | 'prefix'>) => RingWorker
  ping: () => Promise<unknown>
  close: () => Promise<unknown>
}

const ANSWER_MS = 2_000
/**
 * A network that swallows what is sent says nothing, so nothing is waited for longer than this: neither a statement, nor
 * a connection, nor a free one of the pool. What was asked is asked again on another connection.
 */
const SILENT_MS = 5_000
/** How long a worker rests after the queue was out of reach; so it is back that soon after the queue is. */
const RESTS_MS = 1_000
/** Commits come in bursts; rings come at multiples of this, so that one serves many of them. */
const GATHER_MS = 50
/** The same of rings for later. */
const LATER_MS = 200

/** Five seconds past midnight, so that a clock a little behind has the new date too. */
const EVERY_DAY = { pattern: '5 0 0 * * *', tz: TIME_ZONE }
const DAY_BEGINS = 'day-begins'
/** Nobody reads a queue's stream of events. */
const UNHEARD = { streams: { events: { maxLen: 100 } } }
const KEEPS_NOTHING = { removeOnComplete: true, removeOnFail: true }

/**
 * Tells workers, by BullMQ on Postgres or Redis, that there is work of a kind, and each day that it begins. What the work
 * is says the outbox alone: any ring may be lost, and workers find its work at their next sweep.
 */
export class Rings implements OnApplicationShutdown {
  readonly #logger = new Logger('queue')
  readonly #backend: Backend
  readonly #queues = new Map<string, Promise<RingQueue>>()
  readonly #workers: RingWorker[] = []
  /** For which kinds it rings, and when. */
  readonly #rung = new Set<string>()
  readonly #deafen: () => void
  #silentUntil = 0
  #closed = false

  constructor(access: QueueAccess) {
    this.#backend = access.redisUrl === null ? postgresBackend(access, this.complain) : redisBackend(access.redisUrl, access.prefix, this.complain)
    this.#deafen = outboxWritten.hear((rows) => rows.forEach(({ kind, gatherMs }) => this.ring(kind, gatherMs)))
  }

  /**
   * Rings for a kind soon, or in so many milliseconds; returns before it did. It waits here and not in BullMQ, which goes by
   * the clock of the process: a ring of a wrong one would lie there for a year.
   */
  ring(kind: string, delayMs = 0): void {
    const every = delayMs > 0 ? LATER_MS : GATHER_MS
    const at = Math.ceil((performance.now() + delayMs) / every) * every
    const rung = `${kind} ${at}`
    if (this.#rung.has(rung)) return
    this.#rung.add(rung)
    setTimeout(() => void this.#add(kind).finally(() => this.#rung.delete(rung)), at - performance.now()).unref()
  }

  /** Calls `work` at each ring for a kind, and `begin` when a day begins. While the queue is away it goes on trying. */
  listen(kind: string, concurrency: number, work: () => Promise<void>, begin: () => Promise<void>): void {
    const heard: Processor<object> = async (job) => {
      if (job.name === DAY_BEGINS) return begin()
      // What is written from now on needs a ring of its own: this run may have looked already.
      await job.removeDeduplicationKey()
      await work()
    }
    void this.#listen(kind, concurrency, heard)
  }

  /** Has a day's beginning rung for a kind, once for all workers. Rejects while the queue is away. */
  async keepSchedule(kind: string): Promise<void> {
    const queue = await this.queue(kind)
    if (await queue.getJobScheduler(DAY_BEGINS)) return
    await queue.upsertJobScheduler(DAY_BEGINS, EVERY_DAY, { name: DAY_BEGINS, data: {}, opts: KEEPS_NOTHING }).catch(unlessMadeElsewhere)
  }

  /** The queue of a kind's rings. Rejects while the backend does not answer. */
  queue(kind: string): Promise<RingQueue> {
    const known = this.#queues.get(kind)
    if (known) return known
    const opening = this.#ready(this.#backend.queue(ringsFor(kind)))
    this.#queues.set(kind, opening)
    opening.catch(() => this.#queues.delete(kind))
    return opening
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

  /** Listens no more, and waits for what was heard to be done. */
  async stopListening(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  async onApplicationShutdown(): Promise<void> {
    this.#closed = true
    this.#deafen()
    const opened = await Promise.allSettled(this.#queues.values())
    for (const each of opened) if (each.status === 'fulfilled') await each.value.close()
    await this.#backend.close()
  }

  async #add(kind: string): Promise<void> {
    if (this.#closed) return
    try {
      await (await this.queue(kind)).add('work', {}, { ...KEEPS_NOTHING, deduplication: { id: 'work' } })
    } catch (failure) {
      this.complain(failure as Error)
    }
  }

  async #listen(kind: string, concurrency: number, heard: Processor<object>): Promise<void> {
    while (!this.#closed) {
      try {
        const worker = await this.#ready(this.#backend.worker(ringsFor(kind), heard, { concurrency, runRetryDelay: RESTS_MS, autorun: false }))
        this.#workers.push(worker)
        return await (this.#closed ? worker.close() : worker.run())
      } catch (failure) {
        this.complain(failure as Error)
        await pause(RESTS_MS, undefined, { ref: false })
      }
    }
  }

  /** Waits until it can be used. What cannot be is closed, because it would stay broken for ever, or wait for ever. */
  async #ready<Opened extends Pick<QueueBase, 'on' | 'close' | 'waitUntilReady'>>(opened: Opened): Promise<Opened> {
    opened.on('error', this.complain)
    const silence = pause(SILENT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('The queue does not answer')))
    try {
      await Promise.race([opened.waitUntilReady(), silence])
      return opened
    } catch (failure) {
      await opened.close().catch(() => undefined)
      throw failure
    }
  }

  /** Tells of trouble, at most once in ten seconds: a lost backend is complained of many times a second. */
  readonly complain = (failure: Error): void => {
    if (Date.now() < this.#silentUntil) return
    this.#silentUntil = Date.now() + 10_000
    this.#logger.warn(logFacts(failure), 'The queue has trouble with its connection')
  }
}

/** The release before has jobs of its own under the bare name of a kind. */
function ringsFor(kind: string): string {
  return `rings-${kind}`
}

/** Of workers that make a schedule at the same moment, one is refused because the next job is there: the other's is as good. */
function unlessMadeElsewhere(failure: Error & { code?: unknown }): void {
  if (failure.code !== ErrorCode.SchedulerJobIdCollision) throw failure
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
  const stopAsking = askHeld(pool)
  const { Queue, Worker } = withBackend(createPostgresBackend)
  // Its types do not know the pool that it wants.
  const connection = pool as never
  return {
    queue: (name) => new Queue(name, { connection, ...UNHEARD }) as unknown as RingQueue,
    worker: (name, heard, own) => new Worker(name, heard as never, { connection, ...own }) as unknown as RingWorker,
    ping: () => pool.query('select 1 from migration limit 1'),
    close: () => {
      stopAsking()
      return pool.end()
    },
  }
}

function redisBackend(redisUrl: string, prefix: string, complain: Complain): Backend {
  // A request must not wait for a Redis that is away; workers do, on connections of their own.
  const shared = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectTimeout: SILENT_MS, commandTimeout: SILENT_MS })
  shared.setMaxListeners(0).on('error', complain)
  const { Queue, Worker } = withBackend(createRedisBackend)
  const connection = { url: redisUrl, maxRetriesPerRequest: null }
  return {
    queue: (name) => new Queue<object>(name, { connection: shared, prefix, ...UNHEARD }),
    worker: (name, heard, own) => new Worker<object>(name, heard, { connection, prefix, ...own }),
    ping: () => shared.ping(),
    close: async () => shared.disconnect(),
  }
}
