import type Stripe from 'stripe'
import { paymentsFor, type DisputedCharge } from './payments.js'
import { chooseSubscription, describeSubscription, type SubscriptionCandidate } from './present-subscription.js'

const planOf = (price: string) => (price === 'price_3' ? '3meses' : null)

/** A subscription as Stripe sends it, with the fields that are read. */
function subscription(changes: object = {}): Stripe.Subscription {
  const card = { brand: 'visa', last4: '4242' }
  return {
    id: 'sub_1',
    status: 'active',
    created: 1_000,
    customer: 'cus_1',
    cancel_at: null,
    cancel_at_period_end: false,
    default_payment_method: { card },
    schedule: null,
    metadata: {},
    items: { data: [{ current_period_start: 1_000, current_period_end: 2_000, price: { id: 'price_3' } }] },
    ...changes,
  } as unknown as Stripe.Subscription
}

function charge(changes: object = {}): Stripe.Charge {
  return {
    id: 'ch_1',
    payment_intent: 'pi_1',
    created: 1_000,
    paid: true,
    refunded: false,
    amount_refunded: 0,
    ...changes,
  } as unknown as Stripe.Charge
}

/** An invoice of a subscription for a period, paid by a charge. */
function invoice(changes: { of?: string; intent?: string; start?: number; end?: number } = {}): Stripe.Invoice {
  const { of = 'sub_1', intent = 'pi_1', start = 1_000, end = 2_000 } = changes
  return {
    created: start,
    parent: { subscription_details: { subscription: of } },
    lines: { data: [{ period: { start, end } }] },
    payments: { data: [{ payment: { payment_intent: intent } }] },
  } as unknown as Stripe.Invoice
}

interface StripeMoney {
  invoices?: Stripe.Invoice[]
  charges?: Stripe.Charge[]
  disputed?: DisputedCharge[]
  card?: object | null
}

function seen(
  changes: object = {},
  { invoices = [invoice()], charges = [], disputed = [], card = null }: StripeMoney = {},
): SubscriptionCandidate {
  const own = subscription(changes)
  return describeSubscription(own, paymentsFor(own, invoices, charges), {
    planOf,
    card: card as Stripe.PaymentMethod.Card | null,
    disputed,
  })
}

it('translates what Stripe says into the product’s terms', () => {
  expect(seen()).toEqual({
    created: 1_000,
    hasStarted: true,
    isOver: false,
    isChangeSuspended: false,
    disputes: [],
    present: {
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      status: 'active',
      priceId: 'price_3',
      planId: '3meses',
      currentPeriodStart: 1_000,
      currentPeriodEnd: 2_000,
      cancelAtPeriodEnd: false,
      paymentMethodBrand: 'visa',
      paymentMethodLast4: '4242',
      refundedAmount: 0,
      nextPriceId: null,
      nextPlanId: null,
      paidBack: false,
    },
  })
})

it.each([
  ['active', 'active'],
  ['trialing', 'trialing'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['canceled', 'canceled'],
  ['paused', 'other'],
  ['a status of next year', 'other'],
])('calls %s %s', (status, expected) => expect(seen({ status }).present.status).toBe(expected))

it('counts a set end date as a cancellation', () => {
  expect(seen({ cancel_at_period_end: true }).present.cancelAtPeriodEnd).toBe(true)
  expect(seen({ cancel_at: 2_000 }).present.cancelAtPeriodEnd).toBe(true)
})

it('names the card that pays next: the subscription’s, else the customer’s, or none', () => {
  const card = { brand: 'mastercard', last4: '4444' }
  const cardOf = (changes: object, money: StripeMoney = {}) => {
    const { paymentMethodBrand: brand, paymentMethodLast4: last4 } = seen(changes, money).present
    return [brand, last4]
  }
  expect(cardOf({}, { card })).toEqual(['visa', '4242'])
  expect(cardOf({ default_payment_method: null }, { card })).toEqual(['mastercard', '4444'])
  expect(cardOf({ default_payment_method: null })).toEqual([null, null])
  expect(cardOf({ default_payment_method: { type: 'boleto' } })).toEqual([null, null])
})

describe('paidBack', () => {
  const back = (changes: object = {}) => charge({ refunded: true, amount_refunded: 9_700, ...changes })
  const paidBack = (money: StripeMoney, changes: object = {}) => seen(changes, money).present.paidBack
  // The next period, which another charge paid.
  const next = { items: { data: [{ current_period_start: 2_000, current_period_end: 3_000, price: { id: 'price_3' } }] } }
  const both = [invoice(), invoice({ intent: 'pi_2', start: 2_000, end: 3_000 })]

  it('is true when the running period’s whole payment was refunded, whenever that was', () => {
    expect(seen({}, { charges: [back()] }).present).toMatchObject({ refundedAmount: 9_700, paidBack: true })
    expect(seen({}, { charges: [charge({ amount_refunded: 9_000 })] }).present).toMatchObject({ refundedAmount: 9_000, paidBack: false })
    expect(paidBack({ charges: [charge()] })).toBe(false)
    expect(paidBack({ charges: [] })).toBe(false)
  })

  it('is false after a refund of an earlier period’s payment', () => {
    const paid = charge({ id: 'ch_2', payment_intent: 'pi_2', created: 2_000 })
    expect(paidBack({ invoices: both, charges: [paid, back()] }, next)).toBe(false)
    // The running period is not paid yet: the subscription is past due, or its invoice is a draft.
    expect(paidBack({ invoices: both, charges: [back()] }, next)).toBe(false)
    expect(paidBack({ invoices: both, charges: [back({ id: 'ch_2', payment_intent: 'pi_2' }), charge()] }, next)).toBe(true)
  })

  it('depends on the latest payment of the running period', () => {
    const longer = [invoice(), invoice({ intent: 'pi_2', start: 1_500, end: 9_000 })]
    const paid = charge({ id: 'ch_2', payment_intent: 'pi_2' })
    expect(paidBack({ invoices: longer, charges: [paid, back()] })).toBe(false)
    expect(paidBack({ invoices: longer, charges: [back({ id: 'ch_2', payment_intent: 'pi_2' }), charge()] })).toBe(true)
  })

  it('ignores charges that failed', () => {
    const failed = charge({ id: 'ch_0', payment_intent: 'pi_1', paid: false })
    expect(paidBack({ charges: [failed, back()] })).toBe(true)
  })

  it.each([
    ['lost', true, []],
    ['needs_response', false, ['du_1']],
    ['under_review', false, ['du_1']],
    ['won', false, []],
    ['warning_closed', false, []],
    ['a status of next year', false, ['du_1']],
  ])('with a dispute that is %s is %s', (status, expected, open) => {
    const found = seen({}, { charges: [charge()], disputed: [{ id: 'du_1', status, charge: 'ch_1' }] })
    expect([found.present.paidBack, found.disputes]).toEqual([expected, open])
    // A dispute about another subscription does not count.
    const other = seen({}, { charges: [charge()], disputed: [{ id: 'du_1', status, charge: 'ch_9' }] })
    expect([other.present.paidBack, other.disputes]).toEqual([false, []])
  })
})

it('chooses the best of several subscriptions, and the newest of equals', () => {
  const best = (...all: object[]) =>
    chooseSubscription(all.map((each, index) => seen({ id: `sub_${index}`, ...each }, { invoices: [] }))).present?.subscriptionId
  expect(best()).toBeUndefined()
  expect(best({ status: 'incomplete' }, { status: 'incomplete_expired' })).toBeUndefined()
  expect(best({ status: 'canceled' }, { status: 'incomplete' })).toBe('sub_0')
  expect(best({ status: 'canceled' }, { status: 'paused' }, { status: 'past_due' }, { status: 'active' })).toBe('sub_3')
  expect(best({ status: 'trialing' }, { status: 'past_due', created: 9_000 })).toBe('sub_0')
  expect(best({ status: 'canceled', created: 1 }, { status: 'canceled', created: 2 })).toBe('sub_1')
})

it('counts of each only its own payments, and a refunded one as ended, to be ended at Stripe too', () => {
  const charges = [charge({ id: 'ch_2', payment_intent: 'pi_2' }), charge({ refunded: true, amount_refunded: 9_700 })]
  const invoices = [invoice(), invoice({ of: 'sub_2', intent: 'pi_2' })]
  const left = seen({}, { invoices, charges })
  const paused = seen({ id: 'sub_2', status: 'paused', created: 2_000 }, { invoices, charges })
  expect(chooseSubscription([left]).present).toMatchObject({ subscriptionId: 'sub_1', refundedAmount: 9_700, paidBack: true })
  expect(chooseSubscription([left, paused])).toMatchObject({
    present: { subscriptionId: 'sub_2', refundedAmount: 0, paidBack: false },
    charged: ['sub_1', 'sub_2'],
    paidBack: ['sub_1'],
  })
  expect(chooseSubscription([seen({ status: 'canceled' }, { invoices, charges })])).toMatchObject({ charged: [], paidBack: [] })
})
