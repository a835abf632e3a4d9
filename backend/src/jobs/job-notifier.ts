import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import { ErrorCode, type Queue, type Worker } from 'bullmq'
import { logFacts } from '../platform/http/failures.js'
import { outboxWritten } from './outbox.js'
import { openQueueBackend, SILENCE_TIMEOUT_MS, type QueueAccess, type QueueBackend } from './queue-backend.js'

const ANSWER_MS = 2_000
/** Commits come in bursts; rings come at multiples of this, so that one serves many of them. */
const NOTIFY_EVERY_MS = 50
/** The same of rings for later. */
const DELAYED_EVERY_MS = 500

/** Five seconds past midnight, so that a clock a little behind has the new date too. */
const EVERY_DAY = { pattern: '5 0 0 * * *', tz: TIME_ZONE }
const DAY_BEGINS = 'day-begins'
const KEEPS_NOTHING = { removeOnComplete: true, removeOnFail: true }

/**
 * Tells workers, by BullMQ on Postgres or Redis, that there is work of a kind, and each day that it begins. What the work
 * is says the outbox alone: any ring may be lost, and workers find its work at their next sweep.
 */
export class JobNotifier implements OnApplicationShutdown {
  readonly #logger = new Logger('queue')
  readonly #backend: QueueBackend
  #queue: Promise<Queue<object>> | null = null
  #worker: Worker<object> | null = null
  /** For which kinds it rings, and when. */
  readonly #scheduled = new Set<string>()
  readonly #unsubscribe: () => void
  #silentUntil = 0
  #closed = false

  constructor(access: QueueAccess) {
    this.#backend = openQueueBackend(access, this.logConnectionError)
    this.#unsubscribe = outboxWritten.subscribe((rows) => rows.forEach(({ kind, batchDelayMs }) => this.notify(kind, batchDelayMs)))
  }

  /**
   * Rings for a kind soon, or in so many milliseconds; returns before it did. It waits here and not in BullMQ, which goes by
   * the clock of the process: a ring of a wrong one would lie there for a year.
   */
  notify(kind: string, delayMs = 0): void {
    const every = delayMs > 0 ? DELAYED_EVERY_MS : NOTIFY_EVERY_MS
    const at = Math.ceil((performance.now() + delayMs) / every) * every
    const rung = `${kind} ${at}`
    if (this.#scheduled.has(rung)) return
    this.#scheduled.add(rung)
    setTimeout(() => void this.#add(kind).finally(() => this.#scheduled.delete(rung)), at - performance.now()).unref()
  }

  /**
   * Calls `work` at each ring with its kind, and `begin` when a day begins. Whoever listens calls it again every minute: a
   * new worker takes the place of the one before, whose connection may have fallen silent, or was never there.
   */
  subscribe(work: (kind: string) => void, begin: () => Promise<void>): void {
    void this.unsubscribe()
    const worker = this.#backend.worker(async (job) => {
      if (job.name === DAY_BEGINS) return begin()
      // What is written from now on needs a ring of its own: this run may already have claimed.
      await job.removeDeduplicationKey()
      work(job.name)
    })
    this.#worker = worker.on('error', this.logConnectionError)
    // A worker whose first connection fails retries without a pause, so it runs only once it is ready.
    const running = worker.waitUntilReady().then(() => worker.run())
    running.catch(this.logConnectionError)
  }

  /** Has a day's beginning rung, once for all workers. Rejects while the queue is away. */
  async ensureSchedule(): Promise<void> {
    const queue = await this.queue()
    if (await queue.getJobScheduler(DAY_BEGINS)) return
    await queue.upsertJobScheduler(DAY_BEGINS, EVERY_DAY, { name: DAY_BEGINS, data: {}, opts: KEEPS_NOTHING }).catch(ignoreCollision)
  }

  /** The queue of rings. Rejects while the backend does not answer. */
  queue(): Promise<Queue<object>> {
    this.#queue ??= this.#open().catch((failure) => {
      this.#queue = null
      throw failure
    })
    return this.#queue
  }

  /** Whether the backend answers within two seconds. */
  isReachable(): Promise<boolean> {
    return withTimeout(ANSWER_MS, this.#backend.ping()).then(
      () => true,
      () => false,
    )
  }

  /** Listens no more. */
  async unsubscribe(): Promise<void> {
    const worker = this.#worker
    // One that is closed before it is ready would keep its connection.
    if (worker) await withTimeout(SILENCE_TIMEOUT_MS, worker.waitUntilReady()).catch(() => undefined)
    // One that waits for a Redis that fell silent is left to itself.
    if (worker) await withTimeout(SILENCE_TIMEOUT_MS, worker.close()).catch(() => undefined)
  }

  async onApplicationShutdown(): Promise<void> {
    this.#closed = true
    this.#unsubscribe()
    const queue = await this.#queue?.catch(() => null)
    await queue?.close()
    await this.#backend.close()
  }

  async #add(kind: string): Promise<void> {
    if (this.#closed) return
    try {
      await (await this.queue()).add(kind, {}, { ...KEEPS_NOTHING, deduplication: { id: kind } })
    } catch (failure) {
      this.logConnectionError(failure as Error)
    }
  }

  /** What cannot be used in time is closed, because it would stay broken for ever, or wait for ever. */
  async #open(): Promise<Queue<object>> {
    const queue = this.#backend.queue().on('error', this.logConnectionError)
    try {
      await withTimeout(SILENCE_TIMEOUT_MS, queue.waitUntilReady())
      return queue
    } catch (failure) {
      await queue.close().catch(() => undefined)
      throw failure
    }
  }

  /** Logs a failure of the backend, at most one in ten seconds: a lost one fails many times a second. */
  readonly logConnectionError = (failure: Error): void => {
    if (performance.now() < this.#silentUntil) return
    this.#silentUntil = performance.now() + 10_000
    this.#logger.warn(logFacts(failure), 'The queue has trouble with its connection')
  }
}

/** Rejects what takes longer than so many milliseconds. */
function withTimeout<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const silence = pause(ms, undefined, { ref: false }).then(() => Promise.reject(new Error('The queue does not answer')))
  return Promise.race([answer, silence])
}

/** Of workers that make a schedule at the same moment, one is refused because the next job is there: the other's is as good. */
function ignoreCollision(failure: Error & { code?: unknown }): void {
  if (failure.code !== ErrorCode.SchedulerJobIdCollision) throw failure
}
