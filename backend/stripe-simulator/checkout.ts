import type { Stripe } from 'stripe'
import { lineItems } from './answers.js'
import { BOLETO_DAYS, storeBoleto } from './boletos.js'
import { declines, findTestCard } from './cards.js'
import { DAY, HOUR } from './clock.js'
import { createCustomer, requireCustomer } from './customers.js'
import { attachPaymentMethod, storeCard } from './payment-methods.js'
import { pay } from './payments.js'
import type { CheckoutOrder } from './store.js'
import { invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { begin, missingBehavior, trialEndOf } from './subscription-calls.js'
import { expireIncomplete } from './subscription-life.js'
import { collect, hasEnded, latestInvoice, newSubscription, recurringPrice, requireSubscription } from './subscriptions.js'
import { type SimulatorWorld, mergedMetadata, newId, idOf } from './world.js'

/** Checkout sessions: the calls of the application, and the payer's actions on the hosted page. */

const CARD_METHODS = ['card', 'boleto']

export function createSession(world: SimulatorWorld, params: Stripe.Checkout.SessionCreateParams): Stripe.Checkout.Session {
  if (params.mode === undefined) throw missing('mode')
  if (params.mode !== 'subscription') throw notSimulated(`checkout in mode ${params.mode}`, 'mode')
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page')
    throw notSimulated(`checkout with ui_mode ${params.ui_mode}`, 'ui_mode')
  if (params.discounts) throw notSimulated('discounts', 'discounts')
  const [wanted, ...more] = params.line_items ?? []
  if (!wanted) throw missing('line_items')
  if (more.length > 0) throw notSimulated('several line items', 'line_items[1]')
  if (wanted.price === undefined) throw missing('line_items[0][price]')
  const price = recurringPrice(world, wanted.price, 'line_items[0][price]')
  const quantity = wanted.quantity ?? missingQuantity()
  if (quantity < 1) throw invalid('This value must be greater than or equal to 1.', 'line_items[0][quantity]', 'parameter_invalid_integer')
  if (params.success_url === undefined) throw missing('success_url')
  for (const param of ['success_url', 'cancel_url'] as const) if (params[param] !== undefined) requireUrl(params[param], param)
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  }
  if (params.customer === undefined && params.customer_update)
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
  const customer = params.customer === undefined ? null : requireCustomer(world, params.customer, 'customer')
  const id = `cs_test_${newId('a').slice(2)}`
  world.store.put('orders', { id, price: price.id, quantity, subscriptionData: params.subscription_data ?? null, late: null })
  return world.store.put('checkoutSessions', newSession(world, id, params, customer, { price, quantity }))
}

/** @throws StripeError 404 */
export function requireSession(world: SimulatorWorld, id: string): Stripe.Checkout.Session {
  const session = world.store.get('checkoutSessions', id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}

export function updateSession(world: SimulatorWorld, id: string, params: Stripe.Checkout.SessionUpdateParams): Stripe.Checkout.Session {
  const session = requireSession(world, id)
  return world.store.put('checkoutSessions', { ...session, metadata: mergedMetadata(session.metadata ?? {}, params.metadata) })
}

export function expireSession(world: SimulatorWorld, id: string): Stripe.Checkout.Session {
  const session = requireSession(world, id)
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  const expired = world.store.put('checkoutSessions', { ...session, status: 'expired', url: null })
  world.publish('checkout.session.expired', expired)
  return expired
}

/** When a session expires, or its boleto is paid or expires; Infinity: never. */
export function sessionDueAt(world: SimulatorWorld, session: Stripe.Checkout.Session): number {
  if (session.status === 'open') return session.expires_at
  return world.store.get('orders', session.id)?.late?.at ?? Infinity
}

/** Executes what is due for a session. */
export function advanceSession(world: SimulatorWorld, session: Stripe.Checkout.Session): void {
  if (session.status === 'open') expireSession(world, session.id)
  else settleBoleto(world, session)
}

/** The result of a payment on the hosted page: the completed session, or the refusal in Portuguese. */
export type PaymentSubmission = { session: Stripe.Checkout.Session } | { refused: string }

/** Pays an open session with a typed card number or a boleto (`boleto`, or `boleto_vencido` for one that is never paid). */
export function submitPayment(world: SimulatorWorld, session: Stripe.Checkout.Session, typed: string): PaymentSubmission {
  const order = world.store.get('orders', session.id)
  const price = order && world.store.get('prices', order.price)
  if (!order || !price) throw noSuch('checkout.session', session.id)
  const boleto = typed === 'boleto' || typed === 'boleto_vencido'
  const card = boleto ? null : findTestCard(typed)
  if (card === undefined) return { refused: 'Este número não é de um cartão de teste. Escolha um da lista.' }
  const customer =
    session.customer === null
      ? createCustomer(world, { email: session.customer_email ?? 'alguem@exemplo.com.br' })
      : requireCustomer(world, idOf(session.customer))
  const method = card && storeCard(world, card, { billing_details: { ...(customer.email && { email: customer.email }) } })
  if (card && method && card.first !== 'pays') {
    pay(world, {
      customer: customer.id,
      method,
      amount: session.amount_total ?? 0,
      currency: price.currency,
      description: 'Subscription creation',
      present: true,
    })
    return { refused: declines[card.first].text }
  }
  const attached = boleto ? storeBoleto(world, customer, typed) : method && attachPaymentMethod(world, method.id, customer.id)
  const subscription = begin(world, newSubscription(world, subscriptionOf(world, order, price, customer.id, attached?.id ?? null)))
  const invoice = latestInvoice(world, subscription)
  if (boleto && subscription.status === 'incomplete') {
    const at = world.now() + (typed === 'boleto' ? BOLETO_DAYS.paid : BOLETO_DAYS.expired) * DAY
    world.store.put('orders', { ...order, late: { at, paid: typed === 'boleto' } })
    return { session: complete(world, session, customer, subscription, 'unpaid') }
  }
  if (subscription.status === 'incomplete') collect(world, invoice, 'present')
  return { session: complete(world, session, customer, subscription, invoice.amount_due === 0 ? 'no_payment_required' : 'paid') }
}

function subscriptionOf(world: SimulatorWorld, order: CheckoutOrder, price: Stripe.Price, customer: string, method: string | null) {
  const data = order.subscriptionData ?? {}
  return {
    customer,
    price,
    quantity: order.quantity,
    method,
    trialEnd: trialEndOf(world, data),
    anchor: data.billing_cycle_anchor ?? null,
    description: data.description ?? null,
    metadata: mergedMetadata({}, data.metadata),
    missingPaymentMethod: missingBehavior(data.trial_settings),
  }
}

function complete(
  world: SimulatorWorld,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required',
) {
  const completed = world.store.put('checkoutSessions', {
    ...session,
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    invoice: idOf(subscription.latest_invoice),
    payment_status: paymentStatus,
    status: 'complete',
    subscription: subscription.id,
    url: null,
  })
  world.publish('checkout.session.completed', completed)
  return completed
}

function settleBoleto(world: SimulatorWorld, session: Stripe.Checkout.Session): void {
  const order = world.store.get('orders', session.id)
  if (!order?.late) return
  const { paid } = order.late
  world.store.put('orders', { ...order, late: null })
  const subscription = requireSubscription(world, idOf(session.subscription))
  if (!paid) {
    if (!hasEnded(subscription)) expireIncomplete(world, subscription)
    world.publish('checkout.session.async_payment_failed', session)
    return
  }
  collect(world, latestInvoice(world, subscription), 'present')
  const settled = world.store.put('checkoutSessions', { ...session, payment_status: 'paid' })
  world.publish('checkout.session.async_payment_succeeded', settled)
}

/** The address after a payment. */
export function successAddress(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** The address after a canceled payment. */
export function cancelAddress(session: Stripe.Checkout.Session): string | null {
  return session.cancel_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
}

function requireUrl(text: string, param: string): void {
  if (!/^https?:\/\/[^/]+/.test(text)) throw invalid('Not a valid URL', param, 'url_invalid')
}

function missingQuantity(): never {
  throw missing('line_items[0][quantity]')
}

function expiryOf(world: SimulatorWorld, wanted: number | undefined): number {
  const now = world.now()
  if (wanted === undefined) return now + DAY
  if (wanted < now + HOUR / 2 - 5 || wanted > now + DAY + 5) {
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', 'expires_at')
  }
  return wanted
}

function newSession(
  world: SimulatorWorld,
  id: string,
  params: Stripe.Checkout.SessionCreateParams,
  customer: Stripe.Customer | null,
  { price, quantity }: { price: Stripe.Price; quantity: number },
): Stripe.Checkout.Session {
  const amount = trialEndOf(world, params.subscription_data ?? {}) === null ? (price.unit_amount ?? 0) * quantity : 0
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now(),
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: customer ? null : 'always',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiryOf(world, params.expires_at),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergedMetadata({}, params.metadata),
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: params.allowed_payment_method_types ?? CARD_METHODS,
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin}/c/pay/${id}`,
    wallet_options: null,
  }
}

/** The item of a session, with the names that its page shows. */
export function boughtItem(world: SimulatorWorld, session: Stripe.Checkout.Session): Stripe.LineItem | undefined {
  return lineItems(world.store, session.id).data[0]
}
