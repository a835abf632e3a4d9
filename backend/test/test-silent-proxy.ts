import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to Postgres that can fall silent as a network does: nobody hears either when somebody hangs up. */
export interface SilentProxy {
  /** The address through it. */
  url: string
  /** From now on nothing passes, on no connection, or so many bytes more each way. */
  fallSilent: (afterBytes?: number) => void
  /** New connections pass again; those of before never do. */
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
