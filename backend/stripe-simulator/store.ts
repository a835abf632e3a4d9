import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stripe } from 'stripe'

/** The simulator's state, by kind. Stripe's objects are stored in Stripe's shape. */
export interface StoredKinds {
  products: Stripe.Product
  prices: Stripe.Price
  customers: Stripe.Customer | Stripe.DeletedCustomer
  paymentMethods: Stripe.PaymentMethod
  /** The test card behind a payment method, under the payment method's id. */
  cards: { id: string; number: string }
  checkoutSessions: Stripe.Checkout.Session
  /** How to complete a checkout session, under the session's id. */
  orders: CheckoutOrder
  subscriptions: Stripe.Subscription
  schedules: Stripe.SubscriptionSchedule
  invoices: Stripe.Invoice
  invoicePayments: Stripe.InvoicePayment
  paymentIntents: Stripe.PaymentIntent
  charges: Stripe.Charge
  refunds: Stripe.Refund
  disputes: Stripe.Dispute
  /** Issued boletos, under their invoice's id. */
  vouchers: BoletoVoucher
  restrictedKeys: RestrictedKey
  portalSessions: Stripe.BillingPortal.Session
  events: StoredEvent
  /** Events that the webhook endpoint has not accepted yet. */
  deliveries: WebhookDelivery
  /** Answers by idempotency key. */
  keptAnswers: KeptAnswer
  /** One row: the settings of the controls. */
  controls: SimulatorControls
}
export type StoreKind = keyof StoredKinds

export interface CheckoutOrder {
  id: string
  price: string
  quantity: number
  subscriptionData: Stripe.Checkout.SessionCreateParams.SubscriptionData | null
  /** The result of a completed session's boleto: when, and whether it is paid. */
  late: { at: number; paid: boolean } | null
}

/** An issued voucher, under its invoice's id. */
export interface BoletoVoucher {
  id: string
  intent: string
  method: string
  at: number
  paid: boolean
}

/** A restricted key and its permissions, in Stripe's names: `rak_customer_write`. */
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
  /** Number of attempts. */
  attempts: number
  /** When it was first due and is due next, in milliseconds of the machine's clock. */
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
  /** How far the clock is ahead of the machine's, in milliseconds. */
  aheadMs: number
  order: 'normal' | 'shuffled' | 'reversed' | 'doubled' | 'held'
  /** Delay of the API's answers, in milliseconds. */
  answerDelayMs: number
  /** The state of a subscription after the last failed attempt; undefined: it ends. */
  afterRetries?: 'cancel' | 'unpaid'
  /** The failure of the next calls of the API, and how many fail. */
  failing?: { code: SimulatedFailure; left: number }
  /** The previous port, so that links survive a restart. */
  port: number | null
}

/** The rate limit is exceeded, another request locks the object, or Stripe has an internal error. */
export type SimulatedFailure = 'rate_limit' | 'lock_timeout' | 'api_error'

type JournalEntry = [kind: StoreKind, id: string, value: unknown]

/**
 * In memory with a journal. A change is one line, written before it is visible, so published changes survive a kill -9.
 * An incomplete last line belongs to a change that was never visible.
 */
export class SimulatorStore {
  readonly #tables = new Map<StoreKind, Map<string, unknown>>()
  #journal: number | null = null
  #depth = 0
  /** Previous values of the current change, newest last. */
  #undo: JournalEntry[] = []

  /** @param file the journal; null: the state is lost with the process */
  constructor(file: string | null) {
    if (file === null) return
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    if (existsSync(file)) for (const line of readFileSync(file, 'utf8').split('\n')) this.#replay(line)
    this.#compact(file)
  }

  get<K extends StoreKind>(kind: K, id: string): StoredKinds[K] | undefined {
    return this.#table(kind).get(id)
  }

  /** All of a kind, oldest first. */
  all<K extends StoreKind>(kind: K): StoredKinds[K][] {
    return [...this.#table(kind).values()]
  }

  /** Stores a value, replacing the one with its id. Values are never mutated. */
  put<K extends StoreKind, Value extends StoredKinds[K]>(kind: K, value: Value): Value {
    this.#set(kind, value.id, value)
    return value
  }

  remove(kind: StoreKind, id: string): void {
    this.#set(kind, id, undefined)
  }

  /** Makes all of `work`'s changes, or none if it throws. A nested change is rolled back alone. */
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

  /** Rewrites the journal as one line per kind, without its history. */
  #compact(file: string): void {
    const lines = [...this.#tables].map(([kind, table]) => JSON.stringify([...table].map(([id, value]): JournalEntry => [kind, id, value])))
    const draft = `${file}.draft`
    writeFileSync(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    renameSync(draft, file)
    this.#journal = openSync(file, 'a', 0o600)
  }
}
