import { normalizeIp } from '@nestjs/throttler'
import { Rejected } from '@prumo/shared/rejections'

const RETRY_SECONDS = 5

interface QueuedWork {
  begin: () => void
  refuse: (refusal: Rejected) => void
}

/**
 * Runs a bounded number of tasks at once and queues a bounded number. Client addresses take turns (round robin), each in its
 * own order. When the queue is full, the newest task of the address with the most queued ones makes room for an address with
 * fewer, so a flood delays only its own sender.
 */
export class FairQueue {
  #running = 0
  #waiting = 0
  /** Queued work by address, in the order of turns. */
  readonly #queues = new Map<string, QueuedWork[]>()

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the work in its turn. Rejects with UNAVAILABLE when the queue is full or another address takes its place. */
  async take<T>(from: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await this.#enqueue(from === null ? '' : normalizeIp(from))
    else this.#running++
    try {
      return await work()
    } finally {
      // Hand the slot over to the next task, or free it.
      const next = this.#next()
      if (next) next.begin()
      else this.#running--
    }
  }

  #enqueue(from: string): Promise<void> {
    if (this.#waiting >= this.maxWaiting) this.#evictFor(from)
    const queue = this.#queues.get(from) ?? []
    this.#queues.set(from, queue)
    this.#waiting++
    return new Promise((begin, refuse) => queue.push({ begin, refuse }))
  }

  #evictFor(from: string): void {
    const longest = [...this.#queues.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (this.#queues.get(from)?.length ?? 0) + 1) throw unavailable()
    longest.pop()?.refuse(unavailable())
    this.#waiting--
  }

  /** The oldest work of the address whose turn it is; the address moves to the end. */
  #next(): QueuedWork | undefined {
    const [first] = this.#queues
    if (!first) return undefined
    const [from, queue] = first
    const next = queue.shift()
    this.#queues.delete(from)
    if (queue.length > 0) this.#queues.set(from, queue)
    this.#waiting--
    return next
  }
}

function unavailable(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
