import { normalizeIp } from '@nestjs/throttler'
import { Rejected } from '@prumo/shared/rejections'

const RETRY_SECONDS = 5

interface QueuedWork {
  begin: () => void
  refuse: (refusal: Rejected) => void
}

/**
 * Lets so much work run at once and so much of it wait. The addresses that it comes from have their turns one after the
 * other, each its own oldest first; where all places are taken, the address that has most of them gives its newest to one
 * that has fewer. So whoever asks for a flood waits behind it alone.
 */
export class FairQueue {
  #running = 0
  #waiting = 0
  /** Who waits, by address; the first address is the next. */
  readonly #queues = new Map<string, QueuedWork[]>()

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the work in its turn. Rejects with UNAVAILABLE when there is no place to wait, or another address needed it. */
  async take<T>(from: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await this.#enqueue(from === null ? '' : normalizeIp(from))
    else this.#running++
    try {
      return await work()
    } finally {
      // The turn passes on, or ends.
      const next = this.#next()
      if (next) next.begin()
      else this.#running--
    }
  }

  #enqueue(from: string): Promise<void> {
    if (this.#waiting >= this.maxWaiting) this.#makeRoom(from)
    const line = this.#queues.get(from) ?? []
    this.#queues.set(from, line)
    this.#waiting++
    return new Promise((begin, refuse) => line.push({ begin, refuse }))
  }

  #makeRoom(from: string): void {
    const longest = [...this.#queues.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (this.#queues.get(from)?.length ?? 0) + 1) throw unavailable()
    longest.pop()?.refuse(unavailable())
    this.#waiting--
  }

  /** Whoever waits longest of the address whose turn it is; that address is then the last. */
  #next(): QueuedWork | undefined {
    const [first] = this.#queues
    if (!first) return undefined
    const [from, line] = first
    const next = line.shift()
    this.#queues.delete(from)
    if (line.length > 0) this.#queues.set(from, line)
    this.#waiting--
    return next
  }
}

function unavailable(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
