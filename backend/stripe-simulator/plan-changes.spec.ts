import type { PlanId } from '@prumo/shared/plans'
import type { Stripe } from 'stripe'
import { planPriceId } from './prices.js'
import { type TestStripe, moment, startTestStripe } from './test-simulator.js'
import { idOf } from './world.js'

let test: TestStripe
beforeEach(async () => (test = await startTestStripe('2026-01-31T12:00:00Z')))
afterEach(() => test.close())

const change = (subscription: Stripe.Subscription, plan: PlanId) =>
  ({
    items: [{ id: subscription.items.data[0]!.id, price: planPriceId(plan) }],
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'always_invoice',
  }) satisfies Stripe.SubscriptionUpdateParams
const upgrade = (subscription: Stripe.Subscription, plan: PlanId, params: Stripe.SubscriptionUpdateParams = {}) =>
  test.stripe.subscriptions.update(subscription.id, {
    ...change(subscription, plan),
    payment_behavior: 'error_if_incomplete',
    expand: ['latest_invoice'],
    ...params,
  })
const preview = (subscription: Stripe.Subscription, plan: PlanId) =>
  test.stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change(subscription, plan) })
const periodOf = ({ items }: Stripe.Subscription) =>
  [items.data[0]?.current_period_start, items.data[0]?.current_period_end].map((time) => moment(time))
const priceOf = ({ items }: Stripe.Subscription) => items.data[0]?.price.id

describe('another price at once', () => {
  it('costs its own amount less the unused time, to the second and the centavo', async () => {
    const subscription = await test.subscribe('3meses')
    const { now } = await test.simulator.moveClock(15.25)
    const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!
    const unused = Math.round((9_700 * (end - now)) / (end - start))
    expect([unused, (end - start) / 86_400]).toEqual([8_038, 89])

    const previewed = await preview(subscription, '1ano')
    expect(previewed).toMatchObject({ amount_due: 29_700 - unused, status: 'draft', billing_reason: 'subscription_update' })
    expect(previewed.parent?.subscription_details?.subscription_proration_date).toBe(now)
    expect(previewed.lines.data.map(({ amount, parent }) => [amount, parent?.subscription_item_details?.proration])).toEqual([
      [-unused, true],
      [29_700, false],
    ])
    // A preview changes nothing.
    expect(await test.stripe.subscriptions.retrieve(subscription.id)).toEqual(subscription)
    expect((await test.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)

    // The previewed amount is charged, however much later.
    await test.simulator.moveClock(0.01)
    const after = await upgrade(subscription, '1ano', { proration_date: now })
    expect(after).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 29_700 - unused } })
    expect([priceOf(after), ...periodOf(after)]).toEqual([planPriceId('1ano'), '2026-02-15T18:14', '2027-02-15T18:14'])
    await test.simulator.moveClock(366)
    expect((await test.stripe.invoices.list({ subscription: subscription.id })).data[0]).toMatchObject({
      amount_paid: 29_700,
      billing_reason: 'subscription_cycle',
    })
  })

  it.each([
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000002760003184', 'authentication_required', 'authentication_required'],
  ])('changes nothing if %s does not pay', async (card, code, decline) => {
    const subscription = await test.subscribe('1mes', card)
    await expect(upgrade(subscription, '1ano')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: decline,
    })
    expect(await test.stripe.subscriptions.retrieve(subscription.id)).toEqual(subscription)
    expect((await test.stripe.charges.list({ customer: idOf(subscription.customer) })).data).toHaveLength(1)
  })

  it('is paid once under one key', async () => {
    const subscription = await test.subscribe('1mes')
    const params = { ...change(subscription, '1ano'), payment_behavior: 'error_if_incomplete' } as const
    const again = () => test.stripe.subscriptions.update(subscription.id, params, { idempotencyKey: 'change:1' })
    expect(await again()).toEqual(await again())
    expect((await test.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2)
  })

  it('is refused without a card, outside its period, and in every variant that is not simulated', async () => {
    const subscription = await test.subscribe('1mes')
    const item = subscription.items.data[0]!
    const refused = (params: Stripe.SubscriptionUpdateParams, why: object) =>
      expect(upgrade(subscription, '1ano', params)).rejects.toMatchObject(why)
    await refused({ proration_date: item.current_period_start - 1 }, { param: 'proration_date' })
    await refused({ proration_date: item.current_period_end + 1 }, { param: 'proration_date' })
    await refused({ proration_behavior: 'none' }, { param: 'proration_behavior' })
    await refused({ billing_cycle_anchor: { type: 'unchanged' } }, { param: 'billing_cycle_anchor' })
    await refused({ payment_behavior: 'pending_if_incomplete' }, { param: 'payment_behavior' })
    await refused({ cancel_at_period_end: true }, { param: 'cancel_at_period_end' })
    await refused({ items: [{ id: item.id, price: 'price_nobody' }] }, { code: 'resource_missing' })
    await expect(upgrade(await test.subscribe('1ano'), '1mes')).rejects.toMatchObject({ statusCode: 400 })
    await test.stripe.paymentMethods.detach(idOf(subscription.default_payment_method))
    await refused({}, { statusCode: 400, code: 'resource_missing' })
  })
})

describe('another price with the next period', () => {
  const plan = async (subscription: Stripe.Subscription, next: PlanId) => {
    const { id, phases } = await test.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
    const [present] = phases
    return test.stripe.subscriptionSchedules.update(id, {
      end_behavior: 'release',
      phases: [
        { items: [{ price: priceOf(subscription)!, quantity: 1 }], start_date: present!.start_date, end_date: present!.end_date },
        {
          items: [{ price: planPriceId(next), quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
  }

  it('starts when the paid period ends, and its schedule is released afterwards', async () => {
    const subscription = await test.subscribe('3meses')
    const schedule = await plan(subscription, '1mes')
    expect(schedule.phases.map(({ start_date: start, end_date: end }) => [moment(start), moment(end)])).toEqual([
      ['2026-01-31T12:00', '2026-04-30T12:00'],
      ['2026-04-30T12:00', '2026-05-30T12:00'],
    ])
    const waiting = await test.stripe.subscriptions.retrieve(subscription.id, { expand: ['schedule'] })
    expect(waiting).toMatchObject({ schedule: { id: schedule.id, status: 'active' } })
    expect(priceOf(waiting)).toBe(planPriceId('3meses'))
    await test.simulator.moveClock(90)
    const changed = await test.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect([priceOf(changed), ...periodOf(changed)]).toEqual([planPriceId('1mes'), '2026-04-30T12:00', '2026-05-31T12:00'])
    expect(changed).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 4_700, billing_reason: 'subscription_cycle' } })
    await test.simulator.moveClock(40)
    const later = await test.stripe.subscriptions.retrieve(subscription.id)
    expect([later.schedule, priceOf(later), later.status]).toEqual([null, planPriceId('1mes'), 'active'])
    expect(await test.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'released' })
  })

  it('is withdrawn by a release, which restores the previous state', async () => {
    const subscription = await test.subscribe('3meses')
    const { id } = await plan(subscription, '1mes')
    expect(await test.stripe.subscriptionSchedules.release(id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: subscription.id,
    })
    await expect(test.stripe.subscriptionSchedules.release(id)).rejects.toMatchObject({ statusCode: 400 })
    await test.simulator.moveClock(90)
    expect(priceOf(await test.stripe.subscriptions.retrieve(subscription.id))).toBe(planPriceId('3meses'))
  })

  it('blocks direct cancellation and changes of the subscription, but not its end', async () => {
    const subscription = await test.subscribe('3meses')
    const { id } = await plan(subscription, '1mes')
    await expect(test.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
      /managed by the subscription schedule/,
    )
    await expect(upgrade(subscription, '1ano')).rejects.toMatchObject({ statusCode: 400 })
    await expect(test.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })).rejects.toThrow(/already attached/)
    await test.stripe.subscriptions.cancel(subscription.id)
    expect(await test.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'canceled' })
  })

  it('is withdrawn by a cancellation in the portal', async () => {
    const subscription = await test.subscribe('3meses')
    const { id } = await plan(subscription, '1mes')
    const { url } = await test.stripe.billingPortal.sessions.create({ customer: idOf(subscription.customer) })
    await test.post(url, { cancel: '1' })
    expect(await test.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at_period_end: true, schedule: null })
    expect(await test.stripe.subscriptionSchedules.retrieve(id)).toMatchObject({ status: 'released' })
  })
})
