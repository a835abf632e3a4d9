import type Stripe from 'stripe'
import { Settings } from '../../platform/config/settings.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../../test/test-shop.js'
import { ask, StripeRefusal } from './stripe-client.js'
import { clientOf } from '../../../test/test-http.js'
import { SubscriptionLooks } from './subscription-looks.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

/** A person with a recorded subscription. */
async function subscriber(): Promise<{ person: ShopPerson; subscription: string }> {
  await shop.deliver('held')
  const person = await shop.test.register()
  await shop.subscribe(person)
  await look(person)
  return { person, subscription: (await shop.status(person)).subscriptionId ?? '' }
}

const look = ({ accountId }: ShopPerson) => shop.test.app.get(SubscriptionLooks, { strict: false }).look(accountId, 'stripe')
const leave = (subscription: string, leaving: boolean) => shop.stripe.subscriptions.update(subscription, { cancel_at_period_end: leaving })

/**
 * A look of another process that has read the state and has not recorded it yet.
 * @param mayRepeat false if it cannot reach Stripe again
 * @returns a function that continues it and resolves when the look is over
 */
async function slowLook({ accountId }: ShopPerson, mayRepeat = true): Promise<() => Promise<void>> {
  const { settings, http } = clientOf(shop.test.app.get(Settings, { strict: false }))
  const makeRequest = http.makeRequest.bind(http)
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  const seen = new Promise<void>((resolve) => {
    http.makeRequest = async (...args) => {
      const isLast = (args[2] ?? '').startsWith('/v1/charges')
      const answer = await makeRequest(...args)
      if (isLast) {
        resolve()
        await mayGoOn
      }
      return answer
    }
  })
  const { commands, database } = shop.test.tools()
  const looking = new SubscriptionLooks(settings, database, commands).look(accountId, 'stripe')
  await seen
  return async () => {
    if (!mayRepeat) http.makeRequest = () => Promise.reject(new Error('This look asks Stripe once'))
    goOn()
    await looking
  }
}

it('does not record what was seen before a later look', async () => {
  const { person, subscription } = await subscriber()
  const goOn = await slowLook(person)
  await leave(subscription, true)
  await look(person)
  expect(await shop.status(person)).toMatchObject({ cancelAtPeriodEnd: true })
  await goOn()
  expect(await shop.status(person)).toMatchObject({ cancelAtPeriodEnd: true })
  expect(await storyOf(shop, person)).toEqual(['Activated', 'CancellationScheduled'])
})

it('nor if the state changed back in between, and the later look found nothing new', async () => {
  const { person, subscription } = await subscriber()
  await leave(subscription, true)
  const goOn = await slowLook(person)
  await leave(subscription, false)
  await look(person)
  await goOn()
  expect(await shop.status(person)).toMatchObject({ cancelAtPeriodEnd: false })
  expect(await storyOf(shop, person)).toEqual(['Activated'])
})

it('records what was seen although a later look has started', async () => {
  const { person, subscription } = await subscriber()
  await leave(subscription, true)
  const goOn = await slowLook(person, false)
  const goOnLater = await slowLook(person)
  await goOn()
  expect(await shop.status(person)).toMatchObject({ cancelAtPeriodEnd: true })
  await goOnLater()
  expect(await storyOf(shop, person)).toEqual(['Activated', 'CancellationScheduled'])
})

it('records one change once from many concurrent looks', async () => {
  const { person, subscription } = await subscriber()
  await leave(subscription, true)
  await Promise.all(Array.from({ length: 6 }, () => look(person).catch(() => null)))
  await look(person)
  expect(await storyOf(shop, person)).toEqual(['Activated', 'CancellationScheduled'])
})

it('ends each of several concurrent looks that take equally long', async () => {
  const { person } = await subscriber()
  await shop.delay(40)
  const looks = await Promise.allSettled(Array.from({ length: 4 }, () => look(person)))
  await shop.delay(0)
  expect(looks.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'fulfilled'))
})

it('sees nothing of an account without a customer', async () => {
  expect(await look(await shop.test.register())).toBeNull()
})

it('logs only the codes of Stripe’s refusals', async () => {
  const bad: Stripe.CustomerCreateParams = { email: 'ana@exemplo.com', payment_method: 'pm_ana_secret' }
  const refused = ask(shop.stripe.customers.create(bad))
  await expect(refused).rejects.toThrow(new StripeRefusal('resource_missing', 'payment_method'))
  await expect(refused).rejects.toThrow(/^Stripe refused: resource_missing \(payment_method\)$/)
})
