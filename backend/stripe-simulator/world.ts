import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { SimulatorClock } from './clock.js'
import type { SimulatorStore } from './store.js'
import { invalid } from './stripe-error.js'

/** The version of the API that the installed client uses. */
export const API_VERSION = Stripe.API_VERSION

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in Stripe's format: `sub_1` and 23 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_1${[...randomBytes(23)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
}

/** The simulated Stripe: state, clock and published events. */
export class SimulatorWorld {
  /** The current call, which events name as their request. */
  cause: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null }

  /** @param origin of the pages, such as `http://localhost:3001` */
  constructor(
    readonly store: SimulatorStore,
    readonly clock: SimulatorClock,
    public origin: string,
    /** The id of the simulated Stripe account. */
    readonly account = 'acct_1PrumoSimulador',
  ) {}

  now(): number {
    return this.clock.now()
  }

  /** Records an event and enqueues its delivery. `before` holds the previous values of the changed fields. */
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
    // Deliveries use the machine's time, however far the clock was moved.
    const due = Date.now()
    this.store.put('deliveries', { id: newId('dlv'), event: event.id, attempts: 0, since: due, due })
  }
}

/** The previous values of the fields that differ between two versions: Stripe's `previous_attributes`. */
export function changedOf<T extends object>(before: T, after: T): Partial<T> | null {
  const names = (Object.keys({ ...before, ...after }) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  return Object.fromEntries(names.map((name) => [name, before[name] ?? null])) as Partial<T>
}

/** The id of a reference that is either an id or expanded; empty for none. */
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

/** Merges metadata: an empty value deletes its key, an empty whole deletes all. */
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

/** Stripe sends exact amounts as texts; its client parses them with arbitrary precision. */
export function decimal(amount: number): Stripe.Decimal {
  return String(amount) as unknown as Stripe.Decimal
}
