import { ASKS_HEADER, MAX_ASKS, writeAsks } from '@prumo/shared/freshness'
import type { ApiResponse } from '../../lib/api'
import { NO_POSITION, parsePosition, type PositionedAnswer, type AnswerPosition } from './optimistic'

/** What reads need to know about this device's commands. */
interface PendingCommands {
  /** The keys of commands that the server may have or is about to receive, in order. */
  waitingKeys: () => readonly string[]
  /** Whether an answer says, for each command with an unknown outcome, whether it includes it. */
  isDecided: (known: AnswerPosition) => boolean
}

/** Sends one request. */
type ConditionalFetch = <T>(path: string, headers: Record<string, string>, signal?: AbortSignal) => Promise<ApiResponse<T>>

/** A cached answer, reused while the server confirms it with 304. */
interface CachedAnswer {
  etag: string
  fresh: PositionedAnswer<unknown>
}

const MAX_CACHED = 60
/** How often a read runs if commands are sent meanwhile. */
const MAX_ROUNDS = 3

/** Reads of one account, with the positions that they reflect. Failures are `ApiError`. */
export class ConditionalFetcher {
  readonly #cache = new Map<string, CachedAnswer>()

  constructor(
    private readonly request: ConditionalFetch,
    private readonly commands: PendingCommands,
  ) {}

  /**
   * @param path with its query
   * @param first an answer that was requested before the account was open; null for none
   */
  async read<T>(
    path: string,
    signal?: AbortSignal,
    first: { at: number; answer: Promise<ApiResponse<T>> } | null = null,
  ): Promise<PositionedAnswer<T>> {
    const early = first && (await first.answer.then((answer) => this.#toAnswer(path, first.at, answer)).catch(() => null))
    if (early && this.commands.isDecided(early)) return early
    for (let round = 1; ; round += 1) {
      const fresh = await this.#fetchOnce<T>(path, signal)
      if (this.commands.isDecided(fresh) || round === MAX_ROUNDS) return fresh
    }
  }

  /** Drops all cached answers. */
  forget(): void {
    this.#cache.clear()
  }

  async #fetchOnce<T>(path: string, signal?: AbortSignal): Promise<PositionedAnswer<T>> {
    const keys = this.commands.waitingKeys().slice(0, MAX_ASKS)
    const known = this.#cache.get(path)
    const headers = { ...(keys.length > 0 && { [ASKS_HEADER]: writeAsks(keys) }), ...(known && { 'If-None-Match': known.etag }) }
    const at = Date.now()
    const answer = await this.request<T>(path, headers, signal)
    if (answer.status === 304 && known) return { ...(known.fresh as PositionedAnswer<T>), ...parsePosition(answer.headers), at }
    return this.#toAnswer(path, at, answer)
  }

  #toAnswer<T>(path: string, at: number, { headers, body }: ApiResponse<T>): PositionedAnswer<T> {
    const fresh = { ...parsePosition(headers), at, data: body }
    const etag = headers.get('ETag')
    this.#cache.delete(path)
    if (etag) this.#cache.set(path, { etag, fresh: { ...fresh, included: NO_POSITION.included } })
    for (const oldest of this.#cache.keys()) if (this.#cache.size > MAX_CACHED) this.#cache.delete(oldest)
    return fresh
  }
}
