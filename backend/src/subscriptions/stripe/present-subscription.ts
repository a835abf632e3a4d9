import type { SubscriptionStatus } from '@prumo/shared/subscription-texts'
import type Stripe from 'stripe'
import { toDetails, type PresentSubscription } from '../subscription.decider.js'
import { isPaidBack, paymentsFor, type DisputedCharge, type InvoicePayment } from './payments.js'
import { nextPriceOf, SET_ASIDE } from './schedules.js'
import { idOf, StripeRefusal, unlessMissing } from './stripe-client.js'

/** Stripe's words for a subscription in the product's; those that never began are none. */
const words: ReadonlyMap<string, SubscriptionStatus | null> = new Map([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', null],
  ['incomplete_expired', null],
])

/** What nobody knows yet is `other`, like what is paused. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus | null {
  const word = words.get(status)
  return word === undefined ? 'other' : word
}

const RANK: Record<SubscriptionStatus, number> = { active: 4, trialing: 4, past_due: 3, other: 2, canceled: 1 }
const MOST = { limit: 1_000 }

/** Disputes about which nothing is to be done any more. */
const DECIDED: ReadonlySet<string> = new Set(['won', 'lost', 'prevented', 'warning_closed'])

/** All that Stripe says of a customer at one moment. */
export interface CustomerState {
  /**
   * Of several subscriptions the best, which is what lets in first, and then the newest; null where none ever began, or the
   * customer is gone.
   */
  present: PresentSubscription | null
  /** Stripe's ids of those that it goes on charging for. */
  charged: string[]
  /** Of these, those that were paid back: Stripe is to end them, so that nobody can resume them. */
  paidBack: string[]
  /** Of these, those whose waiting change of plan is set aside: an interrupted change left it so, or one is under way. */
  setAside: string[]
  /** Disputes that are not decided yet. */
  disputes: string[]
}

const NO_SUBSCRIPTION: CustomerState = { present: null, charged: [], paidBack: [], setAside: [], disputes: [] }

/**
 * Asks Stripe how a customer stands now.
 * @param planOf the plan that a price is of, if any
 */
export async function findCustomerState(
  stripe: Stripe,
  customer: string,
  planOf: (priceId: string) => string | null,
): Promise<CustomerState> {
  const limit = 100
  const shown = ['data.default_payment_method', 'data.schedule']
  const [person, subscriptions, invoices, charges] = await Promise.all([
    findCustomer(stripe, customer),
    unlessMissing(stripe.subscriptions.list({ customer, status: 'all', limit, expand: shown }).autoPagingToArray(MOST)),
    unlessMissing(stripe.invoices.list({ customer, limit, expand: ['data.payments'] }).autoPagingToArray(MOST)),
    unlessMissing(stripe.charges.list({ customer, limit }).autoPagingToArray(MOST)),
  ])
  // With a customer who was deleted Stripe has ended all.
  if (person === null) return NO_SUBSCRIPTION
  const disputed = await findDisputes(stripe, charges ?? [])
  const card = defaultCardOf(person)
  return chooseSubscription(
    (subscriptions ?? []).map((each) =>
      describeSubscription(each, paymentsFor(each, invoices ?? [], charges ?? []), { planOf, card, disputed }),
    ),
  )
}

/** The customer with their own card; null for one who is not there or was deleted, of whom no card can be shown. */
async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const asked = unlessMissing(stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] }))
  const found = await asked.catch(async (error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
    const bare = await unlessMissing(stripe.customers.retrieve(id))
    if (bare !== null && !bare.deleted) throw error
    return bare
  })
  return found === null || found.deleted ? null : found
}

/** Disputes of charges, each with its charge. */
async function findDisputes(stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<DisputedCharge[]> {
  const found: DisputedCharge[] = []
  for (const { id: charge, disputed } of charges) {
    if (!disputed) continue
    const disputes = await unlessMissing(stripe.disputes.list({ charge, limit: 100 }).autoPagingToArray(MOST))
    found.push(...(disputes ?? []).map(({ id, status }) => ({ id, status, charge })))
  }
  return found
}

/** A subscription as it is found among a customer's. */
export interface SubscriptionCandidate {
  created: number
  present: PresentSubscription
  /** Whether Stripe calls it something that began. */
  hasBegun: boolean
  /** Whether Stripe will never ask for a payment again. */
  isOver: boolean
  /** Whether a change of plan that waits is set aside. */
  isSetAside: boolean
  disputes: string[]
}

/** Chooses among all of a customer's by how each counts; those that never began are none. */
export function chooseSubscription(all: readonly SubscriptionCandidate[]): CustomerState {
  const begun = all.filter(({ hasBegun }) => hasBegun)
  const rank = ({ present }: SubscriptionCandidate) => RANK[toDetails(present).status]
  const charged = begun.filter(({ isOver }) => !isOver)
  return {
    present: begun.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)[0]?.present ?? null,
    charged: charged.map(({ present }) => present.subscriptionId),
    paidBack: charged.filter(({ present }) => present.paidBack).map(({ present }) => present.subscriptionId),
    setAside: charged.filter(({ isSetAside }) => isSetAside).map(({ present }) => present.subscriptionId),
    disputes: all.flatMap(({ disputes }) => disputes),
  }
}

interface CustomerContext {
  planOf: (priceId: string) => string | null
  /** The customer's own card, which is taken where the subscription has none. */
  card: Stripe.PaymentMethod.Card | null
  disputed: readonly DisputedCharge[]
}

/** A subscription and the payments for it in the product's words. */
export function describeSubscription(
  subscription: Stripe.Subscription,
  payments: readonly InvoicePayment[],
  { planOf, card: customersOwn, disputed }: CustomerContext,
): SubscriptionCandidate {
  const { id, customer, created, cancel_at, cancel_at_period_end, items, default_payment_method: method } = subscription
  const [item] = items.data
  if (!item) throw new Error('A subscription of Stripe has no item')
  const card = method === null ? customersOwn : typeof method === 'object' ? (method.card ?? null) : null
  const status = statusOf(subscription)
  const own = new Set(payments.flatMap(({ charges }) => charges.map((charge) => charge.id)))
  const nextPriceId = nextPriceOf(subscription)
  const present = {
    customerId: idOf(customer) ?? '',
    subscriptionId: id,
    status: status ?? 'other',
    priceId: item.price.id,
    planId: planOf(item.price.id),
    currentPeriodStart: item.current_period_start,
    currentPeriodEnd: item.current_period_end,
    // A date at which it is to end is set where no period end is meant, by the portal of newer accounts for one.
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    paymentMethodBrand: card?.brand ?? null,
    paymentMethodLast4: card?.last4 ?? null,
    refundedAmount: payments.flatMap(({ charges }) => charges).reduce((sum, charge) => sum + charge.amount_refunded, 0),
    nextPriceId,
    nextPlanId: nextPriceId === null ? null : planOf(nextPriceId),
    paidBack: isPaidBack(item.current_period_start, payments, disputed),
  }
  const open = disputed.filter(({ charge, status: of }) => own.has(charge) && !DECIDED.has(of))
  return {
    created,
    present,
    hasBegun: status !== null,
    isOver: status === 'canceled',
    isSetAside: Boolean(subscription.metadata[SET_ASIDE]),
    disputes: open.map((dispute) => dispute.id),
  }
}

/** Of the customer, for subscriptions without a payment method of their own. */
function defaultCardOf({ invoice_settings: { default_payment_method: method } }: Stripe.Customer): Stripe.PaymentMethod.Card | null {
  return typeof method === 'object' ? (method?.card ?? null) : null
}
