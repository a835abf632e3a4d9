import { PassThrough } from 'node:stream'
import type { LiveChange, LiveEntity } from '@prumo/shared/live'
import type { Caller } from '../platform/http/caller.js'
import { beyond, merged, type Change } from './account-change.js'

/** When a stream speaks; in milliseconds. */
export interface StreamTimes {
  /** The least between two events. */
  everyMs: number
  /** Between two comment lines, by which everything on the way sees that the stream lives. */
  commentMs: number
}

export const ORDINARY_STREAM: StreamTimes = { everyMs: 250, commentMs: 25_000 }

/** Bytes that may wait for a client beyond what the network holds; one that left more is not reading. */
const MAX_UNREAD = 16_384

/** How long the last bytes of a stream that ended may take. */
const GOODBYE_MS = 500

/** One open stream of a session: tells what changed, gathered where it comes too fast. */
export class LiveStream {
  /** What is sent; closed once the stream is over, whoever ended it. */
  readonly body = new PassThrough()
  readonly #comments: NodeJS.Timeout
  #pending: Change = { entities: {}, answers: {} }
  #begunAt: number | null = null
  #seq = 0
  #sentAt = 0
  #due: NodeJS.Timeout | undefined

  constructor(
    readonly caller: Caller,
    private readonly times: StreamTimes = ORDINARY_STREAM,
  ) {
    this.#comments = setInterval(() => this.#write(':\n\n'), times.commentMs).unref()
    this.body.once('close', () => {
      clearInterval(this.#comments)
      clearTimeout(this.#due)
    })
  }

  /** Sends the first event, with the account's position and whatever was told meanwhile. */
  begin(seq: number): void {
    this.#begunAt = this.#seq = seq
    // What the client reads from now on is as new as this event says.
    this.#pending = this.#newTo(seq, this.#pending)
    this.#send()
  }

  tell(change: Change): void {
    const news = this.#begunAt === null ? change : this.#newTo(this.#begunAt, change)
    if (Object.keys(news.entities).length + Object.keys(news.answers).length === 0) return
    this.#pending = merged(this.#pending, news)
    if (this.#begunAt === null || this.#due) return
    const wait = this.#sentAt + this.times.everyMs - performance.now()
    if (wait <= 0) this.#send()
    else this.#due = setTimeout(() => this.#send(), wait).unref()
  }

  /** Ends it because the session is over; the client is told that there is no use in coming back. */
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

  #newTo(seq: number, { entities, answers }: Change): Change {
    return { entities: beyond(entities, () => seq), answers }
  }

  #send(): void {
    this.#due = undefined
    this.#sentAt = performance.now()
    const { entities, answers } = this.#pending
    this.#pending = { entities: {}, answers: {} }
    this.#seq = Math.max(this.#seq, ...Object.values(entities))
    const data: LiveChange = { seq: this.#seq, entities: Object.keys(entities) as LiveEntity[], answers: Object.keys(answers) }
    this.#write(`event: changed\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return
    if (this.body.readableLength + this.body.writableLength > MAX_UNREAD) this.body.destroy()
    else this.body.write(text)
  }
}
