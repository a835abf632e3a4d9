import type { Stripe } from 'stripe'
import { type SimulatorWorld, decimal, idOf, listOf, newId } from './world.js'

/** What to bill: a period of a subscription. */
export interface InvoiceRequest {
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  /** Centavos; 0 during a trial. */
  amount: number
  period: BillingPeriod
  /** Credit for the unused time of the previous price. */
  unused?: UnusedTime
}

export interface UnusedTime {
  /** Centavos, above zero. */
  amount: number
  price: Stripe.Price
  /** The rest of the period. */
  period: BillingPeriod
}

interface BillingPeriod {
  start: number
  end: number
}

export const noTransitions: Stripe.Invoice.StatusTransitions = {
  finalized_at: null,
  marked_uncollectible_at: null,
  paid_at: null,
  voided_at: null,
}

/** A new invoice; it gets a number when it is finalized. */
export function newInvoice(world: SimulatorWorld, billing: InvoiceRequest): Stripe.Invoice {
  const invoice = invoiceOf(world, billing)
  const customer = world.store.get('customers', idOf(invoice.customer))
  if (customer && !customer.deleted) world.store.put('customers', { ...customer, currency: invoice.currency })
  return invoice
}

/** Computes an invoice without storing it. */
export function invoiceOf(world: SimulatorWorld, { subscription, reason, amount: price, period, unused }: InvoiceRequest): Stripe.Invoice {
  const id = newId('in')
  const customer = world.store.get('customers', idOf(subscription.customer))
  const known = customer && !customer.deleted ? customer : null
  const amount = price - (unused?.amount ?? 0)
  // The invoice of a renewal spans the previous period; the first one, the moment of its start.
  const start =
    reason !== 'subscription_cycle'
      ? period.start
      : Math.min(period.start, subscription.items.data[0]?.current_period_start ?? period.start)
  return {
    id,
    object: 'invoice',
    account_country: 'BR',
    account_name: 'Prumo',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: subscription.currency,
    custom_fields: null,
    customer: idOf(subscription.customer),
    customer_account: null,
    customer_address: null,
    customer_email: known?.email ?? null,
    customer_name: known?.name ?? null,
    customer_phone: known?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: world.now(),
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, [
      ...(unused ? [unusedLine(id, subscription, unused)] : []),
      lineOf(id, subscription, price, period),
    ]),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.start,
    period_start: start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { ...noTransitions, finalized_at: world.now() },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** The credit for unused time as a negative line. */
function unusedLine(invoice: string, subscription: Stripe.Subscription, { amount, price, period }: UnusedTime): Stripe.InvoiceLineItem {
  const line = lineOf(invoice, subscription, -amount, period)
  return {
    ...line,
    description: 'Unused time on Prumo',
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: true,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]!.id,
      },
      type: 'subscription_item_details',
    },
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
  }
}

function lineOf(invoice: string, subscription: Stripe.Subscription, amount: number, period: BillingPeriod): Stripe.InvoiceLineItem {
  const item = subscription.items.data[0]!
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: `${item.quantity ?? 1} × Prumo`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: decimal(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
