import type { Stripe } from 'stripe'
import { isBoleto } from './boletos.js'
import { type CardDecline, declines } from './cards.js'
import { disputeCharge } from './disputes.js'
import { cardOf } from './payment-methods.js'
import { type SimulatorWorld, newId } from './world.js'

/** A payment: its intent and charge. */

export interface PaymentAttempt {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  /** Why it was refused; null if it was paid. */
  refused: CardDecline | null
}

export interface AmountDue {
  customer: string
  method: Stripe.PaymentMethod
  /** Centavos. */
  amount: number
  currency: string
  description: string
  /** Whether the cardholder is present. */
  present: boolean
}

/** Charges a payment method. A refusal is a result here, not an error. */
export function pay(world: SimulatorWorld, due: AmountDue): PaymentAttempt {
  // A voucher that is charged has been paid.
  const card = isBoleto(due.method) ? ({ first: 'pays', later: 'pays' } as const) : cardOf(world, due.method.id)
  const outcome = due.present ? card.first : card.later
  const refused = outcome === 'pays' ? null : outcome
  const [chargeId, intentId] = [newId('ch'), newId('pi')]
  const charge = world.store.put('charges', newCharge(world, chargeId, intentId, due, refused))
  const intent = world.store.put('paymentIntents', newIntent(world, intentId, due, charge, refused))
  world.publish('payment_intent.created', {
    ...intent,
    status: 'requires_confirmation',
    amount_received: 0,
    latest_charge: null,
    last_payment_error: null,
  })
  world.publish(refused ? 'charge.failed' : 'charge.succeeded', charge)
  world.publish(refused ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
  if (!refused && 'disputed' in card) disputeCharge(world, charge)
  return { intent, charge: world.store.get('charges', chargeId) ?? charge, refused }
}

function newCharge(world: SimulatorWorld, id: string, intent: string, due: AmountDue, refused: CardDecline | null): Stripe.Charge {
  const card = due.method.card
  const failure = refused && declines[refused]
  return {
    id,
    object: 'charge',
    amount: due.amount,
    amount_captured: refused ? 0 : due.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: due.method.billing_details,
    calculated_statement_descriptor: 'PRUMO',
    captured: !refused,
    created: world.now(),
    currency: due.currency,
    customer: due.customer,
    description: due.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: refused ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: refused ? '01' : null,
      network_status: refused ? 'declined_by_network' : 'approved_by_network',
      reason: refused,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: refused ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: refused ? 'issuer_declined' : 'authorized',
    },
    paid: !refused,
    payment_intent: intent,
    payment_method: due.method.id,
    payment_method_details: card
      ? {
          card: {
            amount_authorized: refused ? null : due.amount,
            authorization_code: null,
            brand: card.brand,
            checks: card.checks,
            country: card.country,
            electronic_commerce_indicator: null,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            funding: card.funding,
            installments: null,
            last4: card.last4,
            mandate: null,
            network: card.brand,
            network_transaction_id: null,
            regulated_status: card.regulated_status,
            three_d_secure: null,
            transaction_link_id: null,
            wallet: null,
          },
          type: 'card',
        }
      : isBoleto(due.method)
        ? { boleto: { tax_id: '00000000000' }, type: 'boleto' }
        : null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: refused ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function newIntent(
  world: SimulatorWorld,
  id: string,
  due: AmountDue,
  charge: Stripe.Charge,
  refused: CardDecline | null,
): Stripe.PaymentIntent {
  const failure = refused && declines[refused]
  const awaits = refused === 'authentication_required' ? 'requires_action' : 'requires_payment_method'
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: due.amount,
    amount_capturable: 0,
    amount_received: refused ? 0 : due.amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_simulated`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency: due.currency,
    customer: due.customer,
    customer_account: null,
    description: due.description,
    excluded_payment_method_types: null,
    last_payment_error: failure
      ? {
          charge: charge.id,
          code: failure.code,
          ...(refused && { decline_code: refused }),
          message: failure.message,
          payment_method: due.method,
          type: 'card_error',
        }
      : null,
    latest_charge: charge.id,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: refused ? null : due.method.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: [due.method.type],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: refused ? awaits : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}
