import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import type { Database } from '../platform/database/database.js'
import { logFacts } from '../platform/http/failures.js'
import { runJob, runBatch } from './job-run.js'
import type { JobWorker, JobContext } from './job-worker.js'
import { outboxWritten, type JobClaim, type Outbox } from './outbox.js'
import type { JobNotifier } from './job-notifier.js'

const CONCURRENCY = 4
/** Interval of the sweep for jobs without a notification. */
const SWEEP_MS = 5_000
/** A third of a lease. */
const EXTEND_MS = 5_000
const MAINTENANCE_MS = 60_000
/** Time for running jobs to finish on shutdown, before they are left to another process. */
const STOP_MS = 8_000

/** Claims and runs the jobs of every kind in this process, and enqueues the daily ones. */
export class WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('jobs')
  readonly #stopping = new AbortController()
  readonly #running: Map<JobWorker, Set<Promise<void>>>
  readonly #daily: readonly JobWorker[]
  readonly #hourly: readonly JobWorker[]
  readonly #timers: NodeJS.Timeout[] = []
  #isFailing = false

  constructor(
    private readonly notifier: JobNotifier,
    private readonly outbox: Outbox,
    private readonly workers: readonly JobWorker[],
    private readonly tools: JobContext,
  ) {
    this.#running = new Map(workers.map((worker) => [worker, new Set()]))
    this.#daily = workers.filter(({ daily }) => daily)
    this.#hourly = workers.filter(({ hourly }) => hourly)
    // Each running job may add a listener.
    setMaxListeners(0, this.#stopping.signal)
  }

  onApplicationBootstrap(): void {
    const sweep = (notifiedKind?: string) => {
      for (const worker of this.workers) if (notifiedKind === undefined || notifiedKind === worker.kind) this.#startDraining(worker)
    }
    const keep = () => {
      this.notifier.subscribe(sweep, () => this.#enqueueDailyJobs())
      void this.ensureDailyJobs()
      void this.ensureHourlyJobs()
    }
    this.#timers.push(setInterval(sweep, SWEEP_MS), setInterval(keep, MAINTENANCE_MS))
    keep()
    sweep()
  }

  /** Claims no more jobs, and waits a limited time for running ones. */
  async onModuleDestroy(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#stopping.abort(new Error('The process is ending'))
    const running = [...this.#running.values()].flatMap((each) => [...each])
    const closed = Promise.all([this.notifier.unsubscribe(), ...running]).then(() => true)
    const ended = await Promise.race([closed, pause(STOP_MS, false, { ref: false })])
    if (!ended) this.#logger.warn('Jobs were left unfinished; another worker takes them up')
  }

  /** Enqueues today's jobs if missing, and restores the schedule after a loss of the queue. Called every minute. */
  async ensureDailyJobs(): Promise<void> {
    if (this.#daily.length === 0) return
    try {
      await this.#enqueueDailyJobs()
      await this.notifier.ensureSchedule()
    } catch (failure) {
      this.#logger.warn(logFacts(failure), 'The daily work cannot be looked after; trying again in a minute')
    }
  }

  /** Enqueues this hour's jobs if missing. Called every minute. */
  async ensureHourlyJobs(): Promise<void> {
    try {
      for (const { kind } of this.#hourly) await enqueueHourly(this.tools.database, kind)
    } catch (failure) {
      this.#logger.warn(logFacts(failure), 'The hourly work cannot be looked after; trying again in a minute')
    }
  }

  async #enqueueDailyJobs(): Promise<void> {
    for (const { kind } of this.#daily) await enqueueDaily(this.tools.database, kind)
  }

  /** Drains the due jobs of a kind, unless its concurrency is reached. */
  #startDraining(worker: JobWorker): void {
    const running = this.#running.get(worker) as Set<Promise<void>>
    if (this.#stopping.signal.aborted || running.size >= (worker.concurrency ?? CONCURRENCY)) return
    const work = this.#drain(worker)
      .catch((failure) => this.#logOutage(failure))
      .finally(() => running.delete(work))
    running.add(work)
  }

  async #drain(worker: JobWorker): Promise<void> {
    const { kind, batch: { maxSize } = { maxSize: 1 } } = worker
    while (!this.#stopping.signal.aborted) {
      const claims = await this.outbox.claim(kind, maxSize)
      this.#isFailing = false
      if (claims.length === 0) return
      // There may be more for other workers.
      if (claims.length === maxSize) this.notifier.notify(kind)
      await this.#runClaims(worker, claims)
    }
  }

  async #runClaims(worker: JobWorker, claims: readonly JobClaim[]): Promise<void> {
    const extending = setInterval(() => void this.outbox.extend(claims).catch(() => undefined), EXTEND_MS)
    try {
      for (const claim of await runBatch(worker, claims, this.outbox, this.tools)) {
        const ended = await runJob(worker, claim, this.outbox, this.tools, this.#stopping.signal)
        if (!('failure' in ended)) continue
        if (ended.how === 'failed') this.notifier.notify(worker.kind, ended.retryMs)
        const { kind, subject, attempt } = claim
        const [level, how] = ended.how === 'dead' ? (['error', 'died'] as const) : (['warn', 'failed'] as const)
        this.#logger[level]({ ...logFacts(ended.failure), kind, subject, attempt }, `A job ${how}`)
      }
    } finally {
      clearInterval(extending)
    }
  }

  /** Logs an outage once, not on every sweep of every kind. */
  #logOutage(failure: unknown): void {
    if (!this.#isFailing) this.#logger.warn(logFacts(failure), 'No jobs can be claimed or ended; trying again every few seconds')
    this.#isFailing = true
  }
}

// The transaction that advances the date enqueues the job, so each day has exactly one. The date is Postgres'. A stored date
// more than a minute ahead was left by a wrong clock, and is overwritten.
const ENQUEUE_DAILY = {
  name: 'enqueue-daily-job',
  text: `
    with advanced as (
      insert into daily_runs as d (kind, ran_for) values ($1, (now() at time zone '${TIME_ZONE}')::date)
      on conflict (kind) do update set ran_for = excluded.ran_for
        where d.ran_for < excluded.ran_for or d.ran_for > ((now() + interval '1 minute') at time zone '${TIME_ZONE}')::date
      returning kind, ran_for)
    insert into outbox (kind, subject) select kind, ran_for::text from advanced returning kind`,
}

/** Enqueues a daily job for today in São Paulo, unless it was enqueued already. */
export async function enqueueDaily(database: Database, kind: string): Promise<void> {
  const enqueued = await database.rows(ENQUEUE_DAILY, [kind])
  if (enqueued.length > 0) outboxWritten.publish([{ kind }])
}

// Like `ENQUEUE_DAILY`, by the hour.
const ENQUEUE_HOURLY = {
  name: 'enqueue-hourly-job',
  text: `
    with advanced as (
      insert into hourly_runs as h (kind, ran_for) values ($1, date_trunc('hour', now() at time zone '${TIME_ZONE}'))
      on conflict (kind) do update set ran_for = excluded.ran_for
        where h.ran_for < excluded.ran_for or h.ran_for > (now() + interval '1 minute') at time zone '${TIME_ZONE}'
      returning kind, ran_for)
    insert into outbox (kind, subject) select kind, to_char(ran_for, 'YYYY-MM-DD"T"HH24') from advanced returning kind`,
}

/** Enqueues an hourly job for this hour, unless it was enqueued already. */
export async function enqueueHourly(database: Database, kind: string): Promise<void> {
  const enqueued = await database.rows(ENQUEUE_HOURLY, [kind])
  if (enqueued.length > 0) outboxWritten.publish([{ kind }])
}
