import type { Stripe } from 'stripe'
import { isBoleto, sendVoucher } from './boletos.js'
import { DAY, HOUR } from './clock.js'
import { type InvoiceRequest, newInvoice, noTransitions } from './new-invoice.js'
import { type PaymentAttempt, pay } from './payments.js'
import { type SimulatorWorld, changedOf, idOf, newId } from './world.js'

/** The invoices of a subscription's periods, and the attempts to collect them. */

/** Days between a failed attempt and the next; after the last one Stripe gives up, and the subscription ends. */
const RETRY_DAYS = [3, 5, 7, 6] as const

export interface CollectedInvoice {
  invoice: Stripe.Invoice
  paid: boolean
  /** Whether Stripe makes no further attempt by itself. */
  givenUp: boolean
  payment: PaymentAttempt | null
}

/** How long a renewal's invoice stays a draft, so that the seller can change it. */
const DRAFT_HOURS = 1

/** Creates and finalizes the invoice of a period at once, like the first one. */
export function issueInvoice(world: SimulatorWorld, billing: InvoiceRequest): Stripe.Invoice {
  return finalizeInvoice(world, draftInvoice(world, billing))
}

/** Creates the draft invoice of a period. It is finalized, and can be paid, an hour later. */
export function draftInvoice(world: SimulatorWorld, billing: InvoiceRequest): Stripe.Invoice {
  const draft: Stripe.Invoice = {
    ...newInvoice(world, billing),
    status: 'draft',
    number: null,
    effective_at: null,
    automatically_finalizes_at: world.now() + DRAFT_HOURS * HOUR,
    status_transitions: noTransitions,
  }
  world.publish('invoice.created', draft)
  return world.store.put('invoices', draft)
}

/** Finalizes a draft: it becomes payable. */
export function finalizeInvoice(world: SimulatorWorld, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = world.store.get('customers', idOf(draft.customer))
  const known = customer && !customer.deleted ? customer : null
  const sequence = known?.next_invoice_sequence ?? 1
  if (known) world.store.put('customers', { ...known, next_invoice_sequence: sequence + 1 })
  const finalized = world.store.put('invoices', {
    ...draft,
    status: 'open',
    number: `${known?.invoice_prefix ?? 'PRUMO'}-${String(sequence).padStart(4, '0')}`,
    effective_at: world.now(),
    automatically_finalizes_at: null,
    status_transitions: { ...draft.status_transitions, finalized_at: world.now() },
  })
  world.publish('invoice.finalized', finalized)
  return finalized
}

/**
 * Tries to collect an open invoice.
 * @param attempt `present`: with the cardholder; `automatic`: by Stripe's own schedule; `asked`: by a call
 * @param method null if the customer has no payment method: the attempt fails
 */
export function collectInvoice(
  world: SimulatorWorld,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod | null,
  attempt: 'present' | 'automatic' | 'asked',
): CollectedInvoice {
  if (invoice.amount_remaining === 0) return { invoice: settle(world, invoice), paid: true, givenUp: false, payment: null }
  // A boleto cannot be charged: its customer gets a voucher.
  if (method && isBoleto(method) && attempt !== 'present') {
    return { invoice: sendVoucher(world, invoice, method), paid: false, givenUp: false, payment: null }
  }
  const payment = method && pay(world, paymentDue(invoice, method, attempt === 'present'))
  if (payment && payment.refused === null) {
    const paid = settle(world, invoice, attempt)
    publishPayment(world, paid, payment)
    return { invoice: paid, paid: true, givenUp: false, payment }
  }
  const failed = fail(world, invoice, attempt)
  if (payment) world.store.put('invoicePayments', invoicePayment(world, failed, payment.intent))
  if (payment?.refused === 'authentication_required') world.publish('invoice.payment_action_required', failed)
  world.publish('invoice.payment_failed', failed)
  return { invoice: failed, paid: false, givenUp: failed.next_payment_attempt === null, payment }
}

/** Ends the collection of an invoice: it is no longer owed (`void`), or written off. */
export function closeInvoice(world: SimulatorWorld, invoice: Stripe.Invoice, status: 'void' | 'uncollectible'): Stripe.Invoice {
  const at = status === 'void' ? { voided_at: world.now() } : { marked_uncollectible_at: world.now() }
  const closed = world.store.put('invoices', {
    ...invoice,
    status,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, ...at },
  })
  world.publish(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed)
  return closed
}

/** Leaves an invoice open without further attempts to collect it. */
export function stopCollecting(world: SimulatorWorld, invoice: Stripe.Invoice): Stripe.Invoice {
  const stopped = { ...invoice, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null }
  const changed = changedOf(invoice, stopped)
  if (changed) world.publish('invoice.updated', stopped, changed)
  return world.store.put('invoices', stopped)
}

/** Drafts of a subscription, oldest first. */
export function draftInvoices(world: SimulatorWorld, subscription: string): Stripe.Invoice[] {
  return world.store.all('invoices').filter((invoice) => invoice.status === 'draft' && subscriptionOf(invoice) === subscription)
}

/** Records that a voucher expired. Another is issued later, until Stripe gives up. */
export function failVoucher(world: SimulatorWorld, invoice: Stripe.Invoice): CollectedInvoice {
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  const next = days === undefined ? null : world.now() + days * DAY
  const failed = world.store.put('invoices', { ...invoice, next_payment_attempt: next })
  world.publish('invoice.payment_failed', failed)
  return { invoice: failed, paid: false, givenUp: next === null, payment: null }
}

/** Open invoices of a subscription, oldest first. */
export function openInvoices(world: SimulatorWorld, subscription: string): Stripe.Invoice[] {
  return world.store.all('invoices').filter((invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscription)
}

/** The subscription of an invoice. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription
  return subscription === undefined ? null : idOf(subscription)
}

function paymentDue(invoice: Stripe.Invoice, method: Stripe.PaymentMethod, present: boolean) {
  const description = invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  // The subscriber makes the first payment.
  const first = invoice.billing_reason === 'subscription_create' && invoice.attempt_count === 0
  return {
    customer: idOf(invoice.customer),
    method,
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    description,
    present: present || first,
  }
}

function settle(world: SimulatorWorld, invoice: Stripe.Invoice, attempt: 'present' | 'automatic' | 'asked' = 'automatic'): Stripe.Invoice {
  const paid = world.store.put('invoices', {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: countedAttempts(invoice, attempt),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
  })
  world.publish('invoice.paid', paid)
  world.publish('invoice.payment_succeeded', paid)
  return paid
}

function fail(world: SimulatorWorld, invoice: Stripe.Invoice, attempt: 'present' | 'automatic' | 'asked'): Stripe.Invoice {
  const attempts = countedAttempts(invoice, attempt)
  const days = RETRY_DAYS[attempts - 1]
  const automatic = attempt === 'automatic' && invoice.billing_reason === 'subscription_cycle'
  const next = automatic ? (days === undefined ? null : world.now() + days * DAY) : invoice.next_payment_attempt
  return world.store.put('invoices', { ...invoice, attempt_count: attempts, attempted: true, next_payment_attempt: next })
}

/** The first attempt always counts; later ones count only if Stripe made them. */
function countedAttempts(invoice: Stripe.Invoice, attempt: 'present' | 'automatic' | 'asked'): number {
  return attempt === 'automatic' || invoice.attempt_count === 0 ? invoice.attempt_count + 1 : invoice.attempt_count
}

function publishPayment(world: SimulatorWorld, invoice: Stripe.Invoice, { intent }: PaymentAttempt): void {
  const payment = world.store.put('invoicePayments', invoicePayment(world, invoice, intent))
  world.publish('invoice_payment.paid', payment)
}

function invoicePayment(world: SimulatorWorld, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): Stripe.InvoicePayment {
  const paid = intent.status === 'succeeded'
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: paid ? intent.amount : null,
    amount_requested: intent.amount,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? world.now() : null },
  }
}
