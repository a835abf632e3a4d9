import { normalizeIp } from '@nestjs/throttler'
import { Rejected } from '@prumo/shared/rejections'

const RETRY_SECONDS = 5

interface Waiting {
  begin: () => void
  refuse: (refusal: Rejected) => void
}

/**
 * Lets so much work run at once and so much of it wait. The addresses that it comes from have their turns one after the
 * other, each its own oldest first; where all places are taken, the address that has most of them gives its newest to one
 * that has fewer. So whoever asks for a flood waits behind it alone.
 */
export class FairTurns {
  #running = 0
  #waiting = 0
  /** Who waits, by address; the first address is the next. */
  readonly #lines = new Map<string, Waiting[]>()

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Runs the work in its turn. Rejects with UNAVAILABLE when there is no place to wait, or another address needed it. */
  async take<T>(from: string | null, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await this.#turn(from === null ? '' : normalizeIp(from))
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

  #turn(from: string): Promise<void> {
    if (this.#waiting >= this.maxWaiting) this.#makePlace(from)
    const line = this.#lines.get(from) ?? []
    this.#lines.set(from, line)
    this.#waiting++
    return new Promise((begin, refuse) => line.push({ begin, refuse }))
  }

  #makePlace(from: string): void {
    const longest = [...this.#lines.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (this.#lines.get(from)?.length ?? 0) + 1) throw comeAgain()
    longest.pop()?.refuse(comeAgain())
    this.#waiting--
  }

  /** Whoever waits longest of the address whose turn it is; that address is then the last. */
  #next(): Waiting | undefined {
    const [first] = this.#lines
    if (!first) return undefined
    const [from, line] = first
    const next = line.shift()
    this.#lines.delete(from)
    if (line.length > 0) this.#lines.set(from, line)
    this.#waiting--
    return next
  }
}

function comeAgain(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
