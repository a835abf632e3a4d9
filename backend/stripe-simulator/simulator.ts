import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { SimulatorClock } from './clock.js'
import { controlsOf, setControls } from './controls-of.js'
import { moveClock } from './controls.js'
import { WebhookDeliveries, type WebhookEndpoint, type DeliveryTimes, defaultDeliveryTimes } from './deliveries.js'
import { advanceTime } from './passing-time.js'
import { createPlanPrices } from './prices.js'
import { createSimulatorServer } from './server.js'
import { SimulatorStore } from './store.js'
import { SimulatorWorld } from './world.js'

/** How often it looks whether something fell due while nobody called. */
const CHECK_MS = 1_000

export interface SimulatorOptions {
  /** Where it listens; 0: any free port. Default: the one it had last, else the preferred one, else any free one. */
  port?: number
  /** Where it listens the first time, if it can. */
  preferredPort?: number
  /** The address it listens on. Default: 127.0.0.1. */
  host?: string
  /** The name in the addresses of its pages, where that is not `localhost`. */
  hostname?: string
  /** The account of Stripe's that it is. Default: one and the same. */
  account?: string
  /** The folder its journal is kept in; without one it forgets everything when it ends. */
  dataDir?: string
  /** Where events are delivered; without one they are recorded only. */
  webhook?: WebhookEndpoint
  /** The machine's clock, in milliseconds since the epoch; the simulator's own runs ahead of it once it was moved. */
  now?: () => number
  patience?: Partial<DeliveryTimes>
}

export interface Simulator {
  /** Without a trailing slash: API, pages and controls. */
  url: string
  /** Where the real client is to be pointed: `new Stripe(key, simulator.client)`. */
  client: { host: string; port: number; protocol: 'http' }
  /** What `POST /simulator/clock` does; the time it is then, in epoch seconds. */
  moveClock(days: number): Promise<{ now: number }>
  close(): Promise<void>
  server: Server
}

/** Starts a simulator of Stripe. Stop it with `close`; what it kept in its folder outlives that, and a kill as well. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', hostname = 'localhost', now = Date.now } = options
  const store = new SimulatorStore(options.dataDir === undefined ? null : join(options.dataDir, 'journal.jsonl'))
  const clock = new SimulatorClock(now, controlsOf(store).aheadMs)
  const deliveries = new WebhookDeliveries(store, options.webhook ?? null, () => controlsOf(store), {
    ...defaultDeliveryTimes,
    ...options.patience,
  })
  // The address of its pages is known once it listens.
  const world = new SimulatorWorld(store, clock, '', options.account)
  const server = createSimulatorServer(world, deliveries)
  const wishes = options.port === undefined ? [controlsOf(store).port ?? 0, options.preferredPort ?? 0, 0] : [options.port]
  const port = await listen(server, host, wishes)
  world.origin = `http://${hostname}:${port}`
  store.change(() => {
    setControls(store, { port })
    createPlanPrices(world)
  })
  const looking = setInterval(() => {
    advanceTime(world)
    deliveries.wake()
  }, CHECK_MS)
  looking.unref()
  return {
    url: world.origin,
    client: { host: host === '0.0.0.0' ? '127.0.0.1' : host, port, protocol: 'http' },
    moveClock: (days) => moveClock(world, deliveries, days),
    server,
    async close() {
      clearInterval(looking)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await deliveries.close()
      await closed
      store.close()
    },
  }
}

/** Listens on the first of these ports that is free; 0 is any, and as a wish that is not the last, none. */
async function listen(server: Server, host: string, [wish, ...others]: readonly (number | undefined)[]): Promise<number> {
  if (!wish && others.length > 0) return listen(server, host, others)
  server.listen(wish ?? 0, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (others.length === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listen(server, host, others)
  }
  return (server.address() as AddressInfo).port
}
