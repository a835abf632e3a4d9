import fc from 'fast-check'
import type Stripe from 'stripe'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { Settings } from '@prumo/backend/platform/config/settings'
import { differencesFrom } from '@prumo/backend/subscriptions/subscription.decider'
import { FindDetails } from '@prumo/backend/subscriptions/subscription-status.projection'
import { SubscriptionLooks } from '@prumo/backend/subscriptions/stripe/subscription-looks'
import { storyOf, type DeliveryOrder, type ShopPerson, type TestShop } from './test-shop.js'

/** The steps in the life of a subscription. With immediate deliveries each is reported before the next. */
const happenings = ['renew', 'fail', 'recover', 'cancel', 'withdraw', 'change card', 'refund', 'end', 'subscribe again'] as const
type StripeHappening = (typeof happenings)[number]

export const deliveryOrders = ['normal', 'shuffled', 'reversed', 'doubled'] as const satisfies readonly DeliveryOrder[]
const step = fc.record({ happening: fc.constantFrom(...happenings), order: fc.constantFrom(...deliveryOrders), stale: fc.nat(30) })
/** Whether deliveries are held until the end, or arrive between the steps. */
const life = fc.record({ held: fc.boolean(), steps: fc.array(step, { minLength: 3, maxLength: 7 }) })

type CardEnding = '4242' | '4444' | '0341'
const tokens: Record<CardEnding, string> = { '4242': 'pm_card_visa', '4444': 'pm_card_mastercard', '0341': 'pm_card_chargeCustomerFail' }

/** The state that decides which steps are possible, and which events they must lead to. */
interface SubscriptionModel {
  status: 'active' | 'past_due' | 'canceled'
  leaving: boolean
  /** Whether the last payment was refunded. */
  refunded: boolean
  card: CardEnding
  subscription: string
  customer: string
}

async function changeCard(shop: TestShop, model: SubscriptionModel, card: CardEnding): Promise<string[]> {
  const { id } = await shop.stripe.paymentMethods.attach(tokens[card], { customer: model.customer })
  await shop.stripe.subscriptions.update(model.subscription, { default_payment_method: id })
  const expected = model.card === card ? [] : ['PaymentMethodChanged']
  model.card = card
  return expected
}

/** Performs the step at Stripe, if it is possible. @param between is awaited between two parts @returns the expected events */
async function happen(
  shop: TestShop,
  happening: StripeHappening,
  model: SubscriptionModel,
  person: ShopPerson,
  between: () => Promise<void>,
): Promise<string[]> {
  const { stripe, simulator } = shop
  const { status, leaving } = model
  switch (happening) {
    case 'renew':
      if (status !== 'active') return []
      await simulator.moveClock(32)
      model.refunded = false
      if (!leaving) return ['Renewed']
      model.status = 'canceled'
      return ['Canceled']
    case 'fail': {
      if (status !== 'active' || leaving) return []
      const expected = await changeCard(shop, model, '0341')
      await between()
      await simulator.moveClock(32)
      model.status = 'past_due'
      return [...expected, 'PaymentFailed']
    }
    case 'recover': {
      if (status !== 'past_due') return []
      const expected = await changeCard(shop, model, '4242')
      await between()
      const { data } = await stripe.invoices.list({ subscription: model.subscription, status: 'open' })
      for (const { id } of data) await stripe.invoices.pay(id ?? '')
      Object.assign(model, { status: 'active', refunded: false })
      return [...expected, 'Recovered']
    }
    case 'cancel':
      if (status === 'canceled' || leaving) return []
      await stripe.subscriptions.update(model.subscription, { cancel_at_period_end: true })
      model.leaving = true
      return ['CancellationScheduled']
    case 'withdraw':
      if (status === 'canceled' || !leaving) return []
      await stripe.subscriptions.update(model.subscription, { cancel_at_period_end: false })
      model.leaving = false
      return ['CancellationWithdrawn']
    case 'change card':
      return status === 'active' ? changeCard(shop, model, '4444') : []
    case 'refund': {
      if (status !== 'active' || model.refunded) return []
      const { data } = await stripe.charges.list({ customer: model.customer })
      await stripe.refunds.create({ charge: data.find(({ paid }) => paid)?.id ?? '' })
      Object.assign(model, { refunded: true, status: 'canceled' })
      return ['Refunded', 'Canceled']
    }
    case 'end':
      if (status === 'canceled') return []
      await stripe.subscriptions.cancel(model.subscription)
      model.status = 'canceled'
      return ['Canceled']
    case 'subscribe again': {
      if (status !== 'canceled') return []
      await shop.subscribe(person, '1mes')
      const { data } = await stripe.subscriptions.list({ customer: model.customer, status: 'active' })
      Object.assign(model, { status: 'active', leaving: false, refunded: false, card: '4242', subscription: data[0]?.id })
      return ['Activated']
    }
  }
}

/** Sends an earlier delivery once more, as if it had been delayed. */
async function repeat(shop: TestShop, event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event)
  const [secret = ''] = shop.test.app.get(Settings, { strict: false }).stripe.webhookSecrets
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
  }
  const answer = await fetch(`${shop.origin}/api/webhooks/stripe`, { method: 'POST', body: payload, headers })
  expect(answer.status).toBe(200)
}

async function begin(shop: TestShop): Promise<{ person: ShopPerson; model: SubscriptionModel }> {
  const person = await shop.test.register()
  await shop.subscribe(person, '1mes')
  await shop.settle()
  const { customerId, subscriptionId } = await shop.status(person)
  return {
    person,
    model: {
      status: 'active',
      leaving: false,
      refunded: false,
      card: '4242',
      subscription: subscriptionId ?? '',
      customer: customerId ?? '',
    },
  }
}

/** Expects the stored status to equal Stripe's, and the log to be valid. */
async function expectRight(shop: TestShop, { accountId }: ShopPerson, { customer }: SubscriptionModel): Promise<void> {
  const { database, reading } = shop.test
  const { present } = await shop.test.app.get(SubscriptionLooks, { strict: false }).findState(customer)
  expect(differencesFrom(await new FindDetails(accountId).answer(database), present)).toEqual([])
  expect(await verifyAccount(database, reading, accountId)).toMatchObject({ problem: null })
}

/**
 * Expects random lives to end in the same read model, and the log to hold each event once, whatever the order, number and delay of
 * the deliveries.
 */
export async function liveAtRandom(shop: TestShop, parameters: fc.Parameters<[unknown]>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(life, async ({ held, steps }) => {
      await shop.deliver('normal')
      const { person, model } = await begin(shop)
      const story = ['Activated']
      for (const { happening, order, stale } of steps) {
        await shop.deliver(held ? 'held' : order)
        story.push(...(await happen(shop, happening, model, person, held ? async () => {} : shop.settle)))
        if (held) continue
        await shop.settle()
        const { data } = await shop.stripe.events.list({ limit: 50 })
        const old = data[stale]
        if (old) await repeat(shop, old)
        await shop.settle()
        expect((await storyOf(shop, person)).toSorted()).toEqual(story.toSorted())
      }
      await shop.deliver(steps[0]?.order ?? 'normal')
      await shop.settle()
      await expectRight(shop, person, model)
      // Held deliveries are read as one change: a payment that failed and recovered meanwhile is a renewal. No event may be
      // invented.
      if (held)
        for (const expected of await storyOf(shop, person))
          expect([...story, ...(story.includes('Recovered') ? ['Renewed'] : [])]).toContain(expected)
      else expect((await storyOf(shop, person)).toSorted()).toEqual(story.toSorted())
      // All customers share the clock: this subscription would be renewed in the runs that follow.
      const { data } = await shop.stripe.subscriptions.list({ customer: model.customer })
      for (const { id } of data) await shop.stripe.subscriptions.cancel(id)
    }),
    parameters,
  )
}

/** Expects a life from the first payment to the end to give the same events in each order of deliveries. */
export async function liveInEachOrder(shop: TestShop, orders: readonly DeliveryOrder[]): Promise<void> {
  const stories: Record<string, string[]> = {}
  for (const order of orders) {
    await shop.deliver('normal')
    const { person, model } = await begin(shop)
    await shop.deliver(order)
    for (const happening of ['renew', 'fail', 'recover', 'cancel', 'withdraw', 'cancel', 'renew'] as const) {
      await happen(shop, happening, model, person, shop.settle)
      await shop.settle()
    }
    await expectRight(shop, person, model)
    stories[order] = await storyOf(shop, person)
  }
  const expected = [
    'Activated',
    'Renewed',
    'PaymentMethodChanged',
    'PaymentFailed',
    'PaymentMethodChanged',
    'Recovered',
    'CancellationScheduled',
    'CancellationWithdrawn',
    'CancellationScheduled',
    'Canceled',
  ]
  expect(stories).toEqual(Object.fromEntries(orders.map((order) => [order, expected])))
}
