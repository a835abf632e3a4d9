import type Stripe from 'stripe'
import { bestOf, described } from './present-subscription.js'

const DAY = 86_400
const planOf = (price: string) => (price === 'price_3' ? '3meses' : null)

/** A subscription as Stripe shows it, as far as it is read. */
function subscription(changes: object = {}): Stripe.Subscription {
  const card = { brand: 'visa', last4: '4242' }
  return {
    id: 'sub_1',
    status: 'active',
    created: 1_000,
    customer: { id: 'cus_1', invoice_settings: { default_payment_method: null } },
    cancel_at: null,
    cancel_at_period_end: false,
    default_payment_method: { card },
    schedule: null,
    items: { data: [{ current_period_start: 1_000, current_period_end: 2_000, price: { id: 'price_3' } }] },
    ...changes,
  } as unknown as Stripe.Subscription
}

function charge(changes: object = {}): Stripe.Charge {
  return { created: 1_000, paid: true, refunded: false, amount_refunded: 0, refunds: { data: [] }, ...changes } as unknown as Stripe.Charge
}

const seen = (changes: object = {}, charges: Stripe.Charge[] = []) => described(subscription(changes), charges, planOf)

it('is what Stripe says, in the product’s words', () => {
  expect(seen()).toEqual({
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
    refundedWithinGuarantee: false,
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
])('calls %s %s', (status, expected) => expect(seen({ status }).status).toBe(expected))

it('counts a date at which it is to end as a cancellation', () => {
  expect(seen({ cancel_at_period_end: true }).cancelAtPeriodEnd).toBe(true)
  expect(seen({ cancel_at: 2_000 }).cancelAtPeriodEnd).toBe(true)
})

it('names the card that pays next: its own, or else the customer’s, or none', () => {
  const customer = { id: 'cus_1', invoice_settings: { default_payment_method: { card: { brand: 'mastercard', last4: '4444' } } } }
  expect(seen({ customer })).toMatchObject({ paymentMethodBrand: 'visa', paymentMethodLast4: '4242' })
  expect(seen({ customer, default_payment_method: null })).toMatchObject({ paymentMethodBrand: 'mastercard', paymentMethodLast4: '4444' })
  expect(seen({ default_payment_method: null })).toMatchObject({ paymentMethodBrand: null, paymentMethodLast4: null })
  expect(seen({ default_payment_method: { type: 'boleto' } })).toMatchObject({ paymentMethodBrand: null })
})

it('knows what was given back, and whether all of the last payment was within seven days', () => {
  const refunded = (days: number, whole = true) =>
    charge({ refunded: whole, amount_refunded: 9_700, refunds: { data: [{ created: 1_000 + days * DAY }] } })
  expect(seen({}, [refunded(7)])).toMatchObject({ refundedAmount: 9_700, refundedWithinGuarantee: true })
  expect(seen({}, [refunded(8)])).toMatchObject({ refundedAmount: 9_700, refundedWithinGuarantee: false })
  expect(seen({}, [refunded(1, false)])).toMatchObject({ refundedAmount: 9_700, refundedWithinGuarantee: false })
  // Of an earlier period it says nothing of the present one; a payment that failed is none.
  expect(seen({}, [charge({ created: 2_000 }), refunded(1)])).toMatchObject({ refundedAmount: 9_700, refundedWithinGuarantee: false })
  expect(seen({}, [charge({ created: 2_000, paid: false }), refunded(1)])).toMatchObject({ refundedWithinGuarantee: true })
})

it('counts the best of several, and the newest of equals', () => {
  const best = (...all: object[]) =>
    bestOf(
      all.map((each, index) => subscription({ id: `sub_${index}`, ...each })),
      [],
      [],
      planOf,
    )?.subscriptionId
  expect(best()).toBeUndefined()
  expect(best({ status: 'incomplete' }, { status: 'incomplete_expired' })).toBeUndefined()
  expect(best({ status: 'canceled' }, { status: 'incomplete' })).toBe('sub_0')
  expect(best({ status: 'canceled' }, { status: 'paused' }, { status: 'past_due' }, { status: 'active' })).toBe('sub_3')
  expect(best({ status: 'trialing' }, { status: 'past_due', created: 9_000 })).toBe('sub_0')
  expect(best({ status: 'canceled', created: 1 }, { status: 'canceled', created: 2 })).toBe('sub_1')
})

it('counts of each only what was paid for it, and one that a refund ended as ended', () => {
  const invoice = (of: string, intent: string) =>
    ({
      parent: { subscription_details: { subscription: of } },
      payments: { data: [{ payment: { payment_intent: intent } }] },
    }) as unknown as Stripe.Invoice
  const refunded = charge({
    id: 'ch_1',
    payment_intent: 'pi_1',
    refunded: true,
    amount_refunded: 9_700,
    refunds: { data: [{ created: 1_000 }] },
  })
  const left = subscription({ id: 'sub_1', cancel_at_period_end: true })
  const paused = subscription({ id: 'sub_2', status: 'paused', created: 2_000 })
  const seenOf = (...all: Stripe.Subscription[]) =>
    bestOf(all, [invoice('sub_1', 'pi_1'), invoice('sub_2', 'pi_2')], [charge({ id: 'ch_2', payment_intent: 'pi_2' }), refunded], planOf)
  expect(seenOf(left)).toMatchObject({ subscriptionId: 'sub_1', refundedAmount: 9_700, refundedWithinGuarantee: true })
  expect(seenOf(left, paused)).toMatchObject({ subscriptionId: 'sub_2', refundedAmount: 0, refundedWithinGuarantee: false })
})
