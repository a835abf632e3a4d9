import type { Stripe } from 'stripe'
import { expandPaths, lineItems, listPage, isWithin } from './answers.js'
import { declines } from './cards.js'
import { createSession, expireSession, requireSession, updateSession } from './checkout.js'
import { createCustomer, requireCustomer, deleteCustomer, setDefaultPaymentMethod, updateCustomer } from './customers.js'
import { closeInvoice, subscriptionOf } from './invoices.js'
import { attachPaymentMethod, createPaymentMethod, detachPaymentMethod, updatePaymentMethod } from './payment-methods.js'
import { closeDispute, updateDispute } from './disputes.js'
import { previewInvoice } from './plan-changes.js'
import { createPortalSession } from './portal.js'
import { createPrice, createProduct, updatePrice } from './prices.js'
import { createRefund } from './refunds.js'
import { createSchedule, releaseScheduleById, requireSchedule, updateSchedule } from './schedule-calls.js'
import type { StoreKind } from './store.js'
import { PaymentRefused, invalid, noSuch } from './stripe-error.js'
import { cancelSubscription, createSubscription, pauseSubscription, resumeSubscription, updateSubscription } from './subscription-calls.js'
import { changeSubscription, collect, endSubscription, hasEnded, itemOf, requireSubscription } from './subscriptions.js'
import { type SimulatorWorld, idOf } from './world.js'

/** All calls of Stripe's API that the simulator answers. The shapes of their parameters are generated from the `stripe` package. */
export interface SimulatorCall {
  /** `POST /v1/customers/:id`. */
  name: string
  answer: (world: SimulatorWorld, id: string, params: never) => object
}

function call(name: string, answer: SimulatorCall['answer']): SimulatorCall {
  return { name, answer }
}

export const calls: readonly SimulatorCall[] = [
  call('GET /v1/account', ({ account }) => ({ id: account, object: 'account', country: 'BR', default_currency: 'brl' })),

  call('POST /v1/products', (world, _, params: Stripe.ProductCreateParams) => createProduct(world, params)),
  call('GET /v1/products', (world, _, params: Stripe.ProductListParams) => {
    return listPage(
      world.store,
      'products',
      '/v1/products',
      params,
      (one) => oneOf(params.active, one.active) && (params.ids?.includes(one.id) ?? true),
    )
  }),
  call('GET /v1/products/:id', (world, id) => requireObject(world, 'products', 'product', id)),

  call('POST /v1/prices', (world, _, params: Stripe.PriceCreateParams) => createPrice(world, params)),
  call('GET /v1/prices', (world, _, params: Stripe.PriceListParams) => {
    return listPage(world.store, 'prices', '/v1/prices', params, (one) => {
      const named = params.lookup_keys?.includes(one.lookup_key ?? '') ?? true
      return (
        named &&
        oneOf(params.active, one.active) &&
        oneOf(params.product, one.product) &&
        oneOf(params.currency, one.currency) &&
        oneOf(params.type, one.type)
      )
    })
  }),
  call('GET /v1/prices/:id', (world, id) => requireObject(world, 'prices', 'price', id)),
  call('POST /v1/prices/:id', (world, id, params: Stripe.PriceUpdateParams) => updatePrice(world, id, params)),

  call('POST /v1/customers', (world, _, params: Stripe.CustomerCreateParams) => createCustomer(world, params)),
  call('GET /v1/customers', (world, _, params: Stripe.CustomerListParams) => {
    return listPage(world.store, 'customers', '/v1/customers', params, (one) => !one.deleted && oneOf(params.email, one.email))
  }),
  call('GET /v1/customers/:id', (world, id) => requireObject(world, 'customers', 'customer', id)),
  call('POST /v1/customers/:id', (world, id, params: Stripe.CustomerUpdateParams) => updateCustomer(world, id, params)),
  call('DELETE /v1/customers/:id', (world, id) => {
    requireCustomer(world, id)
    for (const one of world.store.all('subscriptions'))
      if (one.customer === id && !hasEnded(one)) endSubscription(world, one, { reason: 'cancellation_requested' })
    return deleteCustomer(world, id)
  }),
  call('GET /v1/customers/:id/payment_methods', (world, id, params: Stripe.CustomerListPaymentMethodsParams) => {
    requireCustomer(world, id)
    return listPage(world.store, 'paymentMethods', `/v1/customers/${id}/payment_methods`, params, (one) => one.customer === id)
  }),

  call('POST /v1/payment_methods', (world, _, params: Stripe.PaymentMethodCreateParams) => createPaymentMethod(world, params)),
  call('GET /v1/payment_methods', (world, _, params: Stripe.PaymentMethodListParams) => {
    return listPage(
      world.store,
      'paymentMethods',
      '/v1/payment_methods',
      params,
      (one) => oneOf(params.customer, one.customer) && oneOf(params.type, one.type),
    )
  }),
  call('GET /v1/payment_methods/:id', (world, id) => requireObject(world, 'paymentMethods', 'PaymentMethod', id)),
  call('POST /v1/payment_methods/:id', (world, id, params: Stripe.PaymentMethodUpdateParams) => updatePaymentMethod(world, id, params)),
  call('POST /v1/payment_methods/:id/attach', (world, id, { customer }: Stripe.PaymentMethodAttachParams) => {
    return attachPaymentMethod(world, id, requireCustomer(world, customer ?? '', 'customer').id)
  }),
  call('POST /v1/payment_methods/:id/detach', (world, id) => {
    for (const one of world.store.all('subscriptions'))
      if (one.default_payment_method === id) changeSubscription(world, one, { default_payment_method: null })
    for (const one of world.store.all('customers'))
      if (!one.deleted && one.invoice_settings.default_payment_method === id) setDefaultPaymentMethod(world, one.id, null)
    return detachPaymentMethod(world, id)
  }),

  call('POST /v1/checkout/sessions', (world, _, params: Stripe.Checkout.SessionCreateParams) => createSession(world, params)),
  call('GET /v1/checkout/sessions', (world, _, params: Stripe.Checkout.SessionListParams) => {
    return listPage(world.store, 'checkoutSessions', '/v1/checkout/sessions', params, (one) => {
      const email = params.customer_details?.email
      const byWhom = oneOf(params.customer, one.customer) && oneOf(email, one.customer_details?.email)
      return (
        byWhom &&
        oneOf(params.subscription, one.subscription) &&
        oneOf(params.status, one.status) &&
        oneOf(params.payment_intent, one.payment_intent)
      )
    })
  }),
  call('GET /v1/checkout/sessions/:id', (world, id) => requireSession(world, id)),
  call('POST /v1/checkout/sessions/:id', (world, id, params: Stripe.Checkout.SessionUpdateParams) => updateSession(world, id, params)),
  call('POST /v1/checkout/sessions/:id/expire', (world, id) => expireSession(world, id)),
  call('GET /v1/checkout/sessions/:id/line_items', (world, id) => lineItems(world.store, requireSession(world, id).id)),

  call('POST /v1/subscriptions', (world, _, params: Stripe.SubscriptionCreateParams) => createSubscription(world, params)),
  call('GET /v1/subscriptions', (world, _, params: Stripe.SubscriptionListParams) => {
    return listPage(world.store, 'subscriptions', '/v1/subscriptions', params, (one) => {
      const { current_period_start: start, current_period_end: end, price } = itemOf(one)
      const inTime = isWithin(start, params.current_period_start) && isWithin(end, params.current_period_end)
      return inTime && hasStatus(one, params.status) && oneOf(params.customer, one.customer) && oneOf(params.price, price.id)
    })
  }),
  call('GET /v1/subscriptions/:id', (world, id) => requireSubscription(world, id)),
  call('POST /v1/subscriptions/:id', (world, id, params: Stripe.SubscriptionUpdateParams) => updateSubscription(world, id, params)),
  call('DELETE /v1/subscriptions/:id', (world, id, params: Stripe.SubscriptionCancelParams) => cancelSubscription(world, id, params)),
  call('POST /v1/subscriptions/:id/pause', (world, id) => pauseSubscription(world, id)),
  call('POST /v1/subscriptions/:id/resume', (world, id) => resumeSubscription(world, id)),

  call('POST /v1/subscription_schedules', (world, _, params: Stripe.SubscriptionScheduleCreateParams) => createSchedule(world, params)),
  call('GET /v1/subscription_schedules', (world, _, params: Stripe.SubscriptionScheduleListParams) => {
    return listPage(world.store, 'schedules', '/v1/subscription_schedules', params, (one) => oneOf(params.customer, one.customer))
  }),
  call('GET /v1/subscription_schedules/:id', (world, id) => requireSchedule(world, id)),
  call('POST /v1/subscription_schedules/:id', (world, id, params: Stripe.SubscriptionScheduleUpdateParams) =>
    updateSchedule(world, id, params),
  ),
  call('POST /v1/subscription_schedules/:id/release', (world, id) => releaseScheduleById(world, id)),

  call('POST /v1/invoices/create_preview', (world, _, params: Stripe.InvoiceCreatePreviewParams) => previewInvoice(world, params)),
  call('GET /v1/invoices', (world, _, params: Stripe.InvoiceListParams) => {
    return listPage(world.store, 'invoices', '/v1/invoices', params, (one) => {
      return oneOf(params.customer, one.customer) && oneOf(params.subscription, subscriptionOf(one)) && oneOf(params.status, one.status)
    })
  }),
  call('GET /v1/invoices/:id', (world, id) => requireObject(world, 'invoices', 'invoice', id)),
  call('POST /v1/invoices/:id/pay', payInvoice),
  call('POST /v1/invoices/:id/void', (world, id) => closeInvoice(world, openInvoice(world, id), 'void')),
  call('GET /v1/invoice_payments', (world, _, params: Stripe.InvoicePaymentListParams) => {
    return listPage(world.store, 'invoicePayments', '/v1/invoice_payments', params, (one) => {
      return (
        oneOf(params.invoice, one.invoice) &&
        oneOf(params.status, one.status) &&
        oneOf(params.payment?.payment_intent, one.payment.payment_intent)
      )
    })
  }),
  call('GET /v1/invoice_payments/:id', (world, id) => requireObject(world, 'invoicePayments', 'invoice_payment', id)),

  call('GET /v1/payment_intents', (world, _, params: Stripe.PaymentIntentListParams) => {
    return listPage(world.store, 'paymentIntents', '/v1/payment_intents', params, (one) => oneOf(params.customer, one.customer))
  }),
  call('GET /v1/payment_intents/:id', (world, id) => requireObject(world, 'paymentIntents', 'payment_intent', id)),
  call('GET /v1/charges', (world, _, params: Stripe.ChargeListParams) => {
    return listPage(
      world.store,
      'charges',
      '/v1/charges',
      params,
      (one) => oneOf(params.customer, one.customer) && oneOf(params.payment_intent, one.payment_intent),
    )
  }),
  call('GET /v1/charges/:id', (world, id) => requireObject(world, 'charges', 'charge', id)),
  call('POST /v1/refunds', (world, _, params: Stripe.RefundCreateParams) => createRefund(world, params)),
  call('GET /v1/refunds', (world, _, params: Stripe.RefundListParams) => {
    return listPage(
      world.store,
      'refunds',
      '/v1/refunds',
      params,
      (one) => oneOf(params.charge, one.charge) && oneOf(params.payment_intent, one.payment_intent),
    )
  }),
  call('GET /v1/refunds/:id', (world, id) => requireObject(world, 'refunds', 'refund', id)),
  call('GET /v1/disputes', (world, _, params: Stripe.DisputeListParams) => {
    return listPage(
      world.store,
      'disputes',
      '/v1/disputes',
      params,
      (one) => oneOf(params.charge, one.charge) && oneOf(params.payment_intent, one.payment_intent),
    )
  }),
  call('POST /v1/disputes/:id', (world, id, params: Stripe.DisputeUpdateParams) => updateDispute(world, id, params)),
  call('POST /v1/disputes/:id/close', (world, id) => closeDispute(world, id)),
  call('GET /v1/disputes/:id', (world, id) => requireObject(world, 'disputes', 'dispute', id)),

  call('POST /v1/billing_portal/sessions', (world, _, params: Stripe.BillingPortal.SessionCreateParams) =>
    createPortalSession(world, params),
  ),

  call('GET /v1/events', (world, _, params: Stripe.EventListParams) => {
    return listPage(
      world.store,
      'events',
      '/v1/events',
      params,
      ({ type }) => oneOf(params.type, type) && (params.types?.includes(type) ?? true),
    )
  }),
  call('GET /v1/events/:id', (world, id) => requireObject(world, 'events', 'event', id)),
]

/** Executes a call and expands its answer. */
export function answerOf(world: SimulatorWorld, { answer }: SimulatorCall, id: string, params: unknown): object {
  const { expand, ...rest } = params as { expand?: string[] }
  return expandPaths(world.store, answer(world, id, rest as never), expand)
}

function payInvoice(world: SimulatorWorld, id: string, params: Stripe.InvoicePayParams): Stripe.Invoice {
  const invoice = openInvoice(world, id)
  const method =
    params.payment_method === undefined
      ? undefined
      : attachPaymentMethod(world, params.payment_method, idOf(invoice.customer), 'payment_method')
  const { invoice: after, paid, payment } = collect(world, invoice, 'asked', method)
  if (paid) return after
  const refused = payment?.refused ?? null
  if (!refused)
    throw new PaymentRefused(400, 'There is no default_payment_method set on this Customer or Invoice.', { code: 'resource_missing' })
  throw new PaymentRefused(402, declines[refused].message, { type: 'card_error', code: declines[refused].code, decline_code: refused })
}

function openInvoice(world: SimulatorWorld, id: string): Stripe.Invoice {
  const invoice = world.store.get('invoices', id)
  if (!invoice) throw noSuch('invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open') throw invalid(`This invoice is ${invoice.status} and can no longer be paid.`)
  return invoice
}

/** Without a status, all that are not canceled. */
function hasStatus(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true
  if (status === 'ended') return hasEnded(subscription)
  return status === undefined ? subscription.status !== 'canceled' : subscription.status === status
}

function requireObject(world: SimulatorWorld, kind: StoreKind, what: string, id: string): object {
  const one = world.store.get(kind, id)
  if (!one) throw noSuch(what, id)
  return one
}

/** Whether a value matches a filter; an absent filter matches everything. */
function oneOf(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === null || wanted === value
}
