import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to Postgres that can fall silent without closing anything, as a network does. */
export interface SilentProxy {
  /** The address through it. */
  url: string
  /** From now on nothing passes, on no connection. */
  fallSilent: () => void
  /** New connections pass again; those of before never do. */
  speakAgain: () => void
  close: () => Promise<void>
}

export async function silentProxy(url: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let silent = false
  const join = (from: Socket, to: Socket) => {
    open.add(from)
    if (silent) dead.add(from)
    from.on('data', (bytes) => void (dead.has(from) || to.write(bytes)))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      to.destroy()
      open.delete(from)
    })
  }
  const server = createServer((client) => {
    const postgres = connect(Number(port), hostname)
    join(client, postgres)
    join(postgres, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).toString(),
    fallSilent() {
      silent = true
      for (const socket of open) dead.add(socket)
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
