import type { SubscriptionStatus } from '@prumo/shared/subscription-texts'
import type Stripe from 'stripe'
import { toDetails, type PresentSubscription } from '../subscription.decider.js'
import { isPaidBack, paymentsFor, type DisputedCharge, type InvoicePayment } from './payments.js'
import { nextPriceOf, SUSPENDED_PRICE } from './schedules.js'
import { idOf, StripeRefusal, nullIfMissing } from './stripe-client.js'

/** Stripe's status to the product's; null for a subscription that never started. */
const statusByStripe: ReadonlyMap<string, SubscriptionStatus | null> = new Map([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['incomplete', null],
  ['incomplete_expired', null],
])

/** Unknown and paused statuses are `other`. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus | null {
  const known = statusByStripe.get(status)
  return known === undefined ? 'other' : known
}

const RANK: Record<SubscriptionStatus, number> = { active: 4, trialing: 4, past_due: 3, other: 2, canceled: 1 }
const MOST = { limit: 1_000 }

/** Statuses of a dispute that needs no action any more. */
const DECIDED: ReadonlySet<string> = new Set(['won', 'lost', 'prevented', 'warning_closed'])

/** A customer's state at Stripe at one moment. */
export interface CustomerState {
  /**
   * The best of several subscriptions: those that give access first, then the newest. Null if none ever started or the
   * customer was deleted.
   */
  present: PresentSubscription | null
  /** Stripe's ids of the subscriptions that Stripe still charges. */
  charged: string[]
  /** Of these, the refunded ones: they are to be ended at Stripe, so that they cannot be resumed. */
  paidBack: string[]
  /** Of these, those whose scheduled change of plan is suspended, by a change that is under way or was interrupted. */
  suspended: string[]
  /** Stripe's ids of undecided disputes. */
  disputes: string[]
}

const NO_SUBSCRIPTION: CustomerState = { present: null, charged: [], paidBack: [], suspended: [], disputes: [] }

/**
 * Reads a customer's state from Stripe.
 * @param planOf the plan of a price, if any
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
    nullIfMissing(stripe.subscriptions.list({ customer, status: 'all', limit, expand: shown }).autoPagingToArray(MOST)),
    nullIfMissing(stripe.invoices.list({ customer, limit, expand: ['data.payments'] }).autoPagingToArray(MOST)),
    nullIfMissing(stripe.charges.list({ customer, limit }).autoPagingToArray(MOST)),
  ])
  // Deleting a customer at Stripe ends all its subscriptions.
  if (person === null) return NO_SUBSCRIPTION
  const disputed = await findDisputes(stripe, charges ?? [])
  const card = defaultCardOf(person)
  return chooseSubscription(
    (subscriptions ?? []).map((each) =>
      describeSubscription(each, paymentsFor(each, invoices ?? [], charges ?? []), { planOf, card, disputed }),
    ),
  )
}

/** The customer with the default card expanded; null for a missing or deleted one, whose card Stripe refuses to expand. */
async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | null> {
  const asked = nullIfMissing(stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] }))
  const found = await asked.catch(async (error: unknown) => {
    if (!(error instanceof StripeRefusal)) throw error
    const bare = await nullIfMissing(stripe.customers.retrieve(id))
    if (bare !== null && !bare.deleted) throw error
    return bare
  })
  return found === null || found.deleted ? null : found
}

/** All disputes of the charges, each with its charge. */
async function findDisputes(stripe: Stripe, charges: readonly Stripe.Charge[]): Promise<DisputedCharge[]> {
  const found: DisputedCharge[] = []
  for (const { id: charge, disputed } of charges) {
    if (!disputed) continue
    const disputes = await nullIfMissing(stripe.disputes.list({ charge, limit: 100 }).autoPagingToArray(MOST))
    found.push(...(disputes ?? []).map(({ id, status }) => ({ id, status, charge })))
  }
  return found
}

/** One subscription of a customer, with what decides which of several counts. */
export interface SubscriptionCandidate {
  created: number
  present: PresentSubscription
  /** Whether Stripe ever started it. */
  hasStarted: boolean
  /** Whether Stripe will never charge it again. */
  isOver: boolean
  /** Whether a scheduled change of plan is suspended. */
  isChangeSuspended: boolean
  disputes: string[]
}

/** Chooses the customer's subscription by rank and age. Subscriptions that never started do not count. */
export function chooseSubscription(all: readonly SubscriptionCandidate[]): CustomerState {
  const started = all.filter(({ hasStarted }) => hasStarted)
  const rank = ({ present }: SubscriptionCandidate) => RANK[toDetails(present).status]
  const charged = started.filter(({ isOver }) => !isOver)
  return {
    present: started.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)[0]?.present ?? null,
    charged: charged.map(({ present }) => present.subscriptionId),
    paidBack: charged.filter(({ present }) => present.paidBack).map(({ present }) => present.subscriptionId),
    suspended: charged.filter(({ isChangeSuspended }) => isChangeSuspended).map(({ present }) => present.subscriptionId),
    disputes: all.flatMap(({ disputes }) => disputes),
  }
}

interface CustomerContext {
  planOf: (priceId: string) => string | null
  /** The customer's default card, used by subscriptions without a payment method of their own. */
  card: Stripe.PaymentMethod.Card | null
  disputed: readonly DisputedCharge[]
}

/** Translates a subscription and its payments into the product's terms. */
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
    // The portal of newer Stripe accounts sets an end date instead of the end of the period.
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
    hasStarted: status !== null,
    isOver: status === 'canceled',
    isChangeSuspended: Boolean(subscription.metadata[SUSPENDED_PRICE]),
    disputes: open.map((dispute) => dispute.id),
  }
}

/** The customer's default card, for subscriptions without a payment method of their own. */
function defaultCardOf({ invoice_settings: { default_payment_method: method } }: Stripe.Customer): Stripe.PaymentMethod.Card | null {
  return typeof method === 'object' ? (method?.card ?? null) : null
}
