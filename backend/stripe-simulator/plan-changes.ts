import type { Stripe } from 'stripe'
import { periodEndAfter } from './billing-periods.js'
import { declines } from './cards.js'
import { requireCustomer } from './customers.js'
import { issueInvoice } from './invoices.js'
import { type InvoiceRequest, invoiceOf } from './new-invoice.js'
import { StripeError, invalid, missing, notSimulated } from './stripe-error.js'
import {
  amountOf,
  changeSubscription,
  collect,
  hasEnded,
  inPeriod,
  itemOf,
  paymentMethodOf,
  pricedAt,
  recurrenceOf,
  recurringPrice,
  requireSubscription,
} from './subscriptions.js'
import { activeSchedule } from './schedules.js'
import { type SimulatorWorld, idOf, mergedMetadata, newId } from './world.js'

/**
 * An immediate change of price. A new period starts now, and the unused time of the previous price is credited, to the
 * second and the centavo. Other variants of Stripe's are refused by name.
 */

type PlanChangeParams = Pick<
  Stripe.SubscriptionUpdateParams,
  'items' | 'billing_cycle_anchor' | 'proration_behavior' | 'proration_date' | 'metadata' | 'payment_behavior'
>

const understood: readonly string[] = [
  'items',
  'billing_cycle_anchor',
  'proration_behavior',
  'proration_date',
  'metadata',
  'payment_behavior',
] satisfies (keyof PlanChangeParams)[]

/** Computes the invoice of a change of price without storing it. */
export function previewInvoice(world: SimulatorWorld, params: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const { customer, subscription: id, subscription_details: details, ...more } = params
  const other = Object.keys(more)[0]
  if (other !== undefined) throw notSimulated('other previews than of a subscription’s change', other)
  if (id === undefined) throw missing('subscription')
  const subscription = requireSubscription(world, id, 'subscription')
  if (customer !== undefined && requireCustomer(world, customer, 'customer').id !== idOf(subscription.customer))
    throw invalid('The subscription does not belong to this customer.', 'subscription')
  if (!details?.items) throw notSimulated('the invoice of the next period', 'subscription_details')
  const { billing, date } = changedSubscription(world, subscription, details, 'subscription_details')
  const invoice = invoiceOf(world, billing)
  return {
    ...invoice,
    id: newId('upcoming_in'),
    number: null,
    status: 'draft',
    parent: {
      ...invoice.parent!,
      subscription_details: { ...invoice.parent!.subscription_details!, subscription_proration_date: date },
    },
  }
}

/** Changes the price and collects the difference; a failed payment changes nothing. */
export function changePrice(
  world: SimulatorWorld,
  before: Stripe.Subscription,
  params: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  const other = Object.keys(params).find((name) => !understood.includes(name))
  if (other !== undefined) throw notSimulated(`a change of price together with ${other}`, other)
  if (params.payment_behavior !== 'error_if_incomplete') throw notSimulated('a change of price that is not paid', 'payment_behavior')
  if (activeSchedule(world, idOf(before.schedule))) throw notSimulated('a change of price beside a schedule', 'items')
  const { after, billing } = changedSubscription(world, before, params)
  const metadata = mergedMetadata(before.metadata, params.metadata)
  const invoice = issueInvoice(world, billing)
  const moved = changeSubscription(world, before, { ...after, metadata, latest_invoice: invoice.id })
  if (invoice.amount_due > 0 && !paymentMethodOf(world, moved)) {
    const none = 'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
    throw invalid(none, undefined, 'resource_missing')
  }
  const { paid, payment } = collect(world, invoice, 'asked')
  if (paid) return requireSubscription(world, before.id)
  // The error rolls back everything so far: at Stripe, an unpaid change does not happen.
  const refused = payment?.refused ?? 'generic_decline'
  const { code, message } = declines[refused]
  throw new StripeError(402, message, { type: 'card_error', code, decline_code: refused })
}

type PlanChangeDetails = PlanChangeParams | Stripe.InvoiceCreatePreviewParams.SubscriptionDetails

/** The subscription with its new price, its invoice request, and the date of the proration. */
function changedSubscription(
  world: SimulatorWorld,
  before: Stripe.Subscription,
  { items, billing_cycle_anchor: anchor, proration_behavior: behavior, proration_date: wanted }: PlanChangeDetails,
  within?: string,
): { after: Pick<Stripe.Subscription, 'items' | 'billing_cycle_anchor'>; billing: InvoiceRequest; date: number } {
  const named = (param: string) => (within === undefined ? param : `${within}[${param.replace('[', '][')}`.replace(/\]?$/, ']'))
  const [wantedItem, ...more] = items ?? []
  if (hasEnded(before)) throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  if (before.status !== 'active') throw notSimulated(`a change of price while a subscription is ${before.status}`, named('items'))
  if (!wantedItem || more.length > 0) throw notSimulated('several prices', named('items'))
  const item = itemOf(before)
  if (wantedItem.id !== item.id) throw notSimulated('another item', named('items[0][id]'))
  if (wantedItem.price === undefined) throw missing(named('items[0][price]'))
  if (anchor?.type !== 'now') throw notSimulated('a change of price within its period', named('billing_cycle_anchor'))
  if (behavior !== 'always_invoice') throw notSimulated('a change of price that is not billed at once', named('proration_behavior'))
  const price = recurringPrice(world, wantedItem.price, named('items[0][price]'))
  const now = world.now()
  const date = wanted ?? now
  const { current_period_start: start, current_period_end: end } = item
  if (date < start || date > end)
    throw invalid('The `proration_date` must be within the current subscription period.', named('proration_date'))
  const newItem = { ...item, ...pricedAt(price) }
  const periodEnd = periodEndAfter(now, now, recurrenceOf(newItem))
  const repriced = { ...before, items: { ...before.items, data: [newItem] }, billing_cycle_anchor: now }
  const after = { ...repriced, ...inPeriod(repriced, now, periodEnd) }
  const unused = Math.round((amountOf(item) * (end - date)) / (end - start))
  if (unused > amountOf(newItem)) throw notSimulated('a change that leaves a credit', named('items[0][price]'))
  const billing: InvoiceRequest = {
    subscription: after,
    reason: 'subscription_update',
    amount: amountOf(newItem),
    period: { start: now, end: periodEnd },
    ...(unused > 0 && { unused: { amount: unused, price: item.price, period: { start: date, end } } }),
  }
  return { after: { items: after.items, billing_cycle_anchor: now }, billing, date }
}
