import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { SimulatorClock } from './clock.js'
import type { SimulatorStore } from './store.js'
import { invalid } from './stripe-error.js'

/** Stripe's own version of its API: the one that the installed client speaks. */
export const API_VERSION = Stripe.API_VERSION

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id such as Stripe gives: `sub_1` and 23 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_1${[...randomBytes(23)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

/** Where everything happens: what is stored, what time it is, and what is told of it. */
export class SimulatorWorld {
  /** The call that causes what happens, as its events name it. */
  cause: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null }

  /** @param origin of its pages, such as `http://localhost:3001` */
  constructor(
    readonly store: SimulatorStore,
    readonly clock: SimulatorClock,
    public origin: string,
    /** Whose it is: Stripe's id of the account. */
    readonly account = 'acct_1PrumoSimulador',
  ) {}

  now(): number {
    return this.clock.now()
  }

  /** Records an event and lines it up for the webhook endpoint. `before` is what changed of the object, as it was. */
  publish(type: Stripe.Event.Type, object: object, before?: object): void {
    const event = this.store.put('events', {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object, ...(before && { previous_attributes: before }) },
      livemode: false,
      pending_webhooks: 1,
      request: this.cause,
      type,
    })
    // Deliveries take real time, however far the clock was moved.
    const due = Date.now()
    this.store.put('deliveries', { id: newId('dlv'), event: event.id, attempts: 0, since: due, due })
  }
}

/** Of two versions of an object, what the newer one changed, as it was: what Stripe calls `previous_attributes`. */
export function changedOf<T extends object>(before: T, after: T): Partial<T> | null {
  const names = (Object.keys({ ...before, ...after }) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null])) as Partial<T>
}

/** The id of what an object names, by its id or, expanded, by the whole; empty where it names nothing. */
export function idOf(named: string | { id: string } | null | undefined): string {
  return typeof named === 'object' ? (named?.id ?? '') : (named ?? '')
}

/** A list inside an object. */
export function listOf<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}

const METADATA_KEYS = 50
const METADATA_NAME = 40
const METADATA_VALUE = 500

/** Metadata after a change: an empty value takes its key away, an emptied whole takes all. */
export function mergedMetadata(before: Stripe.Metadata, changes: Stripe.MetadataParam | '' | null | undefined): Stripe.Metadata {
  if (changes === undefined) return before
  if (changes === null || changes === '') return {}
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== '')
  if (merged.length > METADATA_KEYS) throw invalid(`Metadata can have at most ${METADATA_KEYS} keys.`, 'metadata')
  for (const [name, value] of merged) {
    if (name.length > METADATA_NAME)
      throw invalid(`Metadata keys can have at most ${METADATA_NAME} characters. The key '${name}' has ${name.length}.`, 'metadata')
    if (String(value).length > METADATA_VALUE)
      throw invalid(`Metadata values can have at most ${METADATA_VALUE} characters.`, `metadata[${name}]`)
  }
  return Object.fromEntries(merged.map(([name, value]) => [name, String(value)]))
}

/** Stripe writes exact amounts as texts, of which its client makes numbers of arbitrary precision. */
export function decimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal
}
