import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { TIME_ZONE } from '@prumo/shared/calendar'
import { ErrorCode, UnrecoverableError, WaitingError, type Job as QueueJob, type Worker } from 'bullmq'
import { logFacts } from '../platform/http/failures.js'
import type { Outbox } from './outbox.js'
import { beginDay } from './daily.js'
import type { JobWorker, Tools } from './job-worker.js'
import { queuedOptions, type Queued, type Queues } from './queues.js'
import { runJob, runTogether, type Ended } from './run-job.js'

/** When a worker's jobs count as abandoned, in milliseconds. A killed worker's job is taken up after the lock and at most two looks. */
export interface HostTimes {
  /** How long a job is a worker's without a sign of life; it gives one after half of it. */
  lockMs: number
  /** How often abandoned jobs are looked for. */
  stalledEveryMs: number
}

const ORDINARY: HostTimes = { lockMs: 12_000, stalledEveryMs: 5_000 }
const CONCURRENCY = 4
const BACKOFF_MS = 1_000
/** Five seconds past midnight, so that a clock a little behind has the new date too. */
const EVERY_DAY = { pattern: '5 0 0 * * *', tz: TIME_ZONE }
const DAY_BEGINS = 'day-begins'
const SCHEDULES_EVERY_MS = 60_000
/** How long the jobs that run may take to end, before they are left to another process. */
const STOP_MS = 8_000

/** Runs the jobs of every kind in this process, and sees to it that the daily ones are due every day. */
export class WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('jobs')
  readonly #stopping = new AbortController()
  readonly #running: Worker<Queued>[] = []
  readonly #times: HostTimes
  #schedules: NodeJS.Timeout | undefined

  constructor(
    private readonly queues: Queues,
    private readonly outbox: Outbox,
    private readonly workers: readonly JobWorker[],
    private readonly tools: Tools,
    times: Partial<HostTimes> = {},
  ) {
    this.#times = { ...ORDINARY, ...times }
    // Each job that runs may listen.
    setMaxListeners(0, this.#stopping.signal)
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const worker of this.workers) this.#running.push(await this.#start(worker))
    for (const worker of this.workers) if (worker.daily) await this.#schedule(worker)
    this.#schedules = setInterval(() => void this.keepSchedules(), SCHEDULES_EVERY_MS).unref()
  }

  /** Takes no more jobs, and waits a while for those that run. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#schedules)
    this.#stopping.abort(new Error('The process is ending'))
    const closed = Promise.all(this.#running.map((worker) => worker.close())).then(() => true)
    const patience = new AbortController()
    const ended = await Promise.race([closed, pause(STOP_MS, false, { signal: patience.signal })])
    patience.abort()
    if (!ended) this.#logger.warn('Jobs were left unfinished; another worker takes them up')
  }

  #start(worker: JobWorker): Promise<Worker<Queued>> {
    const { backoffMs = BACKOFF_MS, concurrency = CONCURRENCY } = worker
    return this.queues.work(worker.kind, (job, token) => this.#process(worker, job, token), {
      concurrency,
      lockDuration: this.#times.lockMs,
      stalledInterval: this.#times.stalledEveryMs,
      // The outbox counts the runs, those that took their process with them too.
      maxStalledCount: 1_000_000,
      settings: { backoffStrategy: (attemptsMade) => backoffMs * 2 ** Math.min(attemptsMade - 1, 20) },
    })
  }

  async #process(worker: JobWorker, job: QueueJob<Queued>, token: string | undefined): Promise<void> {
    if (job.name === DAY_BEGINS) return beginDay(this.tools.database, worker.kind)
    const failures: Error[] = []
    const { subject: only, subjects = [only] } = job.data
    for (const subject of await runTogether(worker, subjects, this.outbox, this.tools)) {
      const ended = await runJob(worker, subject, this.outbox, this.tools, this.#stopping.signal)
      if (ended.how === 'cut short') {
        await job.moveToWait(token)
        throw new WaitingError()
      }
      if (ended.how !== 'done') failures.push(this.#tell(worker, subject, ended))
    }
    // One that is to be tried again has the entry come back; those that are done or dead have nothing left in it then.
    const failure = failures.find((each) => !(each instanceof UnrecoverableError)) ?? failures[0]
    if (failure) throw failure
  }

  /** Logs a failed run. @returns what the queue is told: no more than the kind, because it keeps it */
  #tell({ kind }: JobWorker, subject: string, { how, failure, kindOfFailure, attempt }: Extract<Ended, { failure: unknown }>): Error {
    this.#logger[how === 'dead' ? 'error' : 'warn']({ ...logFacts(failure), kind, subject, attempt }, `A job ${how === 'dead' ? 'died' : 'failed'}`)
    return how === 'dead' ? new UnrecoverableError(kindOfFailure) : new Error(kindOfFailure)
  }

  /** Makes a kind due every day from now on, and today if today's was missed. */
  async #schedule({ kind }: JobWorker): Promise<void> {
    const queue = await this.queues.queue(kind)
    await queue.upsertJobScheduler(DAY_BEGINS, EVERY_DAY, { name: DAY_BEGINS, data: { subject: '' }, opts: queuedOptions }).catch(unlessMadeElsewhere)
    await beginDay(this.tools.database, kind)
  }

  /** Makes the schedules anew that a queue lost when it was emptied. It is done every minute. */
  async keepSchedules(): Promise<void> {
    try {
      for (const worker of this.workers) {
        if (!worker.daily) continue
        const queue = await this.queues.queue(worker.kind)
        if (!(await queue.getJobScheduler(DAY_BEGINS))) await this.#schedule(worker)
      }
    } catch (failure) {
      this.#logger.warn(logFacts(failure), 'The daily schedules cannot be looked at; trying again in a minute')
    }
  }
}

/** Of workers that make a schedule at the same moment, one is refused because the next job is there: the other's is as good. */
function unlessMadeElsewhere(failure: Error & { code?: unknown }): void {
  if (failure.code !== ErrorCode.SchedulerJobIdCollision) throw failure
}
