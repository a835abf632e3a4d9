import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { setTimeout as pause } from 'node:timers/promises'
import { logFacts } from '../http/failures.js'
import type { JobWorker } from '../queue/job-worker.js'
import type { Queues } from '../queue/queues.js'
import { TAKEN_AT_ONCE, type Outbox, type Taken } from './outbox.js'
import { outboxWritten } from './outbox-row.js'

/** When the relay looks and what it takes for lost; all in milliseconds. */
export interface RelayTimes {
  /** How long it looks away when nobody wakes it. */
  pollMs: number
  /** What waits so long after it was handed over is handed over again. */
  resendAfterMs: number
  /** How often it looks for such rows. */
  overdueEveryMs: number
}

const ORDINARY: RelayTimes = { pollMs: 250, resendAfterMs: 60_000, overdueEveryMs: 5_000 }

/** Commits come in bursts; waiting this long after the first lets one look serve many of them. */
const GATHER_MS = 20
const AFTER_FAILURE_MS = 1_000

/** Hands outbox rows to the queue. Any number of processes may run one: each row is taken by one of them. */
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('relay')
  readonly #times: RelayTimes
  readonly #gather: ReadonlyMap<string, number>
  #poll: NodeJS.Timeout | undefined
  #deafen: (() => void) | undefined
  #relaying: Promise<void> | null = null
  #woken = false
  #stopped = false
  #overdueDueAt = 0
  #failing = false

  constructor(
    private readonly outbox: Outbox,
    private readonly queues: Queues,
    workers: readonly JobWorker[],
    times: Partial<RelayTimes> = {},
  ) {
    this.#times = { ...ORDINARY, ...times }
    this.#gather = new Map(workers.flatMap(({ kind, gatherMs }) => (gatherMs === undefined ? [] : [[kind, gatherMs]])))
  }

  onApplicationBootstrap(): void {
    this.#poll = setInterval(() => this.wake(0), this.#times.pollMs).unref()
    this.#deafen = outboxWritten.hear(() => this.wake())
  }

  /** Stops looking. What it took is handed over; the rest waits for another process, or the next start. */
  async onModuleDestroy(): Promise<void> {
    this.#stopped = true
    this.#deafen?.()
    clearInterval(this.#poll)
    await this.#relaying
  }

  /** Looks soon; returns at once. */
  wake(gatherMs = GATHER_MS): void {
    this.#woken = true
    if (!this.#stopped) this.#relaying ??= this.#relayWhileWoken(gatherMs)
  }

  async #relayWhileWoken(gatherMs: number): Promise<void> {
    while (this.#woken && !this.#stopped) {
      if (gatherMs > 0) await pause(gatherMs)
      this.#woken = false
      try {
        await this.#relay()
        this.#failing = false
      } catch (failure) {
        // An outage is told once, not four times a second.
        if (!this.#failing) this.#logger.warn(logFacts(failure), 'Nothing can be handed to the queue; trying again every second')
        this.#failing = true
        if (!this.#stopped) await pause(AFTER_FAILURE_MS)
      }
    }
    // In the same turn as the last look, so that no call to wake falls in between.
    this.#relaying = null
  }

  async #relay(): Promise<void> {
    const waiting = await this.outbox.take(this.#gather)
    if (waiting.length === TAKEN_AT_ONCE) this.#woken = true
    await this.#handOver(waiting)
    if (Date.now() < this.#overdueDueAt) return
    this.#overdueDueAt = Date.now() + this.#times.overdueEveryMs
    await this.#handOver(await this.outbox.takeOverdue(this.#times.resendAfterMs))
  }

  async #handOver(rows: readonly Taken[]): Promise<void> {
    const left = new Map<string, Taken[]>()
    for (const row of rows) left.set(row.kind, [...(left.get(row.kind) ?? []), row])
    try {
      for (const [kind, ofKind] of left) {
        await this.queues.add(kind, [...new Set(ofKind.map((row) => row.subject))])
        left.delete(kind)
      }
    } catch (failure) {
      // Should this not reach the database either, the rows count as lost after a while, and go again.
      const ids = [...left.values()].flat().map((row) => row.id)
      await this.outbox.putBack(ids).catch(() => undefined)
      throw failure
    }
  }
}
