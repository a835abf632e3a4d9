import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { commandExecuted } from '../event-store/decider/write-path.js'
import { batchWritten } from '../event-store/stream/appender.js'
import type { Database } from '../platform/database/database.js'
import type { Outbox } from '../jobs/outbox.js'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const FAST_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1]
const COMMITS = [1, 2, 4, 8, 16, 32, 64, 128]

const VERIFIED = {
  name: 'verification-results',
  text: `select count(*) as accounts, count(problem) as problems, extract(epoch from now() - max(verified_at))::float8 as age
    from verifications where verified_at > '-infinity'`,
}

const RECONCILED = {
  name: 'reconciliation-results',
  text: `select count(*) as accounts, count(difference) as differing, extract(epoch from now() - max(reconciled_at))::float8 as age
    from stripe_customers where reconciled_at is not null`,
}

/** What a request came to. */
export interface Answered {
  method: string
  /** The pattern of the route, never the address. */
  route: string
  status: number
  seconds: number
}

/** Everything an operator's Prometheus may ask of this process, and of the work that waits in its database. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #connections: Gauge<'state'>
  readonly #work: Gauge<'kind' | 'state'>
  readonly #lag: Gauge<'until'>
  readonly #verified: Gauge<'result'>
  readonly #verifiedAge: Gauge
  readonly #reconciled: Gauge<'result'>
  readonly #reconciledAge: Gauge
  readonly #deaf: (() => void)[]

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'prumo_http_request_seconds',
      help: 'Time to answer a request, by the pattern of its route',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    const commands = new Histogram({
      name: 'prumo_command_seconds',
      help: 'Time to execute a command: load, decide, append and project',
      labelNames: ['command', 'outcome'],
      buckets: SECONDS,
      registers,
    })
    const histogram = (name: string, help: string, buckets: number[]) => new Histogram({ name, help, buckets, registers })
    const projecting = histogram('prumo_projection_seconds', 'Time to fold a batch into its changes of the read models', FAST_SECONDS)
    const writing = histogram('prumo_append_seconds', 'Time of the transaction that appends and projects a batch', SECONDS)
    const batches = histogram('prumo_append_batch_commits', 'Commits written by one transaction', COMMITS)
    const lost = new Counter({ name: 'prumo_append_conflicts_total', help: 'Commits that lost a race and were decided anew', registers })
    this.#deaf = [
      commandExecuted.hear(({ command, outcome, seconds }) => commands.observe({ command, outcome }, seconds)),
      batchWritten.hear((batch) => {
        projecting.observe(batch.projecting)
        writing.observe(batch.writing)
        batches.observe(batch.commits)
        lost.inc(batch.lost)
      }),
    ]
    const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => new Gauge<Label>({ name, help, labelNames, registers })
    this.#connections = gauge('prumo_pool_connections', 'Connections of the pool, and requests that wait for one', 'state')
    gauge('prumo_pool_size', 'The most connections the pool may have').set(database.pool.options.max)
    this.#work = gauge('prumo_outbox_rows', 'Work that waits, is claimed by a worker, or is dead', 'kind', 'state')
    this.#lag = gauge('prumo_outbox_lag_seconds', 'For how long the oldest work has been due and not claimed, and its age until it is done', 'until')
    this.#verified = gauge('prumo_verified_accounts', 'Accounts by what their last verification found', 'result')
    this.#verifiedAge = gauge('prumo_verified_age_seconds', 'Time since an account was last verified')
    this.#reconciled = gauge('prumo_reconciled_subscriptions', 'Subscriptions by whether they were known as Stripe has them when that was last asked', 'result')
    this.#reconciledAge = gauge('prumo_reconciled_age_seconds', 'Time since a subscription was last held to what Stripe says')
  }

  /** Counts a request that was answered. */
  answered({ method, route, status, seconds }: Answered): void {
    this.#requests.observe({ method, route, status }, seconds)
  }

  /** All of it in Prometheus' text form. What the database does not tell, because it is away, is left out. */
  async text(): Promise<{ type: string; text: string }> {
    this.#lookAtPool(this.database.pool)
    await Promise.all([
      this.#lookAtOutbox().catch(() => this.#work.reset()),
      this.#lookAtVerifications().catch(() => this.#verified.reset()),
      this.#lookAtReconciliation().catch(() => this.#reconciled.reset()),
    ])
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  /** Stops listening. */
  close(): void {
    for (const deafen of this.#deaf) deafen()
    this.#registry.clear()
  }

  #lookAtPool({ totalCount, idleCount, waitingCount }: Database['pool']): void {
    this.#connections.set({ state: 'busy' }, totalCount - idleCount)
    this.#connections.set({ state: 'idle' }, idleCount)
    this.#connections.set({ state: 'waited for' }, waitingCount)
  }

  async #lookAtOutbox(): Promise<void> {
    const backlog = await this.outbox.backlog()
    this.#work.reset()
    for (const { kind, waiting, claimed, dead } of backlog) {
      this.#work.set({ kind, state: 'waiting' }, waiting)
      this.#work.set({ kind, state: 'claimed' }, claimed)
      this.#work.set({ kind, state: 'dead' }, dead)
    }
    this.#lag.set({ until: 'claimed' }, Math.max(0, ...backlog.map((each) => each.oldestDue ?? 0)))
    this.#lag.set({ until: 'done' }, Math.max(0, ...backlog.map((each) => each.oldestOpen ?? 0)))
  }

  async #lookAtVerifications(): Promise<void> {
    const [found] = await this.database.rows<{ accounts: number; problems: number; age: number | null }>(VERIFIED)
    this.#verified.set({ result: 'well' }, (found?.accounts ?? 0) - (found?.problems ?? 0))
    this.#verified.set({ result: 'problem' }, found?.problems ?? 0)
    if (found && found.age !== null) this.#verifiedAge.set(found.age)
  }

  async #lookAtReconciliation(): Promise<void> {
    const [found] = await this.database.rows<{ accounts: number; differing: number; age: number | null }>(RECONCILED)
    this.#reconciled.set({ result: 'same' }, (found?.accounts ?? 0) - (found?.differing ?? 0))
    this.#reconciled.set({ result: 'differed' }, found?.differing ?? 0)
    if (found && found.age !== null) this.#reconciledAge.set(found.age)
  }
}
