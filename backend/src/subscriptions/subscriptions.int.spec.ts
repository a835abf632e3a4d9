import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../test/test-shop.js'

let shop: TestShop
// Without the grace period, so that access depends on payment alone.
beforeAll(async () => void (shop = await startTestShop({ REGISTRATION_GRACE_SECONDS: '0' })))
afterAll(() => shop.close())
afterEach(() => shop.deliver('normal'))

const register = () => shop.test.register()
const isIn = async ({ token }: ShopPerson) => (await shop.test.send('GET', '/transactions', { token })).status === 200
const post = ({ token }: ShopPerson, path: string, body?: object, headers = {}) => shop.test.send('POST', path, { token, body, headers })
const sessionIn = (location: string | null) => new URL(location ?? '').searchParams.get('session_id') ?? ''

it('shows the plans without a session', async () => {
  const { status, body } = await shop.test.send('GET', '/plans')
  expect(status).toBe(200)
  expect(
    body.plans.map(({ id, months, price, originalPrice, discount, monthlyPrice, popular, priceId }: Record<string, unknown>) => [
      id,
      months,
      price,
      originalPrice,
      discount,
      monthlyPrice,
      popular,
      priceId,
    ]),
  ).toEqual([
    ['1mes', 1, 47, 67, 30, 47, false, shop.price('1mes')],
    ['3meses', 3, 97, 201, 52, 32.33, true, shop.price('3meses')],
    ['1ano', 12, 297, 804, 63, 24.75, false, shop.price('1ano')],
    ['3anos', 36, 697, 2412, 71, 19.36, false, shop.price('3anos')],
  ])
})

it('gives an account that never subscribed status other and nothing else', async () => {
  const nothing = {
    customerId: null,
    subscriptionId: null,
    planId: null,
    priceId: null,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    paymentMethodBrand: null,
    paymentMethodLast4: null,
  }
  expect(await shop.status(await register())).toEqual({
    id: null,
    status: 'other',
    cancelAtPeriodEnd: false,
    ...nothing,
    createdAt: null,
    updatedAt: null,
  })
})

describe('by way of the hosted page', () => {
  it('a person registers, pays and has access', async () => {
    const ana = await register()
    expect(await isIn(ana)).toBe(false)
    const { status, body } = await shop.checkout(ana, '1ano')
    expect(status).toBe(200)
    const paid = await shop.form(body.url, { card: '4242424242424242' })
    expect([paid.status, paid.location]).toEqual([
      303,
      expect.stringMatching(/\/dashboard\?welcome=true&payment=success&session_id=cs_\w+$/),
    ])
    await shop.settle()
    expect(await isIn(ana)).toBe(true)
    const subscription = await shop.status(ana)
    expect(subscription).toMatchObject({
      id: ana.accountId,
      status: 'active',
      planId: '1ano',
      priceId: shop.price('1ano'),
      cancelAtPeriodEnd: false,
      paymentMethodBrand: 'visa',
      paymentMethodLast4: '4242',
    })
    const days = ((subscription.currentPeriodEnd ?? 0) - (subscription.currentPeriodStart ?? 0)) / 86_400
    expect(days).toBeGreaterThanOrEqual(365)
    expect(await storyOf(shop, ana)).toEqual(['Activated'])
    expect(await verifyAccount(shop.test.database, shop.test.reading, ana.accountId)).toMatchObject({ problem: null })
  })
})

describe('a payer whose delivery is late', () => {
  it('gets access by the session that paid, and the delivery records nothing new', async () => {
    const ana = await register()
    await shop.deliver('held')
    const { body } = await shop.checkout(ana)
    const { location } = await shop.form(body.url, { card: '4242424242424242' })
    expect(await isIn(ana)).toBe(false)
    expect(await shop.status(ana)).toMatchObject({ status: 'other' })
    expect(await shop.status(ana, sessionIn(location))).toMatchObject({ status: 'active', planId: '3meses' })
    expect(await isIn(ana)).toBe(true)
    await shop.deliver('normal')
    await shop.settle()
    expect(await storyOf(shop, ana)).toEqual(['Activated'])
  })
})

describe('checkout', () => {
  const urls = () => ({ successUrl: `${shop.origin}/dashboard`, cancelUrl: `${shop.origin.replace('localhost', '127.0.0.1')}/plans` })

  it('refuses in the words of the contract', async () => {
    const ana = await register()
    const good = { priceId: shop.price('1mes'), mode: 'subscription', ...urls() }
    const ask = (changes: object) => post(ana, '/subscriptions/checkout', { ...good, ...changes })
    const none = 'Nenhum plano selecionado. Por favor, volte e escolha um plano.'
    for (const priceId of [undefined, '', ' ', null])
      expect(await ask({ priceId })).toMatchObject({ status: 400, body: { code: 'VALIDATION', error: none } })
    const unknown = 'Plano inválido. Por favor, escolha outro plano.'
    expect(await ask({ priceId: 'price_other' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: unknown, fields: { priceId: [unknown] } },
    })
    // The text of the first invalid field, although the others are validated without reading the prices.
    for (const changes of [
      { mode: 'payment' },
      { mode: undefined, successUrl: undefined },
      { cancelUrl: 'https://evil.example/' },
      { extra: 1 },
    ])
      expect(await ask({ priceId: 'price_other', ...changes })).toMatchObject({ status: 400, body: { error: unknown } })
    expect(await ask({ priceId: 'p'.repeat(256) })).toMatchObject({ status: 400, body: { error: unknown } })
    expect(await ask({ priceId: '', mode: 'payment' })).toMatchObject({ status: 400, body: { error: none } })
    for (const changes of [
      { successUrl: 'https://evil.example/' },
      { cancelUrl: 'http://localhost:1/' },
      { successUrl: 'x' },
      { mode: 'payment' },
      { extra: 1 },
    ]) {
      expect(await ask(changes)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    }
    expect((await shop.test.send('POST', '/subscriptions/checkout', { body: good })).status).toBe(401)
    expect((await ask({})).status).toBe(200)
  })

  it('is refused to an account whose subscription Stripe has not ended', async () => {
    const ana = await register()
    await shop.subscribe(ana)
    await shop.settle()
    const conflict = { status: 409, body: { code: 'CONFLICT', error: subscriptionTexts.alreadySubscribed } }
    expect(await shop.checkout(ana)).toMatchObject(conflict)
    await post(ana, `/subscriptions/${(await shop.status(ana)).subscriptionId}/cancel`)
    expect(await shop.checkout(ana)).toMatchObject(conflict)
  })
})

describe('a subscription', () => {
  it('is canceled at the end of its period, when asked twice too, and ends there', async () => {
    const ana = await register()
    await shop.subscribe(ana, '1mes')
    await shop.settle()
    const { subscriptionId } = await shop.status(ana)
    const canceled = await post(ana, `/subscriptions/${subscriptionId}/cancel`, undefined, { 'idempotency-key': newId() })
    expect(canceled).toMatchObject({ status: 200, body: { subscription: { status: 'active', cancelAtPeriodEnd: true } } })
    expect(await post(ana, `/subscriptions/${subscriptionId}/cancel`, {})).toMatchObject({ status: 200, body: canceled.body })
    expect(await isIn(ana)).toBe(true)
    await shop.simulator.moveClock(32)
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ status: 'canceled' })
    expect(await isIn(ana)).toBe(false)
    expect((await post(ana, `/subscriptions/${subscriptionId}/cancel`)).status).toBe(200)
    await shop.subscribe(ana, '1ano')
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([true, ['Activated', 'CancellationScheduled', 'Canceled', 'Activated']])
  })

  it('of another account is a 404, like an unknown one', async () => {
    const [ana, rui] = [await register(), await register()]
    await shop.subscribe(ana)
    await shop.subscribe(rui)
    await shop.settle()
    const { subscriptionId } = await shop.status(ana)
    for (const id of [subscriptionId, 'sub_nobody', 'null', '%00'])
      expect((await post(rui, `/subscriptions/${id}/cancel`)).status).toBe(404)
    expect(await shop.status(ana)).toMatchObject({ cancelAtPeriodEnd: false })
    expect((await post(rui, `/subscriptions/${subscriptionId}/cancel`, { extra: 1 })).status).toBe(400)
  })
})

it('refuses the portal to an account that never subscribed', async () => {
  expect(await post(await register(), '/subscriptions/portal')).toMatchObject({
    status: 404,
    body: { error: subscriptionTexts.neverSubscribed },
  })
})
