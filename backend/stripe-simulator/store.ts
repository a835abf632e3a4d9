import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'

/** What the simulator keeps, by kind. What Stripe shows is kept as Stripe shows it; the rest is told by its comment. */
export interface StoredKinds {
  products: Stripe.Product
  prices: Stripe.Price
  customers: Stripe.Customer | Stripe.DeletedCustomer
  paymentMethods: Stripe.PaymentMethod
  /** The test card behind a payment method, under the payment method's id. */
  cards: { id: string; number: string }
  checkoutSessions: Stripe.Checkout.Session
  /** What a checkout session is to make, under the session's id. */
  orders: CheckoutOrder
  subscriptions: Stripe.Subscription
  schedules: Stripe.SubscriptionSchedule
  invoices: Stripe.Invoice
  invoicePayments: Stripe.InvoicePayment
  paymentIntents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Stripe.Dispute
  /** Boletos that somebody has in hand, under their invoice's id. */
  vouchers: BoletoVoucher
  restrictedKeys: RestrictedKey
  portalSessions: Stripe.BillingPortal.Session
  events: StoredEvent
  /** Events that the webhook endpoint has not taken yet. */
  deliveries: WebhookDelivery
  /** Answers under their idempotency keys. */
  keptAnswers: KeptAnswer
  /** One row: what its own controls have set. */
  controls: SimulatorControls
}
export type StoreKind = keyof StoredKinds

export interface CheckoutOrder {
  id: string
  price: string
  quantity: number
  subscriptionData: Stripe.Checkout.SessionCreateParams.SubscriptionData | null
  /** A boleto's end, once the session is complete: when, and whether it was paid. */
  late: { at: number; paid: boolean } | null
}

/** A voucher that somebody has in hand, under its invoice's id. */
export interface BoletoVoucher {
  id: string
  intent: string
  method: string
  at: number
  paid: boolean
}

/** A restricted key, and its permissions in Stripe's words: `rak_customer_write`. */
export interface RestrictedKey {
  id: string
  permissions: readonly string[]
}

export interface StoredEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: Stripe.Event.Type
}

export interface WebhookDelivery {
  id: string
  event: string
  /** How often it was tried. */
  attempts: number
  /** When it was first due and when it is due next, in milliseconds of the machine's clock. */
  since: number
  due: number
}

export interface KeptAnswer {
  /** The idempotency key. */
  id: string
  /** Method, path and parameters. */
  request: string
  requestId: string
  status: number
  body: string
  /** Epoch seconds. */
  created: number
}

export interface SimulatorControls {
  id: 'controls'
  /** How far its clock is ahead of the machine's, in milliseconds. */
  aheadMs: number
  order: 'normal' | 'shuffled' | 'reversed' | 'doubled' | 'held'
  /** How long answers of the API are held back, in milliseconds. */
  answerDelayMs: number
  /** What becomes of a subscription that no attempt could collect; none: it ends. */
  afterRetries?: 'cancel' | 'unpaid'
  /** What the next calls of the API fail with, whatever they are, and how many. */
  failing?: { code: SimulatedFailure; left: number }
  /** The port it had last, so that links outlive a restart. */
  port: number | null
}

/** Stripe is asked too much, something else is being done to the same object, or it fails by itself. */
export type SimulatedFailure = 'rate_limit' | 'lock_timeout' | 'api_error'

type JournalEntry = [kind: StoreKind, id: string, value: unknown]

/**
 * In memory, with a journal: a change is one line, written before anybody is told of it, so what was told outlives a
 * kill -9. A line that was cut off belongs to a change of which nobody heard.
 */
export class SimulatorStore {
  readonly #tables = new Map<StoreKind, Map<string, unknown>>()
  #journal: number | null = null
  #depth = 0
  /** What to put back, newest last, while a change is being made. */
  #undo: JournalEntry[] = []

  /** @param file where it is kept; without one it is forgotten with the process */
  constructor(file: string | null) {
    if (file === null) return
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (existsSync(file)) for (const line of readFileSync(file, 'utf8').split('\n')) this.#replay(line)
    this.#compact(file)
  }

  get<K extends StoreKind>(kind: K, id: string): StoredKinds[K] | undefined {
    return this.#table(kind).get(id)
  }

  /** Every one of a kind, oldest first. */
  all<K extends StoreKind>(kind: K): StoredKinds[K][] {
    return [...this.#table(kind).values()]
  }

  /** Stores a value in the place of what had its id. Values are never changed in place. */
  put<K extends StoreKind, Value extends StoredKinds[K]>(kind: K, value: Value): Value {
    this.#set(kind, value.id, value)
    return value
  }

  remove(kind: StoreKind, id: string): void {
    this.#set(kind, id, undefined)
  }

  /** Makes all of `work`'s changes, or none where it throws. One inside another is undone by itself. */
  change<T>(work: () => T): T {
    const mark = this.#undo.length
    this.#depth += 1
    try {
      const result = work()
      if (this.#depth === 1) this.#commit()
      return result
    } catch (error) {
      while (this.#undo.length > mark) this.#apply(...this.#undo.pop()!)
      throw error
    } finally {
      this.#depth -= 1
      if (this.#depth === 0) this.#undo = []
    }
  }

  close(): void {
    if (this.#journal !== null) closeSync(this.#journal)
    this.#journal = null
  }

  #table<K extends StoreKind>(kind: K): Map<string, StoredKinds[K]> {
    let table = this.#tables.get(kind)
    if (!table) this.#tables.set(kind, (table = new Map()))
    return table as Map<string, StoredKinds[K]>
  }

  #set(kind: StoreKind, id: string, value: unknown): void {
    if (this.#depth === 0) return this.change(() => this.#set(kind, id, value))
    this.#undo.push([kind, id, this.#table(kind).get(id)])
    this.#apply(kind, id, value)
  }

  #apply(kind: StoreKind, id: string, value: unknown): void {
    const table: Map<string, unknown> = this.#table(kind)
    if (value === undefined || value === null) table.delete(id)
    else table.set(id, value)
  }

  #commit(): void {
    if (this.#journal === null || this.#undo.length === 0) return
    const touched = new Map(this.#undo.map(([kind, id]) => [`${kind} ${id}`, [kind, id] as const]))
    const entries = [...touched.values()].map(([kind, id]): JournalEntry => [kind, id, this.#table(kind).get(id) ?? null])
    writeSync(this.#journal, `${JSON.stringify(entries)}\n`)
  }

  #replay(line: string): void {
    let entries: JournalEntry[]
    try {
      entries = JSON.parse(line) as JournalEntry[]
    } catch {
      return
    }
    for (const entry of entries) this.#apply(...entry)
  }

  /** Writes what there is as one line a kind, in the place of how it came about. */
  #compact(file: string): void {
    const lines = [...this.#tables].map(([kind, table]) => JSON.stringify([...table].map(([id, value]): JournalEntry => [kind, id, value])))
    const draft = `${file}.draft`
    writeFileSync(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    renameSync(draft, file)
    this.#journal = openSync(file, 'a', 0o600)
  }
}
