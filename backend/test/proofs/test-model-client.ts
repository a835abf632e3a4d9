import { setTimeout as pause } from 'node:timers/promises'
import { MIN_SEQ_HEADER, readReflected, SEQ_HEADER, writePosition, type Position } from '@prumo/shared/freshness'
import type { ModelRandom } from './test-model-commands.js'
import type { TestProgram } from './test-programs.js'

export interface ModelRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  /** The idempotency key. */
  key?: string
  ifMatch?: string
}

export interface ModelAnswer {
  status: number
  // `any`: the model states what it expects of a body.
  // oxlint-disable-next-line no-explicit-any
  body: any
  replayed: boolean
}

const RETRY_MS = 50
/** A reset may take a minute, because it deletes all rows of an account; beyond this it hangs. */
const RESET_WITHIN_MS = 75_000
/** The log line of a failure may arrive later than its answer. */
const LOG_DELAY_MS = 500
/** Longer than any injected failure lasts: a request that is refused for so long never succeeds. */
const GIVE_UP_MS = 200_000

/** The HTTP client of a modelled person. Any API process may answer a request, and a replica any read. */
export class ModelClient {
  #seen: Position | null = null

  constructor(
    private readonly apis: readonly TestProgram[],
    private readonly random: ModelRandom,
    private readonly token: string | null,
    /** An answer that takes longer counts as a hang. */
    private readonly withinMs: number,
  ) {}

  /** Sends a request to one process, once. Null when the outcome is unknown: the process died, or answered that it is unavailable. */
  async sendOnce(request: ModelRequest, api = this.random.of(this.apis)): Promise<ModelAnswer | null> {
    const { method, path, body, key, ifMatch } = request
    const headers = {
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(this.#seen && { [MIN_SEQ_HEADER]: writePosition(this.#seen) }),
    }
    const withinMs = path === '/data/reset' ? Math.max(this.withinMs, RESET_WITHIN_MS) : this.withinMs
    try {
      const response = await fetch(`${api.origin}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(withinMs),
      })
      const text = await response.text()
      const { status } = response
      this.#note(readReflected(response.headers.get(SEQ_HEADER) ?? ''))
      if (status === 503 && response.headers.get('retry-after') === null)
        throw new UnexpectedAnswer(`${method} ${path} answered 503 without Retry-After`)
      if (status === 503) return null
      if (status >= 500) await pause(LOG_DELAY_MS)
      if (status >= 500) throw new UnexpectedAnswer(`${method} ${path} answered ${status}: ${text}\n${api.said}`)
      return { status, body: text === '' ? null : JSON.parse(text), replayed: response.headers.get('idempotent-replayed') === 'true' }
    } catch (failure) {
      if (failure instanceof UnexpectedAnswer) throw failure
      if ((failure as Error).name === 'TimeoutError')
        throw new UnexpectedAnswer(`${method} ${path} was not answered within ${withinMs} ms\n${api.said}`)
      return null
    }
  }

  /** Keeps the highest position seen; answers may arrive out of order. */
  #note(position: Position | null): void {
    if (position && (position.log !== this.#seen?.log || position.seq > this.#seen.seq)) this.#seen = position
  }

  /** Repeats the request until a process answers. */
  async sendUntilAnswered(request: ModelRequest): Promise<ModelAnswer> {
    for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; await pause(RETRY_MS)) {
      const answer = await this.sendOnce(request)
      if (answer) return answer
    }
    throw new UnexpectedAnswer(`${request.method} ${request.path} was refused for ${GIVE_UP_MS} ms`)
  }

  /** Sends the requests at the same time to several processes; those with unknown outcome are repeated. */
  sendConcurrently(requests: readonly ModelRequest[]): Promise<ModelAnswer[]> {
    return Promise.all(requests.map((request) => this.sendUntilAnswered(request)))
  }
}

/** Thrown for an answer that no process may give, whatever fails. */
class UnexpectedAnswer extends Error {}
