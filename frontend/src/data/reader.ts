import { ASKS_HEADER, MAX_ASKS, writeAsks } from '@prumo/shared/freshness'
import type { ApiResponse } from '../lib/api'
import { NOTHING_YET, reflectionOf, type Fresh, type Reflection } from './shown'

/** What a reader has to do with the commands of this device. */
interface Commands {
  /** The keys of those that the server may have, or is about to get, in order. */
  keysAhead: () => readonly string[]
  /** Whether an answer says of each command of unknown fate whether it is in it. */
  isTold: (known: Reflection) => boolean
}

/** Asks the server once. */
type Ask = <T>(path: string, headers: Record<string, string>, signal?: AbortSignal) => Promise<ApiResponse<T>>

/** An answer that may be shown again for as long as the server says that it still holds. */
interface Known {
  etag: string
  fresh: Fresh<unknown>
}

const MOST_KNOWN = 60
/** A read is repeated when a command left while it was under way; no more often than this. */
const MOST_ROUNDS = 3

/** Reads of one account, each with what it reflects. Failures are `ApiError`. */
export class Reader {
  readonly #known = new Map<string, Known>()

  constructor(
    private readonly ask: Ask,
    private readonly commands: Commands,
  ) {}

  /** @param path with its query @param first an answer that was asked for before the account was open; null for none */
  async read<T>(
    path: string,
    signal?: AbortSignal,
    first: { at: number; answer: Promise<ApiResponse<T>> } | null = null,
  ): Promise<Fresh<T>> {
    const early = first && (await first.answer.then((answer) => this.#fresh(path, first.at, answer)).catch(() => null))
    if (early && this.commands.isTold(early)) return early
    for (let round = 1; ; round += 1) {
      const fresh = await this.#once<T>(path, signal)
      if (this.commands.isTold(fresh) || round === MOST_ROUNDS) return fresh
    }
  }

  /** Nothing that was read counts any more. */
  forget(): void {
    this.#known.clear()
  }

  async #once<T>(path: string, signal?: AbortSignal): Promise<Fresh<T>> {
    const keys = this.commands.keysAhead().slice(0, MAX_ASKS)
    const known = this.#known.get(path)
    const headers = { ...(keys.length > 0 && { [ASKS_HEADER]: writeAsks(keys) }), ...(known && { 'If-None-Match': known.etag }) }
    const at = Date.now()
    const answer = await this.ask<T>(path, headers, signal)
    if (answer.status === 304 && known) return { ...(known.fresh as Fresh<T>), ...reflectionOf(answer.headers), at }
    return this.#fresh(path, at, answer)
  }

  #fresh<T>(path: string, at: number, { headers, body }: ApiResponse<T>): Fresh<T> {
    const fresh = { ...reflectionOf(headers), at, data: body }
    const etag = headers.get('ETag')
    this.#known.delete(path)
    if (etag) this.#known.set(path, { etag, fresh: { ...fresh, included: NOTHING_YET.included } })
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest)
    return fresh
  }
}
