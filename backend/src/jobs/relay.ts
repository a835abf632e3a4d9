import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { setTimeout as pause } from 'node:timers/promises'
import { logFacts } from '../platform/http/failures.js'
import type { JobWorker } from './job-worker.js'
import type { Queues } from './queues.js'
import { TAKEN_AT_ONCE, type Gathering, type Outbox, type Taken } from './outbox.js'
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
const GATHER_MS = 50
const AFTER_FAILURE_MS = 1_000

/** Hands outbox rows to the queue. Any number of processes may run one: each row is taken by one of them. */
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('relay')
  readonly #times: RelayTimes
  readonly #gather: ReadonlyMap<string, Gathering>
  readonly #together: ReadonlyMap<string, number>
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
    this.#gather = new Map(workers.flatMap(({ kind, gatherMs: ms, crowdedGatherMs }) => (ms === undefined ? [] : [[kind, { ms, crowdedMs: crowdedGatherMs ?? ms }]])))
    this.#together = new Map(workers.flatMap(({ kind, together }) => (together === undefined ? [] : [[kind, together.most]])))
  }

  onApplicationBootstrap(): void {
    this.#poll = setInterval(() => this.wake(0), this.#times.pollMs).unref()
    // What gathers is found by the next look of its own accord.
    this.#deafen = outboxWritten.hear((kinds) => {
      if (kinds.some((kind) => !this.#gather.has(kind))) this.wake()
    })
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
    if (Date.now() >= this.#overdueDueAt) await this.#relayOverdue()
  }

  /**
   * Hands over again what waits too long. A queue that still has it is only slow, and is left alone until the next time;
   * one that had lost most of it has lost more, and is filled again at once.
   */
  async #relayOverdue(): Promise<void> {
    this.#overdueDueAt = Date.now() + this.#times.overdueEveryMs
    const overdue = await this.outbox.takeOverdue(this.#times.resendAfterMs)
    const { jobs, added } = await this.#handOver(overdue)
    if (overdue.length < TAKEN_AT_ONCE || added * 2 <= jobs) return
    this.#overdueDueAt = 0
    this.#woken = true
  }

  /** Tells how many jobs the rows are, and of how many the queue had none. */
  async #handOver(rows: readonly Taken[]): Promise<{ jobs: number; added: number }> {
    const told = { jobs: 0, added: 0 }
    const left = new Map<string, Taken[]>()
    for (const row of rows) left.set(row.kind, [...(left.get(row.kind) ?? []), row])
    try {
      for (const [kind, ofKind] of left) {
        const subjects = [...new Set(ofKind.map((row) => row.subject))]
        told.added += await this.#add(kind, subjects)
        told.jobs += subjects.length
        left.delete(kind)
      }
      return told
    } catch (failure) {
      // Should this not reach the database either, the rows count as lost after a while, and go again.
      const ids = [...left.values()].flat().map((row) => row.id)
      await this.outbox.putBack(ids).catch(() => undefined)
      throw failure
    }
  }

  /** Tells of how many the queue had none, as far as it can tell: what is held together it does not look for. */
  async #add(kind: string, subjects: readonly string[]): Promise<number> {
    const together = this.#together.get(kind)
    if (together === undefined) return this.queues.add(kind, subjects)
    await this.queues.addTogether(kind, subjects, together)
    return subjects.length
  }
}
