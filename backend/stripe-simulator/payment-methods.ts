import type { Stripe } from 'stripe'
import { type TestCard, declines, findTestCardByName, findTestCard } from './cards.js'
import { StripeError, invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { type SimulatorWorld, changedOf, mergedMetadata, newId } from './world.js'

/** Payment methods: created from test cards and attached to customers. */

export function createPaymentMethod(world: SimulatorWorld, params: Stripe.PaymentMethodCreateParams): Stripe.PaymentMethod {
  if (params.type === undefined) throw missing('type')
  if (params.type !== 'card') throw notSimulated(`payment methods of type ${params.type}`, 'type')
  const given = params.card
  if (!given) throw missing('card')
  const card =
    'token' in given && given.token
      ? findTestCardByName(given.token)
      : 'number' in given && given.number
        ? findTestCard(given.number)
        : undefined
  if (!card) throw new StripeError(402, 'Your card number is incorrect.', { type: 'card_error', code: 'incorrect_number', param: 'number' })
  return storeCard(world, card, params)
}

/**
 * Attaches a payment method, or a new one for a named test card (`pm_card_visa`).
 * @throws StripeError 402 if the bank refuses the card
 */
export function attachPaymentMethod(world: SimulatorWorld, id: string, customer: string, param?: string): Stripe.PaymentMethod {
  const named = findTestCardByName(id)
  const method = named ? storeCard(world, named, {}) : world.store.get('paymentMethods', id)
  if (!method) throw noSuch('PaymentMethod', id, param)
  if (method.customer === customer) return method
  if (method.customer !== null) throw invalid('The payment method you provided has already been attached to a customer.', 'payment_method')
  const refused = cardOf(world, method.id).first
  if (refused !== 'pays') {
    const { code, message } = declines[refused]
    throw new StripeError(402, message, { type: 'card_error', code, decline_code: refused })
  }
  const attached = world.store.put('paymentMethods', { ...method, customer })
  world.publish('payment_method.attached', attached)
  return attached
}

/** Detaches the payment method alone; the caller removes it from subscriptions and customers first. */
export function detachPaymentMethod(world: SimulatorWorld, id: string): Stripe.PaymentMethod {
  const method = world.store.get('paymentMethods', id)
  if (!method) throw noSuch('PaymentMethod', id)
  if (method.customer === null) throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
  const detached = world.store.put('paymentMethods', { ...method, customer: null })
  world.publish('payment_method.detached', detached, { customer: method.customer })
  return detached
}

export function updatePaymentMethod(world: SimulatorWorld, id: string, params: Stripe.PaymentMethodUpdateParams): Stripe.PaymentMethod {
  const before = world.store.get('paymentMethods', id)
  if (!before) throw noSuch('PaymentMethod', id)
  const after = { ...before, metadata: mergedMetadata(before.metadata ?? {}, params.metadata) }
  const changed = changedOf(before, after)
  if (changed) world.publish('payment_method.updated', after, changed)
  return world.store.put('paymentMethods', after)
}

/** The test card of a payment method. */
export function cardOf(world: SimulatorWorld, method: string): TestCard {
  const card = findTestCard(world.store.get('cards', method)?.number ?? '')
  if (!card) throw noSuch('PaymentMethod', method)
  return card
}

/** Stores a card that belongs to no customer yet. */
export function storeCard(
  world: SimulatorWorld,
  { number, brand }: TestCard,
  params: Pick<Stripe.PaymentMethodCreateParams, 'metadata' | 'billing_details'>,
): Stripe.PaymentMethod {
  const id = newId('pm')
  const { email, name, phone, tax_id } = params.billing_details ?? {}
  world.store.put('cards', { id, number })
  return world.store.put('paymentMethods', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: email || null, name: name || null, phone: phone || null, tax_id: tax_id ?? null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'BR',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date(world.now() * 1000).getUTCFullYear() + 3,
      fingerprint: `simulated${number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    type: 'card',
  })
}
