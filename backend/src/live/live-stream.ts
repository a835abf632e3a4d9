import { PassThrough } from 'node:stream'
import type { Position } from '@prumo/shared/freshness'
import type { LiveChange } from '@prumo/shared/live'
import type { Caller } from '../platform/http/caller.js'

/** How often a stream sends; in milliseconds. */
interface StreamTimes {
  /** The least between two events. */
  everyMs: number
  /** Between two comment lines, by which everything on the way sees that the stream lives. */
  commentMs: number
}

const ORDINARY: StreamTimes = { everyMs: 250, commentMs: 25_000 }

/** Bytes that may wait for a client beyond what the network holds; one that left more is not reading. */
const MAX_UNREAD = 16_384

/** How long the last bytes of a stream that ended may take. */
const GOODBYE_MS = 500

/** One open stream of a session: sends what changed, gathered where it comes too fast. */
export class LiveStream {
  /** What is sent; closed once the stream is over, whoever ended it. */
  readonly body = new PassThrough()
  readonly #comments: NodeJS.Timeout
  /** What changed since the last event; null before the first. */
  #pending: LiveChange | null = null
  #sentAt = 0
  #due: NodeJS.Timeout | undefined

  constructor(
    readonly caller: Caller,
    private readonly times: StreamTimes = ORDINARY,
  ) {
    this.#comments = setInterval(() => this.#write(':\n\n'), times.commentMs).unref()
    this.body.once('close', () => {
      clearInterval(this.#comments)
      clearTimeout(this.#due)
    })
  }

  /** Sends the first event, with the account's position: what the client reads from now on is at least as new. */
  begin(position: Position): void {
    this.#send({ ...position, entities: [], answers: [] })
  }

  /** Sends a change, soon. Before the stream began it is dropped: the first event's position covers it. */
  change({ log, seq, entities, answers }: LiveChange): void {
    if (this.#pending === null) return
    this.#pending = { log, seq, entities: union(this.#pending.entities, entities), answers: union(this.#pending.answers, answers) }
    if (this.#due) return
    const wait = Math.max(0, this.#sentAt + this.times.everyMs - performance.now())
    this.#due = setTimeout(() => this.#pending && this.#send(this.#pending), wait).unref()
  }

  /** Ends it because the session is over; it says so, and the client does not come back. */
  end(): void {
    this.#write('event: end\ndata: {}\n\n')
    this.close()
  }

  /** Ends it without a word: the client comes back, maybe to another process. */
  close(): void {
    this.body.end()
    // Whoever does not read would never see the end of it.
    setTimeout(() => this.body.destroy(), GOODBYE_MS).unref()
  }

  #send(change: LiveChange): void {
    this.#due = undefined
    this.#sentAt = performance.now()
    this.#pending = { log: change.log, seq: change.seq, entities: [], answers: [] }
    this.#write(`event: changed\ndata: ${JSON.stringify(change)}\n\n`)
  }

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return
    if (this.body.readableLength + this.body.writableLength > MAX_UNREAD) this.body.destroy()
    else this.body.write(text)
  }
}

function union<Name>(one: readonly Name[], other: readonly Name[]): Name[] {
  return [...new Set([...one, ...other])]
}
