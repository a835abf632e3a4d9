import fc from 'fast-check'
import { given } from '../../test/test-given.js'
import { changesTo, subscriptionDecider, type PresentSubscription } from './subscription.decider.js'
import type { SubscriptionDetails, SubscriptionEvent } from './subscription.events.js'

const active: SubscriptionDetails = {
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  status: 'active',
  priceId: 'price_3meses',
  planId: '3meses',
  currentPeriodStart: 1_000,
  currentPeriodEnd: 2_000,
  cancelAtPeriodEnd: false,
  paymentMethodBrand: 'visa',
  paymentMethodLast4: '4242',
  refundedAmount: 0,
  nextPriceId: null,
  nextPlanId: null,
}
const nextPeriod = { currentPeriodStart: 2_000, currentPeriodEnd: 3_000 }
const toMonth = { nextPriceId: 'price_1mes', nextPlanId: '1mes' }
const month = { priceId: 'price_1mes', planId: '1mes', ...nextPeriod }
const mastercard = { paymentMethodBrand: 'mastercard', paymentMethodLast4: '4444' }

const seen = (changes: Partial<PresentSubscription> = {}) => ({
  type: 'RecordSubscription' as const,
  present: { ...active, paidBack: false, ...changes },
})
const activated: SubscriptionEvent = { type: 'SubscriptionActivated', data: { before: null, after: active } }
const event = (type: SubscriptionEvent['type'], before: Partial<SubscriptionDetails>, after: Partial<SubscriptionDetails>) =>
  ({ type, data: { before: { ...active, ...before }, after: { ...active, ...after } } }) as SubscriptionEvent

describe('of an account that has none', () => {
  const none = given(subscriptionDecider)

  it('records the first payment', () => none.when(seen()).then(activated))
  it('records a trial', () =>
    none
      .when(seen({ status: 'trialing' }))
      .then({ type: 'SubscriptionActivated', data: { before: null, after: { ...active, status: 'trialing' } } }))
  it('records nothing while Stripe has none', () => none.when({ type: 'RecordSubscription', present: null }).thenNothing())
  it('records missed changes in order', () => {
    const expected = [
      activated,
      event('SubscriptionRefunded', {}, { refundedAmount: 100 }),
      event('SubscriptionCancellationScheduled', { refundedAmount: 100 }, { refundedAmount: 100, cancelAtPeriodEnd: true }),
    ]
    none.when(seen({ cancelAtPeriodEnd: true, refundedAmount: 100 })).then(...expected)
  })
  it('records only the end of one that is already over', () => {
    none
      .when(seen({ status: 'canceled', refundedAmount: 100 }))
      .then({ type: 'SubscriptionCanceled', data: { before: null, after: { ...active, status: 'canceled', refundedAmount: 100 } } })
  })
})

describe('of an active one', () => {
  const subscribed = given(subscriptionDecider, activated)

  it('records nothing when it is the same', () => subscribed.when(seen()).thenNothing())
  it('records its end when Stripe says that there is none', () =>
    subscribed.when({ type: 'RecordSubscription', present: null }).then(event('SubscriptionCanceled', {}, { status: 'canceled' })))
  it('records a renewal', () => subscribed.when(seen(nextPeriod)).then(event('SubscriptionRenewed', {}, nextPeriod)))
  it('records another plan', () => {
    const year = { priceId: 'price_1ano', planId: '1ano', ...nextPeriod }
    subscribed.when(seen(year)).then(event('SubscriptionPlanChanged', {}, year))
  })
  it('records a scheduled change of plan', () => {
    subscribed.when(seen(toMonth)).then(event('SubscriptionChangeScheduled', {}, toMonth))
  })
  it('records a payment that failed, with the period it was for', () => {
    subscribed
      .when(seen({ ...nextPeriod, status: 'past_due' }))
      .then(event('SubscriptionPaymentFailed', {}, { ...nextPeriod, status: 'past_due' }))
  })
  it('records a cancellation at the end of the period', () => {
    subscribed.when(seen({ cancelAtPeriodEnd: true })).then(event('SubscriptionCancellationScheduled', {}, { cancelAtPeriodEnd: true }))
  })
  it('records its end', () => subscribed.when(seen({ status: 'canceled' })).then(event('SubscriptionCanceled', {}, { status: 'canceled' })))
  it('records another card', () => subscribed.when(seen(mastercard)).then(event('SubscriptionPaymentMethodChanged', {}, mastercard)))
  it('records that Stripe paused it', () =>
    subscribed.when(seen({ status: 'other' })).then(event('SubscriptionLapsed', {}, { status: 'other' })))
  it('goes on after a refund of a part, or of an earlier period', () =>
    subscribed.when(seen({ refundedAmount: 9_700 })).then(event('SubscriptionRefunded', {}, { refundedAmount: 9_700 })))
  it('ends at once where the running period was paid back', () => {
    subscribed
      .when(seen({ refundedAmount: 9_700, paidBack: true }))
      .then(
        event('SubscriptionRefunded', {}, { refundedAmount: 9_700 }),
        event('SubscriptionCanceled', { refundedAmount: 9_700 }, { refundedAmount: 9_700, status: 'canceled' }),
      )
  })
  it('ends at once, with the scheduled change, whatever was to come', () => {
    const expected = [
      event('SubscriptionRefunded', {}, { refundedAmount: 9_700 }),
      event('SubscriptionCancellationScheduled', { refundedAmount: 9_700 }, { refundedAmount: 9_700, cancelAtPeriodEnd: true }),
      event(
        'SubscriptionCanceled',
        { refundedAmount: 9_700, cancelAtPeriodEnd: true },
        { refundedAmount: 9_700, cancelAtPeriodEnd: true, status: 'canceled' },
      ),
    ]
    subscribed.when(seen({ refundedAmount: 9_700, paidBack: true, cancelAtPeriodEnd: true })).then(...expected)
  })
  it('ends at once where a dispute was lost, without a refund', () =>
    subscribed.when(seen({ paidBack: true })).then(event('SubscriptionCanceled', {}, { status: 'canceled' })))
})

describe('later on', () => {
  it('records that a cancellation was withdrawn', () => {
    const leaving = given(subscriptionDecider, activated, event('SubscriptionCancellationScheduled', {}, { cancelAtPeriodEnd: true }))
    leaving.when(seen()).then(event('SubscriptionCancellationWithdrawn', { cancelAtPeriodEnd: true }, {}))
    leaving
      .when(seen({ status: 'canceled', cancelAtPeriodEnd: true }))
      .then(event('SubscriptionCanceled', { cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: true, status: 'canceled' }))
    // Stripe deletes the schedule with the end of the subscription: that is no withdrawal.
    leaving.when(seen({ status: 'canceled' })).then(event('SubscriptionCanceled', { cancelAtPeriodEnd: true }, { status: 'canceled' }))
  })
  it('records how a scheduled change of plan ended', () => {
    const waiting = given(subscriptionDecider, activated, event('SubscriptionChangeScheduled', {}, toMonth))
    waiting.when(seen()).then(event('SubscriptionChangeWithdrawn', toMonth, {}))
    // The scheduled change started, paid or not.
    waiting.when(seen(month)).then(event('SubscriptionPlanChanged', toMonth, month))
    const unpaid = { ...month, status: 'past_due' as const }
    waiting.when(seen(unpaid)).then(event('SubscriptionPaymentFailed', toMonth, unpaid))
    waiting
      .when(seen({ cancelAtPeriodEnd: true }))
      .then(event('SubscriptionChangeWithdrawn', toMonth, {}), event('SubscriptionCancellationScheduled', {}, { cancelAtPeriodEnd: true }))
    waiting.when(seen({ status: 'canceled' })).then(event('SubscriptionCanceled', toMonth, { status: 'canceled' }))
  })
  it('records a recovered payment', () => {
    const owing = given(subscriptionDecider, activated, event('SubscriptionPaymentFailed', {}, { status: 'past_due' }))
    owing
      .when(seen(mastercard))
      .then(event('SubscriptionRecovered', { status: 'past_due' }, {}), event('SubscriptionPaymentMethodChanged', {}, mastercard))
  })
  it('stays ended where Stripe has no subscription any more', () =>
    given(subscriptionDecider, activated, event('SubscriptionCanceled', {}, { status: 'canceled' }))
      .when({ type: 'RecordSubscription', present: null })
      .thenNothing())
  it('records another subscription after one that ended', () => {
    const gone = given(subscriptionDecider, activated, event('SubscriptionCanceled', {}, { status: 'canceled' }))
    gone.when(seen({ subscriptionId: 'sub_2' })).then(event('SubscriptionActivated', { status: 'canceled' }, { subscriptionId: 'sub_2' }))
  })
})

const details: fc.Arbitrary<SubscriptionDetails> = fc.record({
  customerId: fc.constant('cus_1'),
  subscriptionId: fc.constantFrom('sub_1', 'sub_2'),
  status: fc.constantFrom('active' as const, 'trialing' as const, 'past_due' as const, 'canceled' as const, 'other' as const),
  priceId: fc.constantFrom('price_1mes', 'price_3meses'),
  planId: fc.constantFrom('1mes', '3meses', null),
  currentPeriodStart: fc.constantFrom(1_000, 2_000),
  currentPeriodEnd: fc.constantFrom(2_000, 3_000),
  cancelAtPeriodEnd: fc.boolean(),
  paymentMethodBrand: fc.constantFrom('visa', 'mastercard', null),
  paymentMethodLast4: fc.constantFrom('4242', '4444', null),
  refundedAmount: fc.constantFrom(0, 100, 9_700),
  nextPriceId: fc.constantFrom(null, 'price_1mes', 'price_1ano'),
  nextPlanId: fc.constantFrom(null, '1mes', '1ano'),
})

it('ends in the state seen last, by events that follow from each other, whatever was recorded before', () => {
  fc.assert(
    fc.property(fc.option(details), details, (before, present) => {
      const events = changesTo(before, present)
      let current: SubscriptionDetails | null = before
      for (const { data } of events) {
        expect(data.before).toEqual(current)
        expect(data.after).not.toEqual(current)
        current = data.after
      }
      expect(current).toEqual(present)
      // The same look again records nothing.
      expect(changesTo(current, present)).toEqual([])
    }),
  )
})
