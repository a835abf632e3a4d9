import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

interface NetworkLink {
  client: Socket
  /** Null before it is connected. */
  server: Socket | null
  /** Swallowed bytes are lost, so a connection that lost some delivers nothing any more. */
  dead: boolean
  /** The bytes that were held back in each direction, in order. */
  held: { towards: 'client' | 'server'; bytes: Buffer }[]
}

/** What happens to the existing connections when the network works again. */
export type ResumeMode = 'held back' | 'dead'

/**
 * A network between a program and its Postgres that can fall silent: then nothing arrives in either direction, not even
 * the end of a connection. New connections are accepted, as by a gateway, and get no answer.
 */
export class SilencedNetwork {
  readonly #server: Server
  readonly #links = new Set<NetworkLink>()
  #silent: ResumeMode | null = null

  private constructor(private readonly target: { host: string; port: number }) {
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#join(client))
  }

  /** @param url of the Postgres behind it */
  static async to(url: string): Promise<SilencedNetwork> {
    const { hostname, port } = new URL(url)
    const network = new SilencedNetwork({ host: hostname, port: Number(port) })
    network.#server.listen(0, '127.0.0.1')
    await once(network.#server, 'listening')
    return network
  }

  /** The address of Postgres through this network. */
  through(url: string): string {
    const { port } = this.#server.address() as AddressInfo
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).toString()
  }

  /** @param then whether what was sent meanwhile arrives late, as after a detour, or those connections are lost unnoticed */
  fallSilent(then: ResumeMode): void {
    this.#silent = then
    if (then === 'dead') for (const link of this.#links) link.dead = true
  }

  speakAgain(): void {
    this.#silent = null
    for (const link of this.#links) if (!link.dead) this.#resume(link)
  }

  async close(): Promise<void> {
    for (const { client, server } of this.#links) for (const end of [client, server]) end?.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket): void {
    const link: NetworkLink = { client, server: null, dead: this.#silent === 'dead', held: [] }
    this.#links.add(link)
    this.#carry(link, client, 'server')
    if (!this.#silent) this.#reach(link)
  }

  #reach(link: NetworkLink): Socket {
    const server = connect({ ...this.target, allowHalfOpen: true })
    link.server = server
    this.#carry(link, server, 'client')
    return server
  }

  /** Delivers what was held back, including the end of a connection. */
  #resume(link: NetworkLink): void {
    const server = link.server ?? this.#reach(link)
    for (const { towards, bytes } of link.held.splice(0)) (towards === 'client' ? link.client : server).write(bytes)
    if (link.client.readableEnded || link.client.destroyed) server.end()
    if (server.readableEnded || server.destroyed) link.client.end()
  }

  #carry(link: NetworkLink, from: Socket, towards: 'client' | 'server'): void {
    const silent = () => link.dead || this.#silent !== null
    from.on('data', (bytes) => {
      if (link.dead) return
      if (this.#silent) link.held.push({ towards, bytes })
      else link[towards]?.write(bytes)
    })
    from.on('end', () => {
      if (!silent()) link[towards]?.end()
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      if (silent()) return
      link[towards]?.destroy()
      this.#links.delete(link)
    })
  }
}
