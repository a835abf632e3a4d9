import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sendFile } from './second-release.js'

/** An answer of the server that was not delivered yet. */
export interface HeldAnswer {
  /** Resolves once there is one. */
  arrived: Promise<void>
  release: () => void
}

/**
 * A proxy of the program that can be cut, also for requests that the browser's offline switch does not affect. Cut, it
 * forwards no request under `/api`, but still the app's files, as a cache would. Down, it forwards nothing.
 */
export class CuttableConnection {
  readonly url: string
  isCut = false
  /** Every so many answers to writes are dropped, after the server has handled them; 0 for none. */
  dropEvery = 0
  /** The idempotency key of a command that always fails on the server. */
  failing: string | null = null
  /** A folder with another release of the app to serve instead of the program's own. */
  release: string | null = null
  #isDown = false
  #answered = 0
  #dropped = 0
  #hold: ((pass: () => void) => void) | null = null
  readonly #sockets = new Set<Socket>()

  private constructor(
    private readonly target: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming, answer) => this.#pass(incoming, answer))
    server.on('connection', (socket: Socket) => {
      if (this.#isDown) return void socket.destroy()
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  /** How many answers were dropped. */
  get dropped(): number {
    return this.#dropped
  }

  static async to(target: string): Promise<CuttableConnection> {
    const server = createServer().listen(0)
    await once(server, 'listening')
    return new CuttableConnection(target, server)
  }

  /** Stops everything, including open connections. */
  goDown(): void {
    this.#isDown = true
    for (const socket of this.#sockets) socket.destroy()
  }

  goUp(): void {
    this.#isDown = false
  }

  /** Holds the next answer to a write, after the server has handled it. */
  holdNext(): HeldAnswer {
    let release = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      this.#hold = (pass) => {
        release = pass
        resolve()
      }
    })
    const letThrough = (): void => {
      const pass = release
      release = () => undefined
      pass()
    }
    return { arrived, release: letThrough }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.server.close()
    await once(this.server, 'close')
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const isApi = incoming.url?.startsWith('/api') === true
    if (isApi && this.isCut) return void incoming.socket.destroy()
    if (!isApi && this.release !== null) return sendFile(this.release, incoming.url ?? '/', answer)
    if (isApi && this.failing !== null && incoming.headers['idempotency-key'] === this.failing) return fail(incoming, answer)
    const outgoing = request(this.target + incoming.url, { method: incoming.method, headers: incoming.headers }, (reply) => {
      if (this.#isDown || (isApi && this.#isDropped(incoming))) {
        reply.resume()
        return incoming.socket.destroy()
      }
      const pass = (): void => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      }
      const hold = isApi && incoming.method !== 'GET' ? this.#hold : null
      if (!hold) return pass()
      this.#hold = null
      hold(pass)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    // The client is gone: an open stream would continue without end.
    answer.on('close', () => answer.writableFinished || outgoing.destroy())
    incoming.pipe(outgoing)
  }

  #isDropped({ method }: IncomingMessage): boolean {
    if (method === 'GET' || this.dropEvery === 0) return false
    this.#answered += 1
    if (this.#answered % this.dropEvery !== 0) return false
    this.#dropped += 1
    return true
  }
}

/** Answers 500, as a server with an unexpected fault does. */
function fail(incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume()
  answer.writeHead(500, { 'Content-Type': 'application/json' })
  answer.end(JSON.stringify({ error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' }))
}
