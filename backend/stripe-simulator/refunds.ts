import type { Stripe } from 'stripe'
import { invalid, missing, noSuch } from './stripe-error.js'
import { type SimulatorWorld, idOf, mergedMetadata, newId } from './world.js'

/** Refunds a payment, fully or partially. */
export function createRefund(world: SimulatorWorld, params: Stripe.RefundCreateParams): Stripe.Refund {
  const charge = chargeOf(world, params)
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} has not been paid and cannot be refunded.`, 'charge')
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  if (charge.payment_method_details?.type === 'boleto') throw invalid('Charges made with boleto cannot be refunded.', 'charge')
  if (charge.disputed) throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed')
  const amount = params.amount ?? left
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(`Refund amount (${inReais(amount)}) is greater than unrefunded amount on charge (${inReais(left)})`, 'amount')
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergedMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const refunded = charge.amount_refunded + amount
  const after = world.store.put('charges', { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
  world.publish('refund.created', refund)
  world.publish('charge.refunded', after, { amount_refunded: charge.amount_refunded, refunded: charge.refunded })
  world.publish('refund.updated', refund)
  return world.store.put('refunds', refund)
}

function chargeOf(world: SimulatorWorld, { charge: chargeId, payment_intent: intentId }: Stripe.RefundCreateParams): Stripe.Charge {
  if (chargeId !== undefined && intentId !== undefined)
    throw invalid('You may only specify one of these parameters: charge, payment_intent.', 'charge')
  if (chargeId !== undefined) {
    const charge = world.store.get('charges', chargeId)
    if (!charge) throw noSuch('charge', chargeId, 'charge')
    return charge
  }
  if (intentId === undefined) throw missing('charge')
  const intent = world.store.get('paymentIntents', intentId)
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent')
  const charge = world.store.get('charges', idOf(intent.latest_charge))
  if (!charge) throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, 'payment_intent')
  return charge
}

function inReais(centavos: number): string {
  return `R$${(centavos / 100).toFixed(2)}`
}
