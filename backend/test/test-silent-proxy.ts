import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy of Postgres that can fall silent as a network does: neither side notices when the other disconnects. */
export interface SilentProxy {
  /** The address of the proxy. */
  url: string
  /** Stops all connections, at once or after so many bytes in each direction. */
  fallSilent: (afterBytes?: number) => void
  /** New connections work again; the earlier ones never do. */
  speakAgain: () => void
  close: () => Promise<void>
}

export async function silentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const left = new WeakMap<Socket, number>()
  let silent = false
  const join = (from: Socket, to: Socket) => {
    open.add(from)
    if (silent) left.set(from, 0)
    from.on('data', (bytes) => {
      const passing = bytes.subarray(0, left.get(from))
      if (left.has(from)) left.set(from, (left.get(from) ?? 0) - passing.length)
      if (passing.length > 0) to.write(passing)
    })
    from.on('end', () => void (left.has(from) || to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      if (!left.has(from)) to.destroy()
      open.delete(from)
    })
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const postgres = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    join(client, postgres)
    join(postgres, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).toString(),
    fallSilent(afterBytes = 0) {
      silent = true
      for (const socket of open) left.set(socket, afterBytes)
    },
    speakAgain() {
      silent = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
