import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Database } from '@prumo/backend/platform/database/database'
import type { LimitedRoute, MeasurementQuestion, ProcessUsage } from './test-measured-app.js'

const program = fileURLToPath(new URL('../dist/cost/test-measured-app.js', import.meta.url))
const START_MS = 60_000
/** A request that takes longer is aborted: the server is killed and started again. */
const PATIENCE_MS = 60_000

export interface WireRequest {
  method: string
  /** With the query, as in the request line. */
  target: string
  headers: Record<string, string>
  body?: string
}

/** The answer to a request, and its cost. */
export interface RequestCost extends ProcessUsage {
  /** 0 for a connection that was closed without an answer. */
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** Processor time of the database's processes, in milliseconds; 0 where the system does not provide it. */
  databaseMs: number
}

/** A server in a process of its own, whose processor time is measured for each request. Requests are sent sequentially. */
export class MeasuredServer {
  #child: ChildProcess | undefined
  #output = ''
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  private constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly port: number,
    private readonly database: Database,
  ) {}

  /** Starts it. @param environment its settings @param database where the processes of the database are found */
  static async start(environment: Record<string, string>, port: number, database: Database): Promise<MeasuredServer> {
    const server = new MeasuredServer({ ...environment, PORT: String(port) }, port, database)
    await server.#start()
    return server
  }

  async #start(): Promise<void> {
    const { PATH, LD_LIBRARY_PATH } = process.env
    const child = fork(program, { env: { PATH, LD_LIBRARY_PATH, ...this.environment }, execArgv: [], silent: true })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#output = (this.#output + text.toString()).slice(-4_000)))
    await this.#reply(START_MS)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  /** The address of the server. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  routes = (token: string) => this.#ask<LimitedRoute[]>({ ask: 'routes', token }, START_MS)
  /** Restores an uploaded copy, as a worker would. */
  restore = (accountId: string, restoreId: string) => this.#ask<null>({ ask: 'restore', accountId, restoreId }, 10 * PATIENCE_MS)

  /** The cost of an action for the server's process and, if asked, the database's. Work since the last measurement is included. */
  async measure<Result>(act: () => Promise<Result>, withDatabase = true): Promise<Result & ProcessUsage & { databaseMs: number }> {
    const before = withDatabase ? await this.#databaseTimes() : new Map<number, number>()
    const result = await act()
    const usage = await this.#ask<ProcessUsage>({ ask: 'usage' })
    const after = withDatabase ? await this.#databaseTimes() : before
    let databaseMs = 0
    for (const [pid, time] of after) databaseMs += time - (before.get(pid) ?? 0)
    return { ...result, ...usage, databaseMs }
  }

  /**
   * Sends a request and reads the whole answer. One that blocks the server for too long makes it start again, and costs Infinity.
   */
  async send(request: WireRequest, withDatabase = true): Promise<RequestCost> {
    try {
      return await this.measure(() => this.#exchange(request), withDatabase)
    } catch (error) {
      if (!(error instanceof UnansweredRequest)) throw error
      await this.stop('SIGKILL')
      await this.#start()
      return { status: 0, headers: {}, body: '', cpuMs: Infinity, holdMs: Infinity, databaseMs: 0 }
    }
  }

  #exchange({ method, target, headers, body }: WireRequest): Promise<Pick<RequestCost, 'status' | 'headers' | 'body'>> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
      const options = { port: this.port, host: '127.0.0.1', agent: this.#agent, method, path: target, headers: { ...length, ...headers } }
      const timer = setTimeout(() => {
        reject(new UnansweredRequest())
        sent.destroy()
      }, PATIENCE_MS)
      const end = (status: number, answered: Record<string, string | string[] | undefined>, text: string) => {
        clearTimeout(timer)
        resolve({ status, headers: answered, body: text })
      }
      const sent = httpRequest(options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        const finish = () => end(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks).toString())
        answer.on('end', finish)
        answer.on('error', finish)
        // A stream does not end by itself.
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          finish()
          sent.destroy()
        }
      })
      // The server may reset the connection while it refuses a body.
      sent.on('error', () => end(0, {}, ''))
      sent.end(body)
    })
  }

  async #ask<Answer>(question: MeasurementQuestion, patienceMs = PATIENCE_MS): Promise<Answer> {
    this.#child?.send(question)
    return (await this.#reply(patienceMs)) as Answer
  }

  async #reply(patienceMs: number): Promise<unknown> {
    const child = this.#child
    if (!child) throw new Error('The server does not run')
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), patienceMs)
    try {
      const { signal } = end
      const [message] = (await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])) as [
        { answered?: unknown; failed?: string } | number | null,
      ]
      if (typeof message !== 'object' || message === null) throw new Error(`The server ended:\n${this.#output}`)
      if (message.failed !== undefined) throw new Error(message.failed)
      return message.answered
    } catch (error) {
      throw end.signal.aborted ? new UnansweredRequest() : error
    } finally {
      clearTimeout(timer)
      end.abort()
    }
  }

  /** Processor time of each connection's process, in milliseconds, by pid, without autovacuum. Only Linux provides it. */
  async #databaseTimes(): Promise<Map<number, number>> {
    const rows = await this.database.rows<{ pid: number }>({
      text: `
        select pid from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    })
    return new Map(rows.map(({ pid }) => [pid, processorTime(pid)]))
  }
}

class UnansweredRequest extends Error {
  constructor() {
    super(`No answer within ${PATIENCE_MS} ms`)
  }
}

function processorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
