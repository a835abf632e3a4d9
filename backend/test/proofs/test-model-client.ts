import { setTimeout as pause } from 'node:timers/promises'
import { MIN_SEQ_HEADER, readReflected, SEQ_HEADER, writePosition, type Position } from '@prumo/shared/freshness'
import type { ModelRandom } from './test-model-commands.js'
import type { TestProgram } from './test-programs.js'

export interface ModelRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  /** Sent instead of a body in JSON. */
  file?: { type: string; bytes: Buffer }
  /** The idempotency key. */
  key?: string
  ifMatch?: string
}

export interface ModelAnswer {
  status: number
  /** Parsed JSON, the bytes of any other type, or null. */
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

  /** A client with another session, or none, that has seen the same. */
  withToken(token: string | null): ModelClient {
    const client = new ModelClient(this.apis, this.random, token, this.withinMs)
    client.#seen = this.#seen
    return client
  }

  /** Sends a request to one process, once. Null when the outcome is unknown: the process died, or answered that it is unavailable. */
  async sendOnce(request: ModelRequest, abandoning?: AbortSignal): Promise<ModelAnswer | null> {
    const api = this.random.of(this.apis)
    const { method, path, body, file, key, ifMatch } = request
    const type = file?.type ?? (body && 'application/json')
    const sent = file?.bytes ?? (body && JSON.stringify(body))
    const headers = {
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...(type !== undefined && { 'content-type': type }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(this.#seen && { [MIN_SEQ_HEADER]: writePosition(this.#seen) }),
    }
    const withinMs = path === '/data/reset' ? Math.max(this.withinMs, RESET_WITHIN_MS) : this.withinMs
    const timeout = AbortSignal.timeout(withinMs)
    try {
      const response = await fetch(`${api.origin}/api${path}`, {
        method,
        headers,
        ...(sent !== undefined && { body: sent }),
        signal: abandoning ? AbortSignal.any([abandoning, timeout]) : timeout,
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const { status } = response
      this.#note(readReflected(response.headers.get(SEQ_HEADER) ?? ''))
      if (status === 503 && response.headers.get('retry-after') === null)
        throw new UnexpectedAnswer(`${method} ${path} answered 503 without Retry-After`)
      if (status === 503) return null
      if (status >= 500) await pause(LOG_DELAY_MS)
      if (status >= 500) throw new UnexpectedAnswer(`${method} ${path} answered ${status}: ${bytes.toString()}\n${api.said}`)
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      const answered = bytes.length === 0 ? null : isJson ? JSON.parse(bytes.toString()) : bytes
      return { status, body: answered, replayed: response.headers.get('idempotent-replayed') === 'true' }
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

  /** Sends a request as a device does that loses its network after some milliseconds: whatever it reached by then stays. */
  async abandon(request: ModelRequest, afterMs: number): Promise<void> {
    const losing = new AbortController()
    const timer = setTimeout(() => losing.abort(), afterMs)
    await this.sendOnce(request, losing.signal)
    clearTimeout(timer)
  }

  /** Sends the requests at the same time to several processes; those with unknown outcome are repeated. */
  sendConcurrently(requests: readonly ModelRequest[]): Promise<ModelAnswer[]> {
    return Promise.all(requests.map((request) => this.sendUntilAnswered(request)))
  }
}

/** Thrown for an answer that no process may give, whatever fails. */
class UnexpectedAnswer extends Error {}
