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

/** How often due steps are executed when no requests arrive. */
const CHECK_MS = 1_000

export interface SimulatorOptions {
  /** The port; 0: any free one. Default: the previous one, else the preferred one, else any free one. */
  port?: number
  /** The port of the first start, if it is free. */
  preferredPort?: number
  /** The address to listen on. Default: 127.0.0.1. */
  host?: string
  /** The host name in the pages' addresses. Default: `localhost`. */
  hostname?: string
  /** The id of the simulated Stripe account. Default: the same for all. */
  account?: string
  /** The folder of the journal; without one the state is lost on close. */
  dataDir?: string
  /** Where events are delivered; without one they are only recorded. */
  webhook?: WebhookEndpoint
  /** The machine's clock, in milliseconds since the epoch. The simulator's clock adds an offset. */
  now?: () => number
  patience?: Partial<DeliveryTimes>
}

export interface Simulator {
  /** Without a trailing slash; serves API, pages and controls. */
  url: string
  /** Options for Stripe's client: `new Stripe(key, simulator.client)`. */
  client: { host: string; port: number; protocol: 'http' }
  /** Moves the clock like `POST /simulator/clock`; returns the new time, in epoch seconds. */
  moveClock(days: number): Promise<{ now: number }>
  close(): Promise<void>
  server: Server
}

/** Starts a simulator of Stripe; `close` stops it. The state in its folder survives that, and a kill too. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { host = '127.0.0.1', hostname = 'localhost', now = Date.now } = options
  const store = new SimulatorStore(options.dataDir === undefined ? null : join(options.dataDir, 'journal.jsonl'))
  const clock = new SimulatorClock(now, controlsOf(store).aheadMs)
  const deliveries = new WebhookDeliveries(store, options.webhook ?? null, () => controlsOf(store), {
    ...defaultDeliveryTimes,
    ...options.patience,
  })
  // The origin is known once the server listens.
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

/** Listens on the first free port of these; 0 means any, and counts only in the last place. */
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
