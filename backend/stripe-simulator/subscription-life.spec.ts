import type { Stripe } from 'stripe'
import { type TestStripe, moment, startTestStripe } from './test-simulator.js'
import { idOf } from './world.js'

function periodOf(subscription: Stripe.Subscription) {
  const [item] = subscription.items.data
  return [moment(item?.current_period_start), moment(item?.current_period_end)]
}

describe('the life of a subscription', () => {
  let test: TestStripe
  beforeEach(async () => (test = await startTestStripe('2026-01-31T12:00:00Z')))
  afterEach(() => test.close())

  const portal = async (subscription: Stripe.Subscription) => {
    const { url } = await test.stripe.billingPortal.sessions.create({
      customer: idOf(subscription.customer),
      return_url: 'http://localhost:3000/dashboard/settings',
    })
    return url
  }

  it('renews at the months’ ends', async () => {
    const { stripe, simulator, subscribe } = test
    const { id } = await subscribe()
    const periods = [periodOf(await stripe.subscriptions.retrieve(id))]
    for (const days of [29, 31, 30]) {
      await simulator.moveClock(days)
      periods.push(periodOf(await stripe.subscriptions.retrieve(id)))
    }
    expect(periods).toEqual([
      ['2026-01-31T12:00', '2026-02-28T12:00'],
      ['2026-02-28T12:00', '2026-03-31T12:00'],
      ['2026-03-31T12:00', '2026-04-30T12:00'],
      ['2026-04-30T12:00', '2026-05-31T12:00'],
    ])
    const { data } = await stripe.invoices.list({ subscription: id })
    expect(data.map(({ billing_reason: reason, status, created }) => [reason, status, moment(created)])).toEqual([
      ['subscription_cycle', 'paid', '2026-04-30T12:00'],
      ['subscription_cycle', 'paid', '2026-03-31T12:00'],
      ['subscription_cycle', 'paid', '2026-02-28T12:00'],
      ['subscription_create', 'paid', '2026-01-31T12:00'],
    ])
  })

  it.each([
    ['3meses', '2026-04-30T12:00'],
    ['1ano', '2027-01-31T12:00'],
    ['3anos', '2029-01-31T12:00'],
  ] as const)('of %s lasts until %s', async (plan, end) => {
    expect(periodOf(await test.subscribe(plan))).toEqual(['2026-01-31T12:00', end])
  })

  it('passes years in one step, each renewal at its time', async () => {
    const { stripe, simulator, subscribe } = test
    const { id } = await subscribe('1ano')
    await simulator.moveClock(3 * 366)
    const { data } = await stripe.invoices.list({ subscription: id })
    expect(data.map(({ created }) => moment(created))).toEqual([
      '2029-01-31T12:00',
      '2028-01-31T12:00',
      '2027-01-31T12:00',
      '2026-01-31T12:00',
    ])
  })

  it('is past due when a renewal fails, is retried, and ends when Stripe gives up', async () => {
    const { stripe, simulator, subscribe, receiver } = test
    const { id } = await subscribe('1mes', '4000000000000341')
    await simulator.moveClock(29)
    const failing = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    expect(failing).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1, amount_remaining: 4_700 } })
    expect(moment((failing.latest_invoice as Stripe.Invoice).next_payment_attempt)).toBe('2026-03-03T13:00')
    await simulator.moveClock(4)
    expect(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'past_due',
      latest_invoice: { attempt_count: 2 },
    })
    await simulator.moveClock(20)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(receiver.types().filter((type) => type === 'invoice.payment_failed')).toHaveLength(5)
    expect(receiver.types().at(-1)).toBe('invoice.updated')
    expect(receiver.types()).toContain('customer.subscription.deleted')
  })

  it('recovers when the card is changed in the portal', async () => {
    const { stripe, simulator, subscribe, post } = test
    const subscription = await subscribe('1mes', '4000000000000341')
    await simulator.moveClock(29)
    const url = await portal(subscription)
    expect(await (await fetch(url)).text()).toContain('Com pagamento em atraso')

    const refused = await post(url, { card: '4000000000000002' })
    expect([refused.status, (await stripe.subscriptions.retrieve(subscription.id)).status]).toEqual([402, 'past_due'])
    expect((await post(url, { card: '5555555555554444' })).status).toBe(303)

    const recovered = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method', 'latest_invoice'] })
    expect(recovered).toMatchObject({
      status: 'active',
      default_payment_method: { card: { last4: '4444' } },
      latest_invoice: { status: 'paid' },
    })
    expect(periodOf(recovered)).toEqual(['2026-02-28T12:00', '2026-03-31T12:00'])
    const customer = await stripe.customers.retrieve(idOf(subscription.customer))
    expect(customer).toMatchObject({
      invoice_settings: { default_payment_method: (recovered.default_payment_method as { id: string }).id },
    })
  })

  it('ends with its period once it is canceled, and continues if that is withdrawn', async () => {
    const { stripe, simulator, subscribe, receiver } = test
    const { id } = await subscribe()
    const scheduled = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(scheduled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect(moment(scheduled.cancel_at)).toBe('2026-02-28T12:00')
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await simulator.moveClock(0.01)
    // Two requests publish one event; the other event is the first payment.
    expect(receiver.types().filter((type) => type === 'customer.subscription.updated')).toHaveLength(2)

    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await simulator.moveClock(27)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
    await simulator.moveClock(2)
    const ended = await stripe.subscriptions.retrieve(id)
    expect([ended.status, moment(ended.ended_at)]).toEqual(['canceled', '2026-02-28T12:00'])
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
    expect(receiver.types().at(-1)).toBe('customer.subscription.deleted')
  })

  it('is canceled in the portal, and the cancellation withdrawn there', async () => {
    const { stripe, subscribe, post } = test
    const subscription = await subscribe()
    const url = await portal(subscription)
    await post(url, { cancel: '1' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(true)
    expect(await (await fetch(url)).text()).toContain('Termina em 28/02/2026')
    await post(url, { resume: '1' })
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false)
  })

  it('ends at once, and cannot be ended again', async () => {
    const { stripe, subscribe } = test
    const { id } = await subscribe()
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 })
  })

  it('ends with its customer', async () => {
    const { stripe, subscribe } = test
    const { id, customer } = await subscribe()
    expect(await stripe.customers.del(idOf(customer))).toMatchObject({ deleted: true })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
    expect(await stripe.customers.retrieve(idOf(customer))).toMatchObject({ deleted: true })
  })

  it('refunds a payment once', async () => {
    const { stripe, subscribe, receiver, simulator } = test
    const { latest_invoice: invoice } = await subscribe()
    const { payments } = await stripe.invoices.retrieve(idOf(invoice), { expand: ['payments'] })
    const intent = idOf(payments?.data[0]?.payment.payment_intent)
    expect(await stripe.refunds.create({ payment_intent: intent, amount: 700, reason: 'requested_by_customer' })).toMatchObject({
      status: 'succeeded',
      amount: 700,
    })
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 4_700 })).rejects.toMatchObject({ statusCode: 400 })
    const { charge } = await stripe.refunds.create({ payment_intent: intent })
    expect(await stripe.charges.retrieve(idOf(charge))).toMatchObject({ refunded: true, amount_refunded: 4_700 })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    await simulator.moveClock(0.01)
    expect(receiver.types()).toEqual(expect.arrayContaining(['refund.created', 'charge.refunded']))
  })

  it('requires authentication at a renewal, and publishes a dispute', async () => {
    const { simulator, subscribe, receiver } = test
    await subscribe('1mes', '4000002760003184')
    await subscribe('1ano', '4000000000000259')
    await simulator.moveClock(29)
    expect(receiver.types()).toEqual(
      expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed', 'charge.dispute.created']),
    )
  })

  it('is created by the API with a test card, pays at a trial’s end, is paused and resumed', async () => {
    const { stripe, simulator, receiver } = test
    const { id: customer } = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const { id, status } = await stripe.subscriptions.create({ customer, items: [{ price: 'price_prumo1mes' }], trial_period_days: 7 })
    expect(status).toBe('trialing')
    await simulator.moveClock(8)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
    expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual(['2026-02-07T12:00', '2026-03-07T12:00'])
    expect((await stripe.subscriptions.pause(id)).status).toBe('paused')
    await simulator.moveClock(60)
    expect((await stripe.subscriptions.resume(id)).status).toBe('active')
    await simulator.moveClock(0.01)
    expect(receiver.types()).toEqual(expect.arrayContaining(['customer.subscription.paused', 'customer.subscription.resumed']))
  })

  it('waits 23 hours for a first payment that failed', async () => {
    const { stripe, simulator } = test
    const { id: customer } = await stripe.customers.create({})
    const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_chargeDeclined' } })
    await expect(stripe.paymentMethods.attach(card.id, { customer })).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    })
    const { id, status } = await stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_prumo1mes' }],
      payment_behavior: 'default_incomplete',
    })
    expect(status).toBe('incomplete')
    await simulator.moveClock(1)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired')
  })
})
