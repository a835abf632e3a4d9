import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { commandExecuted } from '../event-store/write-path/write-path.js'
import { replicaRead } from '../event-store/query/replica.js'
import { batchWritten, appendConflicts } from '../event-store/stream/appender.js'
import type { Database } from '../platform/database/database.js'
import type { Outbox } from '../jobs/outbox.js'
import type { JobNotifier } from '../jobs/job-notifier.js'
import { taskKinds } from '../subscriptions/stripe/stripe-tasks.js'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const FAST_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1]
const COMMITS = [1, 2, 4, 8, 16, 32, 64, 128]

const VERIFIED = {
  name: 'verification-results',
  text: `select count(*) as checked, count(problem) as wrong, extract(epoch from now() - max(verified_at))::float8 as age
    from verifications where verified_at > '-infinity'`,
}

const RECONCILED = {
  name: 'reconciliation-results',
  text: `select count(*) as checked, count(difference) as wrong, extract(epoch from now() - min(coalesce(reconciled_at, known_since)))::float8 as age
    from stripe_customers where customer_id is not null`,
}

const TASKS = { name: 'stripe-task-counts', text: 'select kind, count(*) as n from stripe_tasks group by kind' }

/** An answered request. */
export interface AnsweredRequest {
  method: string
  /** The route's pattern, never the address. */
  route: string
  status: number
  seconds: number
}

/** Totals of a periodic check: items checked, items found wrong, seconds since the last check. */
interface CheckTotals {
  checked: number
  wrong: number
  age: number | null
}

/** The metrics of this process, and of the jobs in its database. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #unsubscribe: (() => void)[]
  readonly #reads: (() => Promise<void>)[] = []

  constructor(database: Database, outbox: Outbox, notifier: JobNotifier) {
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = this.#histogram(
      'prumo_http_request_seconds',
      'Time to answer a request, by the pattern of its route',
      SECONDS,
      'method',
      'route',
      'status',
    )
    const commands = this.#histogram(
      'prumo_command_seconds',
      'Time to execute a command: load, decide, append and project',
      SECONDS,
      'command',
      'outcome',
    )
    const projecting = this.#histogram('prumo_projection_seconds', 'Time to fold a batch into its changes of the read models', FAST_SECONDS)
    const writing = this.#histogram('prumo_append_seconds', 'Time of the transaction that appends and projects a batch', SECONDS)
    const batches = this.#histogram('prumo_append_batch_commits', 'Commits written by one transaction', COMMITS)
    const lost = new Counter({
      name: 'prumo_append_conflicts_total',
      help: 'Commits that lost a race and were decided anew',
      registers: [this.#registry],
    })
    const onReplica = new Counter({
      name: 'prumo_replica_reads_total',
      help: 'Reads that the replica might answer; all but the answered ones went to the primary',
      labelNames: ['outcome'],
      registers: [this.#registry],
    })
    this.#unsubscribe = [
      replicaRead.subscribe((outcome) => onReplica.inc({ outcome })),
      commandExecuted.subscribe(({ command, outcome, seconds }) => commands.observe({ command, outcome }, seconds)),
      batchWritten.subscribe((batch) => {
        projecting.observe(batch.projecting)
        writing.observe(batch.writing)
        batches.observe(batch.commits)
      }),
      appendConflicts.subscribe((commits) => lost.inc(commits)),
    ]
    this.#measurePool(database.pool)
    this.#measureOutbox(outbox)
    const queue = this.#gauge('prumo_queue_up', '1 while the queue that rings for workers answers, else 0')
    this.#whenRead(queue, async () => queue.set((await notifier.isReachable()) ? 1 : 0))
    const verified = this.#gauge('prumo_verified_accounts', 'Accounts by what their last verification found', 'result')
    const verifiedAge = this.#gauge('prumo_verified_age_seconds', 'Time since an account was last verified')
    this.#measureCheck(verified, verifiedAge, ['well', 'problem'], () => database.rows(VERIFIED))
    const reconciled = this.#gauge(
      'prumo_reconciled_subscriptions',
      'Subscriptions by whether they were known as Stripe has them when that was last asked',
      'result',
    )
    const reconciledAge = this.#gauge(
      'prumo_reconciled_age_seconds',
      'For how long the subscription was not held to what Stripe says that waits longest',
    )
    this.#measureCheck(reconciled, reconciledAge, ['same', 'differed'], () => database.rows(RECONCILED))
    this.#measureTasks(database)
  }

  /** Counts an answered request. */
  answered({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.observe({ method, route, status }, seconds)
  }

  /** All metrics in Prometheus' text format, without those of a database that cannot be reached. */
  async text(): Promise<{ type: string; text: string }> {
    await Promise.all(this.#reads.map((read) => read()))
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** Ends the subscriptions. */
  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#registry.clear()
  }

  #measurePool(pool: Database['pool']): void {
    this.#gauge('prumo_pool_size', 'The most connections the pool may have').set(pool.options.max)
    const connections = this.#gauge('prumo_pool_connections', 'Connections of the pool, and requests that wait for one', 'state')
    this.#whenRead(connections, async () => {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waited for' }, pool.waitingCount)
    })
  }

  #measureOutbox(outbox: Outbox): void {
    const work = this.#gauge('prumo_outbox_rows', 'Work that waits, is claimed by a worker, or is dead', 'kind', 'state')
    const lag = this.#gauge(
      'prumo_outbox_lag_seconds',
      'For how long the oldest work has been due and not claimed, and its age until it is done',
      'until',
    )
    this.#whenRead(work, async () => {
      const backlog = await outbox.backlog()
      work.reset()
      for (const { kind, ...counts } of backlog) {
        for (const state of ['waiting', 'claimed', 'dead'] as const) work.set({ kind, state }, counts[state])
      }
      lag.set({ until: 'claimed' }, Math.max(0, ...backlog.map((each) => each.oldestDue ?? 0)))
      lag.set({ until: 'done' }, Math.max(0, ...backlog.map((each) => each.oldestOpen ?? 0)))
    })
  }

  #measureTasks(database: Database): void {
    const tasks = this.#gauge('prumo_subscription_tasks', 'What an operator has to look at, listed by `ops subscriptions`', 'kind')
    this.#whenRead(tasks, async () => {
      const found = await database.rows<{ kind: string; n: number }>(TASKS)
      for (const kind of taskKinds) tasks.set({ kind }, found.find((each) => each.kind === kind)?.n ?? 0)
    })
  }

  #measureCheck(results: Gauge<'result'>, age: Gauge, [well, wrong]: [string, string], read: () => Promise<CheckTotals[]>): void {
    this.#whenRead(results, async () => {
      for (const found of await read()) {
        results.set({ result: well }, found.checked - found.wrong)
        results.set({ result: wrong }, found.wrong)
        if (found.age !== null) age.set(found.age)
      }
    })
  }

  /** Sets a gauge whenever the metrics are read, and resets it if that fails. */
  #whenRead(gauge: Gauge, set: () => Promise<void>): void {
    this.#reads.push(() => set().catch(() => gauge.reset()))
  }

  #gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }

  #histogram<Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] })
  }
}
