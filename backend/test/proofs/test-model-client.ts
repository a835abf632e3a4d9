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
  // What is expected of a body the model says.
  // oxlint-disable-next-line no-explicit-any
  body: any
  replayed: boolean
}

const AGAIN_MS = 50
/** A reset may take a minute, because it deletes all rows of an account; longer than any it hangs. */
const RESET_WITHIN_MS = 75_000
/** What a process logs of a failure may arrive later than its answer. */
const LOGGED_MS = 500
/** Longer than any trouble lasts: what is refused for so long is refused for ever. */
const REFUSED_MS = 200_000

/** A person's browser, which any of the processes may answer, and with any read a replica. */
export class ModelClient {
  #seen: Position | null = null

  constructor(
    private readonly apis: readonly TestProgram[],
    private readonly random: ModelRandom,
    private readonly token: string | null,
    /** What is not answered so soon hangs. */
    private readonly withinMs: number,
  ) {}

  /** Asks any process once; null when nobody knows what came of it: the process died, or said that it cannot now. */
  async once(request: ModelRequest, api = this.random.of(this.apis)): Promise<ModelAnswer | null> {
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
      if (status >= 500) await pause(LOGGED_MS)
      if (status >= 500) throw new UnexpectedAnswer(`${method} ${path} answered ${status}: ${text}\n${api.said}`)
      return { status, body: text === '' ? null : JSON.parse(text), replayed: response.headers.get('idempotent-replayed') === 'true' }
    } catch (failure) {
      if (failure instanceof UnexpectedAnswer) throw failure
      if ((failure as Error).name === 'TimeoutError')
        throw new UnexpectedAnswer(`${method} ${path} was not answered within ${withinMs} ms\n${api.said}`)
      return null
    }
  }

  /** How far the log was seen; answers overtake each other. */
  #note(position: Position | null): void {
    if (position && (position.log !== this.#seen?.log || position.seq > this.#seen.seq)) this.#seen = position
  }

  /** Asks until some process answers. */
  async surely(request: ModelRequest): Promise<ModelAnswer> {
    for (const deadline = Date.now() + REFUSED_MS; Date.now() < deadline; await pause(AGAIN_MS)) {
      const answer = await this.once(request)
      if (answer) return answer
    }
    throw new UnexpectedAnswer(`${request.method} ${request.path} was refused for ${REFUSED_MS} ms`)
  }

  /** The same at several processes at once; what nobody knows of is asked again. */
  together(requests: readonly ModelRequest[]): Promise<ModelAnswer[]> {
    return Promise.all(requests.map((request) => this.surely(request)))
  }
}

/** What no process may answer, whatever happens to it. */
class UnexpectedAnswer extends Error {}
