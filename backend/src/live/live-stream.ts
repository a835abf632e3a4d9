import { PassThrough } from 'node:stream'
import type { Position } from '@prumo/shared/freshness'
import type { LiveChange } from '@prumo/shared/live'
import type { Caller } from '../platform/http/caller.js'

/** Milliseconds between two comment lines, by which everything on the way sees that the stream lives. */
const COMMENT_MS = 25_000

/** Bytes that may wait for a client beyond what the network holds; one that left more is not reading. */
const MAX_UNREAD = 16_384

/** How long the last bytes of a stream that ended may take. */
const GOODBYE_MS = 500

/** One open stream of a session: sends what changed. */
export class LiveStream {
  /** What is sent; closed once the stream is over, whoever ended it. */
  readonly body = new PassThrough()
  readonly #comments: NodeJS.Timeout
  #hasBegun = false

  constructor(
    readonly caller: Caller,
    commentMs = COMMENT_MS,
  ) {
    this.#comments = setInterval(() => this.#write(':\n\n'), commentMs).unref()
    this.body.once('close', () => clearInterval(this.#comments))
  }

  /** Sends the first event, with the account's position: what the client reads from now on is at least as new. */
  begin(position: Position): void {
    this.#hasBegun = true
    this.change({ ...position, entities: [], answers: [] })
  }

  /** Sends a change. Before the stream began it is dropped: the first event's position covers it. */
  change(change: LiveChange): void {
    if (this.#hasBegun) this.#write(`event: changed\ndata: ${JSON.stringify(change)}\n\n`)
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

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return
    if (this.body.readableLength + this.body.writableLength > MAX_UNREAD) this.body.destroy()
    else this.body.write(text)
  }
}
