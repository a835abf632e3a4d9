import { startSimulator, type Simulator } from '../../../stripe-simulator/simulator.js'
import type { InvalidSettings } from '../../platform/config/invalid-settings.js'
import { Settings } from '../../platform/config/settings.js'
import { startTestShop, storyOf, type TestShop } from '../../../test/test-shop.js'
import { StripeKey } from './stripe-key.js'
import { SubscriptionLooks } from './subscription-looks.js'

let shop: TestShop
let other: Simulator
beforeAll(async () => {
  shop = await startTestShop({}, { worker: false })
  other = await startSimulator({ account: 'acct_1Outra' })
})
afterAll(async () => {
  await other.close()
  await shop.close()
})

/** The product's settings with another key, or another Stripe. */
function settingsWith(stripe: Partial<Settings['stripe']>): Settings {
  const own = shop.test.app.get(Settings, { strict: false })
  return Object.assign(Object.create(Settings.prototype) as Settings, own, { stripe: { ...own.stripe, ...stripe } })
}

const problemsOf = (settings: Settings) =>
  new StripeKey(settings, shop.test.database).checkAtStart().then(
    () => [],
    (error: InvalidSettings) => error.problems,
  )
const elsewhere = () => settingsWith({ apiUrl: `http://127.0.0.1:${other.client.port}` })
const stored = () => shop.test.database.rows({ text: 'select account_id as "accountId", live from stripe_account' })

it('is stored with the first customer; before that any key is accepted', async () => {
  expect(await stored()).toEqual([])
  expect(await problemsOf(elsewhere())).toEqual([])
  await shop.subscribe(await shop.test.register())
  expect(await stored()).toEqual([{ accountId: 'acct_1PrumoSimulador', live: false }])
  expect(await problemsOf(settingsWith({}))).toEqual([])
})

it('of another account, or in the other mode, is refused by name at a start', async () => {
  expect(await problemsOf(elsewhere())).toEqual([
    'STRIPE_SECRET_KEY: a chave é do modo de teste da conta acct_1Outra; os clientes deste banco são do modo de teste da conta acct_1PrumoSimulador.',
  ])
  // The key alone shows its mode, also while Stripe is unreachable.
  for (const secretKey of ['sk_live_1', 'rk_live_1']) {
    expect(await problemsOf(settingsWith({ secretKey, apiUrl: 'http://127.0.0.1:9' }))).toEqual([
      'STRIPE_SECRET_KEY: a chave é do modo de produção; os clientes deste banco são do modo de teste da conta acct_1PrumoSimulador.',
    ])
  }
  expect(await problemsOf(settingsWith({ apiUrl: 'http://127.0.0.1:9' }))).toEqual([])
})

it('ends no subscription: with another account’s key nothing is recorded', async () => {
  const person = await shop.test.register()
  await shop.subscribe(person)
  const { database, commands } = shop.test.tools()
  await new SubscriptionLooks(settingsWith({}), database, commands).look(person.accountId, 'stripe')
  const looks = new SubscriptionLooks(elsewhere(), database, commands)
  await expect(looks.look(person.accountId, 'stripe')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(looks.findState('cus_1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await storyOf(shop, person)).toEqual(['Activated'])
})

it('is stored for existing customers if Stripe knows them by it', async () => {
  await shop.test.database.rows({ text: 'delete from stripe_account' })
  expect(await problemsOf(elsewhere())).toEqual(['STRIPE_SECRET_KEY: com esta chave a Stripe não conhece os clientes deste banco.'])
  expect(await problemsOf(settingsWith({}))).toEqual([])
  expect(await stored()).toEqual([{ accountId: 'acct_1PrumoSimulador', live: false }])
})
