import type Stripe from 'stripe'
import { idOf } from './stripe-client.js'

/** What a subscription was paid with: an invoice that was paid, and the charges for it that went through. */
export interface InvoicePayment {
  invoice: Stripe.Invoice
  charges: Stripe.Charge[]
}

/** A dispute about a charge, and how it stands in Stripe's words. */
export interface DisputedCharge {
  id: string
  status: string
  /** Stripe's id of the charge. */
  charge: string
}

/** The payments for a subscription among all of its customer's, newest first. */
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
 * Whether the money went back: all of what the running period was paid with last, or any payment by a dispute that is
 * lost. A refund of an earlier period says nothing of the present one.
 * @param periodStart in seconds since 1970
 * @param payments newest first
 */
export function isPaidBack(periodStart: number, payments: readonly InvoicePayment[], disputed: readonly DisputedCharge[]): boolean {
  const lost = new Set(disputed.filter(({ status }) => status === 'lost').map(({ charge }) => charge))
  if (payments.some(({ charges }) => charges.some(({ id }) => lost.has(id)))) return true
  const latest = payments.find(({ invoice }) => invoice.lines.data.some(({ period }) => period.end > periodStart))
  return latest?.charges.every(({ refunded }) => refunded) ?? false
}
