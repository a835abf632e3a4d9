import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { sendFile } from './second-release.js'

/** An answer that the server gave and nobody has yet. */
export interface HeldAnswer {
  /** Resolves once there is one. */
  arrived: Promise<void>
  release: () => void
}

/**
 * A way to the program that can be cut: not only for what the page's own switch reaches. Cut, no request under `/api`
 * arrives any more; the app's own files do, as they would from the device. Down, nothing arrives at all.
 */
export class CuttableConnection {
  readonly url: string
  isCut = false
  /** Every so many answers to what changes something is dropped, after the server has it; 0 for none. */
  dropEvery = 0
  /** The idempotency key of a command that the server fails on, whatever else it answers. */
  failing: string | null = null
  /** A folder with another release of the app, in place of the program's own. */
  release: string | null = null
  #isDown = false
  #answered = 0
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

  static async to(target: string): Promise<CuttableConnection> {
    const server = createServer().listen(0)
    await once(server, 'listening')
    return new CuttableConnection(target, server)
  }

  /** From now on nothing arrives, what is open included. */
  goDown(): void {
    this.#isDown = true
    for (const socket of this.#sockets) socket.destroy()
  }

  goUp(): void {
    this.#isDown = false
  }

  /** Holds the next answer to what changes something, after the server has it. */
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
    // Nobody waits for it any more: a stream would go on for ever.
    answer.on('close', () => answer.writableFinished || outgoing.destroy())
    incoming.pipe(outgoing)
  }

  #isDropped({ method }: IncomingMessage): boolean {
    if (method === 'GET' || this.dropEvery === 0) return false
    this.#answered += 1
    return this.#answered % this.dropEvery === 0
  }
}

/** As a server does that has a fault where nobody looked. */
function fail(incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume()
  answer.writeHead(500, { 'Content-Type': 'application/json' })
  answer.end(JSON.stringify({ error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' }))
}
