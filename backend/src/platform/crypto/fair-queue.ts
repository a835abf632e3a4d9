import { normalizeIp } from '@nestjs/throttler'
import { Rejected } from '@prumo/shared/rejections'

const RETRY_SECONDS = 5

interface QueuedWork {
  from: string
  /** The first task with the lowest round begins next; an address has one task in each round. */
  round: number
  begin: () => void
  refuse: (refusal: Rejected) => void
}

/**
 * Runs a bounded number of tasks at once and queues a bounded number. Client addresses take turns (round robin), each in its
 * own order. When the queue is full, the newest task of the address with the most queued ones makes room for an address with
 * fewer, so a flood delays only its own sender. No library queues by sender.
 */
export class FairQueue {
  #running = 0
  /** The round of the task that began last. */
  #round = 0
  /** In the order in which they begin. */
  readonly #waiting: QueuedWork[] = []

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the work in its turn. Rejects with UNAVAILABLE when the queue is full or another address takes its place. */
  async run<T>(from: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await this.#enqueue(from === null ? '' : normalizeIp(from))
    else this.#running++
    try {
      return await work()
    } finally {
      // Hand the slot over to the next task, or free it.
      const next = this.#waiting.shift()
      if (next) {
        this.#round = next.round
        next.begin()
      } else this.#running--
    }
  }

  #enqueue(from: string): Promise<void> {
    const last = this.#waiting.findLast((task) => task.from === from)
    const round = last ? last.round + 1 : this.#round
    const place = this.#waiting.findLastIndex((task) => task.round <= round) + 1
    if (this.#waiting.length >= this.maxWaiting) {
      if (place === this.#waiting.length) throw unavailable()
      this.#waiting.pop()?.refuse(unavailable())
    }
    return new Promise((begin, refuse) => this.#waiting.splice(place, 0, { from, round, begin, refuse }))
  }
}

function unavailable(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
