import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatorControls, WebhookDelivery, SimulatorStore } from './store.js'

/**
 * Delivers events to the webhook endpoint, signed, until it answers 2xx: at least once, in no guaranteed order.
 * Controls can disturb the order. Undelivered events are stored and survive a restart.
 */

export interface WebhookEndpoint {
  url: string
  /** The signing secret; two, comma-separated, during a rotation: then both sign, as at Stripe. */
  secret: string
}

/** In milliseconds of the machine's clock. */
export interface DeliveryTimes {
  /** Timeout of an endpoint's answer. */
  answerMs: number
  /** Delay after the first failure; doubles with each further one. */
  retryMs: number
  maxRetryMs: number
  /** How long shuffled and reversed deliveries wait for others to be mixed with. */
  gatherMs: number
}

export const defaultDeliveryTimes: DeliveryTimes = { answerMs: 10_000, retryMs: 500, maxRetryMs: 60_000, gatherMs: 150 }

const GIVE_UP_MS = 3 * 86_400_000
const AT_ONCE = 4

export class WebhookDeliveries {
  #closing = new AbortController()
  #wake: () => void = () => undefined
  #running: Promise<void>

  /** @param endpoint null: events are recorded, not delivered */
  constructor(
    private readonly store: SimulatorStore,
    private readonly endpoint: WebhookEndpoint | null,
    private readonly controls: () => SimulatorControls,
    private readonly patience: DeliveryTimes = defaultDeliveryTimes,
  ) {
    this.#running = this.#run()
  }

  /** Checks for due deliveries, after a new event or a change of the order. */
  wake(): void {
    this.#wake()
  }

  /** Resolves once every delivery was tried or is held; at the latest after so many milliseconds. */
  async untilTried(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs
    this.wake()
    while (!this.#closing.signal.aborted && Date.now() < deadline) {
      const fresh = this.store.all('deliveries').some(({ attempts }) => attempts === 0)
      if (!fresh || this.endpoint === null || this.controls().order === 'held') return
      await pause(10)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const { order } = this.controls()
      const due = order === 'held' ? [] : this.store.all('deliveries').filter((delivery) => delivery.due <= Date.now())
      if (due.length === 0 || this.endpoint === null) await this.#untilSomethingIsDue(order)
      else await this.#deliver(due, order)
    }
  }

  async #deliver(due: WebhookDelivery[], order: SimulatorControls['order']): Promise<void> {
    if (order === 'normal') return runSerially(due, (one) => this.#attempt(one))
    if (order === 'doubled') return runSerially(due, async (one) => void (await Promise.all([this.#attempt(one), this.#attempt(one)])))
    await this.#pause(this.patience.gatherMs)
    const gathered = this.store.all('deliveries').filter((delivery) => delivery.due <= Date.now())
    if (order === 'reversed') return runSerially(gathered.toReversed(), (one) => this.#attempt(one))
    const shuffled = gathered.map((one) => [Math.random(), one] as const).toSorted(([a], [b]) => a - b)
    const lanes = Array.from({ length: AT_ONCE }, (_, lane) => shuffled.filter((_one, index) => index % AT_ONCE === lane))
    await Promise.all(lanes.map((lane) => runSerially(lane, ([, one]) => this.#attempt(one))))
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    // Held or closed while earlier ones were delivered.
    if (this.#closing.signal.aborted || this.controls().order === 'held') return
    const event = this.store.get('events', delivery.event)
    const taken = event === undefined || (await this.#post(JSON.stringify(event)))
    if (this.#closing.signal.aborted && !taken) return
    this.store.change(() => {
      const now = this.store.get('deliveries', delivery.id)
      if (!now) return
      const attempts = now.attempts + 1
      const givenUp = Date.now() - now.since > GIVE_UP_MS
      if (taken && event) this.store.put('events', { ...event, pending_webhooks: 0 })
      if (taken || givenUp) return this.store.remove('deliveries', delivery.id)
      const wait = Math.min(this.patience.retryMs * 2 ** (attempts - 1), this.patience.maxRetryMs)
      this.store.put('deliveries', { ...now, attempts, due: Date.now() + wait })
    })
  }

  /** @returns whether the endpoint accepted it */
  async #post(payload: string): Promise<boolean> {
    if (this.endpoint === null) return false
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (simulator)',
      'stripe-signature': signatureOf(payload, this.endpoint.secret),
    }
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.patience.answerMs)])
    try {
      const answer = await fetch(this.endpoint.url, { method: 'POST', headers, body: payload, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async #untilSomethingIsDue(order: SimulatorControls['order']): Promise<void> {
    const next = Math.min(...this.store.all('deliveries').map(({ due }) => due))
    const quiet = order === 'held' || this.endpoint === null || next === Infinity
    await new Promise<void>((resolve) => {
      const timer = quiet ? undefined : setTimeout(resolve, Math.max(0, next - Date.now()))
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}

/** Stripe's signature of a payload. Uses the machine's time, because receivers compare it with their own clock. */
export function signatureOf(payload: string, secrets: string): string {
  const time = Math.floor(Date.now() / 1000)
  const signatures = secrets
    .split(',')
    .map((secret) => `v1=${createHmac('sha256', secret.trim()).update(`${time}.${payload}`).digest('hex')}`)
  return [`t=${time}`, ...signatures].join(',')
}

async function runSerially<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}
