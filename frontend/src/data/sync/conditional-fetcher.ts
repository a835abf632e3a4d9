import { ASKS_HEADER, MAX_ASKS, writeAsks } from '@prumo/shared/freshness'
import type { ApiResponse } from '../../lib/api'
import { NO_POSITION, parsePosition, type PositionedAnswer, type AnswerPosition } from './optimistic'

/** What a reader has to do with the commands of this device. */
interface PendingCommands {
  /** The keys of those that the server may have, or is about to get, in order. */
  waitingKeys: () => readonly string[]
  /** Whether an answer says of each command of unknown fate whether it is in it. */
  isDecided: (known: AnswerPosition) => boolean
}

/** Asks the server once. */
type ConditionalFetch = <T>(path: string, headers: Record<string, string>, signal?: AbortSignal) => Promise<ApiResponse<T>>

/** An answer that may be shown again for as long as the server says that it still holds. */
interface CachedAnswer {
  etag: string
  fresh: PositionedAnswer<unknown>
}

const MAX_CACHED = 60
/** A read is repeated when a command left while it was under way; no more often than this. */
const MAX_ROUNDS = 3

/** Reads of one account, each with what it reflects. Failures are `ApiError`. */
export class ConditionalFetcher {
  readonly #cache = new Map<string, CachedAnswer>()

  constructor(
    private readonly ask: ConditionalFetch,
    private readonly commands: PendingCommands,
  ) {}

  /** @param path with its query @param first an answer that was asked for before the account was open; null for none */
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

  /** Nothing that was read counts any more. */
  forget(): void {
    this.#cache.clear()
  }

  async #fetchOnce<T>(path: string, signal?: AbortSignal): Promise<PositionedAnswer<T>> {
    const keys = this.commands.waitingKeys().slice(0, MAX_ASKS)
    const known = this.#cache.get(path)
    const headers = { ...(keys.length > 0 && { [ASKS_HEADER]: writeAsks(keys) }), ...(known && { 'If-None-Match': known.etag }) }
    const at = Date.now()
    const answer = await this.ask<T>(path, headers, signal)
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
