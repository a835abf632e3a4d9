import { PassThrough } from 'node:stream'
import type { Position } from '@prumo/shared/freshness'
import { guestAnswers, guestEntities, type LiveChange } from '@prumo/shared/live'
import type { Caller } from '../platform/http/caller.js'

/** Milliseconds between comment lines, which keep proxies from closing the stream. */
const COMMENT_MS = 25_000

/** Bytes that may be buffered for a client; one with more unread bytes is not reading. */
const MAX_UNREAD = 16_384

/** Time to deliver the last bytes of an ended stream. */
const GOODBYE_MS = 500

/** An open event stream of a session. */
export class LiveStream {
  /** The sent bytes; closed when the stream is over, by either side. */
  readonly body = new PassThrough()
  readonly #comments: NodeJS.Timeout
  #isStarted = false

  constructor(
    readonly caller: Caller,
    commentMs = COMMENT_MS,
  ) {
    this.#comments = setInterval(() => this.#write(':\n\n'), commentMs).unref()
    this.body.once('close', () => clearInterval(this.#comments))
  }

  /** Sends the first event with the account's position: later reads of the client are at least as recent. */
  begin(position: Position): void {
    this.#isStarted = true
    this.change({ ...position, entities: [], answers: [] })
  }

  /** Sends a change. Dropped before the first event, whose position covers it. */
  change(change: LiveChange): void {
    const shown = this.caller.grantId === undefined ? change : forGuest(change)
    if (this.#isStarted) this.#write(`event: changed\ndata: ${JSON.stringify(shown)}\n\n`)
  }

  /** Ends the stream with the session. An `end` event makes the client stay away. */
  end(): void {
    this.#write('event: end\ndata: {}\n\n')
    this.close()
  }

  /** Closes the stream without an `end` event: the client reconnects, possibly to another process. */
  close(): void {
    this.body.end()
    // A client that does not read would never see the end.
    setTimeout(() => this.body.destroy(), GOODBYE_MS).unref()
  }

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return
    if (this.body.readableLength + this.body.writableLength > MAX_UNREAD) this.body.destroy()
    else this.body.write(text)
  }
}

/** A change without what a guest does not read. */
function forGuest({ entities, answers, ...position }: LiveChange): LiveChange {
  return {
    ...position,
    entities: entities.filter((entity) => guestEntities.includes(entity)),
    answers: answers.filter((answer) => guestAnswers.includes(answer)),
  }
}
