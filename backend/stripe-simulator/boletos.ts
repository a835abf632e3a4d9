import type { Stripe } from 'stripe'
import { DAY } from './clock.js'
import { type SimulatorWorld, idOf, newId } from './world.js'

/** Boletos: vouchers paid at a bank, days later or never. Each payment needs a new one, and none can be refunded. */

/** A boleto is paid on the next day, or expires after three. */
export const BOLETO_DAYS = { paid: 1, expired: 3 } as const
export type BoletoName = 'boleto' | 'boleto_vencido'

export function isBoleto({ type }: Stripe.PaymentMethod): boolean {
  return type === 'boleto'
}

/** The payment method of a customer who chose the boleto; `boleto_vencido` is never paid. */
export function storeBoleto(world: SimulatorWorld, customer: Stripe.Customer, name: BoletoName): Stripe.PaymentMethod {
  const id = newId('pm')
  world.store.put('cards', { id, number: name })
  return world.store.put('paymentMethods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: customer.email, name: customer.name ?? null, phone: null, tax_id: null },
    boleto: { tax_id: '00000000000' },
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'boleto',
  })
}

/** Issues a voucher for an open invoice. The invoice stays open until the voucher is paid. */
export function sendVoucher(world: SimulatorWorld, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): Stripe.Invoice {
  const paid = world.store.get('cards', method.id)?.number === 'boleto'
  const at = world.now() + (paid ? BOLETO_DAYS.paid : BOLETO_DAYS.expired) * DAY
  const intent = newId('pi')
  world.store.put('vouchers', { id: invoice.id, intent, method: method.id, at, paid })
  const waiting = world.store.put('invoices', {
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    hosted_invoice_url: `${world.origin}/i/${invoice.id}`,
  })
  world.publish('invoice.payment_action_required', waiting)
  return waiting
}

/** When the voucher of an invoice is paid or expires; Infinity: there is none. */
export function voucherDueAt(world: SimulatorWorld, invoice: Stripe.Invoice): number {
  return invoice.status === 'open' ? (world.store.get('vouchers', invoice.id)?.at ?? Infinity) : Infinity
}

/** Removes the voucher of an invoice, because it was paid or has expired. */
export function removeVoucher(world: SimulatorWorld, invoice: Stripe.Invoice): { method: Stripe.PaymentMethod; paid: boolean } | null {
  const voucher = world.store.get('vouchers', invoice.id)
  const method = voucher && world.store.get('paymentMethods', idOf(voucher.method))
  world.store.remove('vouchers', invoice.id)
  return voucher && method ? { method, paid: voucher.paid } : null
}
