import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import { ErrorCode, type Queue, type Worker } from 'bullmq'
import { logFacts } from '../platform/http/failures.js'
import { outboxWritten } from './outbox.js'
import { openQueueBackend, SILENCE_TIMEOUT_MS, type QueueAccess, type QueueBackend } from './queue-backend.js'

const ANSWER_MS = 2_000
/** Notifications are rounded up to multiples of this, so that one serves a burst of commits. */
const NOTIFY_EVERY_MS = 50
/** The same for delayed notifications. */
const DELAYED_EVERY_MS = 500

/** Five seconds past midnight, so that a slightly slow clock has the new date too. */
const EVERY_DAY = { pattern: '5 0 0 * * *', tz: TIME_ZONE }
const NEW_DAY = 'day-begins'
const REMOVE_WHEN_DONE = { removeOnComplete: true, removeOnFail: true }

/**
 * Notifies workers of queued work and of each new day, by BullMQ on Postgres or Redis. The outbox alone holds the work: any
 * notification may be lost, and the next sweep finds its work.
 */
export class JobNotifier implements OnApplicationShutdown {
  readonly #logger = new Logger('queue')
  readonly #backend: QueueBackend
  #queue: Promise<Queue<object>> | null = null
  #worker: Worker<object> | null = null
  /** Scheduled notifications by kind and time. */
  readonly #scheduled = new Set<string>()
  readonly #unsubscribe: () => void
  #silentUntil = 0
  #closed = false

  constructor(access: QueueAccess) {
    this.#backend = openQueueBackend(access, this.logConnectionError)
    this.#unsubscribe = outboxWritten.subscribe((rows) => rows.forEach(({ kind, batchDelayMs }) => this.notify(kind, batchDelayMs)))
  }

  /**
   * Notifies a kind soon, or after a delay in milliseconds; returns immediately. The delay is a local timer, because BullMQ
   * uses the process's wall clock: with a wrong one a notification could be delayed by a year.
   */
  notify(kind: string, delayMs = 0): void {
    const every = delayMs > 0 ? DELAYED_EVERY_MS : NOTIFY_EVERY_MS
    const at = Math.ceil((performance.now() + delayMs) / every) * every
    const scheduled = `${kind} ${at}`
    if (this.#scheduled.has(scheduled)) return
    this.#scheduled.add(scheduled)
    setTimeout(() => void this.#add(kind).finally(() => this.#scheduled.delete(scheduled)), at - performance.now()).unref()
  }

  /**
   * Calls `work` for each notification with its kind, and `begin` for each new day. Call it again every minute: a new worker
   * replaces the previous one, whose connection may be dead.
   */
  subscribe(work: (kind: string) => void, begin: () => Promise<void>): void {
    void this.unsubscribe()
    const worker = this.#backend.worker(async (job) => {
      if (job.name === NEW_DAY) return begin()
      // Later work needs a notification of its own: this run may have claimed already.
      await job.removeDeduplicationKey()
      work(job.name)
    })
    this.#worker = worker.on('error', this.logConnectionError)
    // A worker whose first connection fails retries without a pause, so it runs only once it is ready.
    const running = worker.waitUntilReady().then(() => worker.run())
    running.catch(this.logConnectionError)
  }

  /** Schedules the daily notification, once for all workers. Rejects while the queue is unavailable. */
  async ensureSchedule(): Promise<void> {
    const queue = await this.queue()
    if (await queue.getJobScheduler(NEW_DAY)) return
    await queue.upsertJobScheduler(NEW_DAY, EVERY_DAY, { name: NEW_DAY, data: {}, opts: REMOVE_WHEN_DONE }).catch(ignoreCollision)
  }

  /** BullMQ's queue of notifications. Rejects while the backend does not answer. */
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

  /** Ends the subscription. */
  async unsubscribe(): Promise<void> {
    const worker = this.#worker
    // A worker closed before it is ready would leak its connection.
    if (worker) await withTimeout(SILENCE_TIMEOUT_MS, worker.waitUntilReady()).catch(() => undefined)
    // A worker waiting for a silent Redis is abandoned.
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
      await (await this.queue()).add(kind, {}, { ...REMOVE_WHEN_DONE, deduplication: { id: kind } })
    } catch (failure) {
      this.logConnectionError(failure as Error)
    }
  }

  /** Closes a queue that is not ready in time, because it would stay broken or wait indefinitely. */
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

  /** Logs a failure of the backend at most once in ten seconds, because a lost connection fails many times a second. */
  readonly logConnectionError = (failure: Error): void => {
    if (performance.now() < this.#silentUntil) return
    this.#silentUntil = performance.now() + 10_000
    this.#logger.warn(logFacts(failure), 'The queue has trouble with its connection')
  }
}

/** Rejects when the answer takes longer than `ms`. */
function withTimeout<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const silence = pause(ms, undefined, { ref: false }).then(() => Promise.reject(new Error('The queue does not answer')))
  return Promise.race([answer, silence])
}

/** Ignore a collision: another worker created the same schedule. */
function ignoreCollision(failure: Error & { code?: unknown }): void {
  if (failure.code !== ErrorCode.SchedulerJobIdCollision) throw failure
}
