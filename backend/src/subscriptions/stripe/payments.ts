import type Stripe from 'stripe'
import { idOf } from './stripe-client.js'

/** A payment for a subscription: a paid invoice and its successful charges. */
export interface InvoicePayment {
  invoice: Stripe.Invoice
  charges: Stripe.Charge[]
}

/** A dispute about a charge, with Stripe's status. */
export interface DisputedCharge {
  id: string
  status: string
  /** Stripe's id of the charge. */
  charge: string
}

/** The payments for one subscription of a customer, newest first. */
export function paymentsFor(
  { id }: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  charges: readonly Stripe.Charge[],
): InvoicePayment[] {
  return invoices
    .filter(({ parent }) => idOf(parent?.subscription_details?.subscription ?? null) === id)
    .toSorted((a, b) => b.created - a.created)
    .map((invoice) => ({ invoice, charges: chargesFor(invoice, charges) }))
    .filter((payment) => payment.charges.length > 0)
}

function chargesFor({ payments }: Stripe.Invoice, charges: readonly Stripe.Charge[]): Stripe.Charge[] {
  const ids = new Set((payments?.data ?? []).flatMap(({ payment }) => [idOf(payment.payment_intent ?? null), idOf(payment.charge ?? null)]))
  return charges.filter((charge) => charge.paid && (ids.has(charge.id) || ids.has(idOf(charge.payment_intent) ?? '')))
}

/**
 * Whether the current period's last payment was fully refunded, or any payment was lost in a dispute. Refunds of
 * earlier periods do not count.
 * @param periodStart in seconds since 1970
 * @param payments newest first
 */
export function isPaidBack(periodStart: number, payments: readonly InvoicePayment[], disputed: readonly DisputedCharge[]): boolean {
  const lost = new Set(disputed.filter(({ status }) => status === 'lost').map(({ charge }) => charge))
  if (payments.some(({ charges }) => charges.some(({ id }) => lost.has(id)))) return true
  const latest = payments.find(({ invoice }) => invoice.lines.data.some(({ period }) => period.end > periodStart))
  return latest?.charges.every(({ refunded }) => refunded) ?? false
}
