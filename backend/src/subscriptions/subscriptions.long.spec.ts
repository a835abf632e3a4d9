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

describe('by way of the hosted page', () => {
  it('a declined card gives no access, and the same page accepts another', async () => {
    const ana = await register()
    const { body } = await shop.checkout(ana)
    const declined = await shop.form(body.url, { card: '4000000000000002' })
    expect([declined.status, declined.page]).toEqual([402, expect.stringContaining('recusado')])
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([false, []])
    expect((await shop.form(body.url, { card: '5555555555554444' })).status).toBe(303)
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([true, ['Activated']])
    expect(await shop.status(ana)).toMatchObject({ paymentMethodBrand: 'mastercard', paymentMethodLast4: '4444' })
  })

  it('a person who cancels the payment returns to the plans, and can try again', async () => {
    const ana = await register()
    const { body } = await shop.checkout(ana)
    const back = await shop.form(body.url, { cancel: '1' })
    expect([back.status, back.location]).toEqual([303, expect.stringMatching(/\/plans\?canceled=true$/)])
    expect(await isIn(ana)).toBe(false)
    // The next try leads to the same unpaid page.
    expect((await shop.checkout(ana)).body.url).toBe(body.url)
  })

  it('two tabs that ask at once get one page and one customer', async () => {
    const ana = await register()
    const answers = await Promise.all([1, 2, 3].map(() => shop.checkout(ana)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    const { data } = await shop.stripe.customers.list({ email: ana.email })
    expect(data).toHaveLength(1)
  })

  it('of two tabs with two plans one page stays open, and paying it is enough', async () => {
    const ana = await register()
    const answers = await Promise.all([shop.checkout(ana, '1mes'), shop.checkout(ana, '3anos')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const paid = await Promise.all(answers.map(({ body }) => shop.form(body.url, { card: '4242424242424242' })))
    expect(paid.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410])
    await shop.settle()
    expect(await isIn(ana)).toBe(true)
    const { customerId } = await shop.status(ana)
    expect((await shop.stripe.subscriptions.list({ customer: customerId ?? '', status: 'all' })).data).toHaveLength(1)
    expect((await shop.stripe.checkout.sessions.list({ customer: customerId ?? '', status: 'open' })).data).toEqual([])
  })

  it('after a failed checkout, repeating the checkout is enough', async () => {
    const ana = await register()
    const failed = await post(ana, '/subscriptions/checkout', {
      priceId: 'price_unknown',
      successUrl: 'http://x',
      cancelUrl: 'http://x',
      mode: 'subscription',
    })
    expect(failed.status).toBe(400)
    expect((await shop.test.send('POST', '/auth/login', { body: { email: ana.email, password: ana.password } })).status).toBe(200)
    await shop.subscribe(ana)
    await shop.settle()
    expect(await isIn(ana)).toBe(true)
  })

  it('a boleto gives access once it is paid, and cannot be paid twice meanwhile', async () => {
    const ana = await register()
    const { body } = await shop.checkout(ana)
    expect((await shop.form(body.url, { card: 'boleto' })).status).toBe(303)
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([false, []])
    expect(await shop.checkout(ana)).toMatchObject({ status: 409, body: { error: subscriptionTexts.paymentPending } })
    await shop.simulator.moveClock(2)
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([true, ['Activated']])
  })
})

describe('a payer whose delivery is late', () => {
  it('gets nothing by a session of another account, or an unknown one', async () => {
    const [ana, rui] = [await register(), await register()]
    await shop.deliver('held')
    const { body } = await shop.checkout(ana)
    const { location } = await shop.form(body.url, { card: '4242424242424242' })
    await shop.checkout(rui)
    for (const id of [sessionIn(location), 'cs_test_nobody', 'sub_1', '', "cs_'--"])
      expect(await shop.status(rui, encodeURIComponent(id))).toMatchObject({ status: 'other' })
    expect(await isIn(rui)).toBe(false)
  })
})

describe('checkout', () => {
  it('is refused even before the payment is recorded', async () => {
    const ana = await register()
    await shop.deliver('held')
    await shop.subscribe(ana)
    expect(await shop.checkout(ana)).toMatchObject({ status: 409 })
    expect(await isIn(ana)).toBe(true)
  })

  it('passes the key to Stripe: a repeat gets the same session, another body a 422', async () => {
    const [ana, rui] = [await register(), await register()]
    const headers = { 'idempotency-key': newId() }
    const first = await shop.checkout(ana, '1mes', headers)
    expect(await shop.checkout(ana, '1mes', headers)).toMatchObject({ status: 200, body: first.body })
    expect(await shop.checkout(ana, '1ano', headers)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
    expect((await shop.checkout(ana, '1ano')).status).toBe(200)
    // The key's session has expired since: it creates another that can be paid.
    const again = await shop.checkout(ana, '1mes', headers)
    expect((await shop.form(again.body.url, { card: '4242424242424242' })).status).toBe(303)
    // Keys are scoped to the account.
    expect((await shop.checkout(rui, '1ano', headers)).status).toBe(200)
    expect((await shop.checkout(rui, '1ano', { 'idempotency-key': 'x' })).status).toBe(400)
  })

  it('replaces a customer deleted at Stripe', async () => {
    const ana = await register()
    await shop.checkout(ana)
    const [customer] = (await shop.stripe.customers.list({ email: ana.email })).data
    await shop.stripe.customers.del(customer?.id ?? '')
    await shop.subscribe(ana, '1mes')
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ status: 'active', planId: '1mes' })
  })
})

describe('a subscription', () => {
  it('renews, fails, and recovers with another card in the portal', async () => {
    const ana = await register()
    await shop.subscribe(ana, '1mes', '4000000000000341')
    await shop.settle()
    expect(await isIn(ana)).toBe(true)
    await shop.simulator.moveClock(32)
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ status: 'past_due' })
    expect([await isIn(ana), (await shop.checkout(ana)).status]).toEqual([false, 409])
    const portal = await post(ana, '/subscriptions/portal')
    expect(portal.status).toBe(200)
    await shop.form(portal.body.url, { card: '5555555555554444' })
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ status: 'active', paymentMethodLast4: '4444' })
    expect(await isIn(ana)).toBe(true)
    await shop.simulator.moveClock(31)
    await shop.settle()
    const story = await storyOf(shop, ana)
    expect(story.slice(0, 2)).toEqual(['Activated', expect.stringMatching(/PaymentFailed|Renewed/)])
    expect(story).toEqual(expect.arrayContaining(['PaymentFailed', 'Recovered', 'PaymentMethodChanged', 'Renewed']))
    expect(await verifyAccount(shop.test.database, shop.test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('ends at once with a refund, here and at Stripe, whatever the portal does then', async () => {
    const ana = await register()
    await shop.subscribe(ana)
    await shop.settle()
    const { customerId, subscriptionId } = await shop.status(ana)
    const [charge] = (await shop.stripe.charges.list({ customer: customerId ?? '' })).data
    await post(ana, `/subscriptions/${subscriptionId}/cancel`)
    const portal = await post(ana, '/subscriptions/portal')
    expect(await isIn(ana)).toBe(true)
    // Long after the days of the guarantee.
    await shop.simulator.moveClock(20)
    await shop.stripe.refunds.create({ charge: charge?.id ?? '' })
    await shop.settle()
    expect(await isIn(ana)).toBe(false)
    expect((await shop.stripe.subscriptions.retrieve(subscriptionId ?? '')).status).toBe('canceled')
    await shop.form(portal.body.url, { resume: '1' })
    await shop.settle()
    expect([await isIn(ana), (await shop.status(ana)).status]).toEqual([false, 'canceled'])
    expect(await storyOf(shop, ana)).toEqual(['Activated', 'CancellationScheduled', 'Refunded', 'Canceled'])
    // A refunded person may subscribe again.
    await shop.subscribe(ana, '1mes')
    await shop.settle()
    expect(await isIn(ana)).toBe(true)
  })

  it('keeps running when its cancellation is withdrawn in the portal, and the log says so', async () => {
    const ana = await register()
    await shop.subscribe(ana)
    await shop.settle()
    const portal = await post(ana, '/subscriptions/portal', {})
    await shop.form(portal.body.url, { cancel: '1' })
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await shop.form(portal.body.url, { resume: '1' })
    await shop.settle()
    expect(await shop.status(ana)).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await storyOf(shop, ana)).toEqual(['Activated', 'CancellationScheduled', 'CancellationWithdrawn'])
  })

  it('gives no access while Stripe pauses it', async () => {
    const ana = await register()
    await shop.subscribe(ana)
    await shop.settle()
    const { subscriptionId } = await shop.status(ana)
    await fetch(`http://127.0.0.1:${shop.simulator.client.port}/v1/subscriptions/${subscriptionId}/pause`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
    })
    await shop.settle()
    expect([await isIn(ana), (await shop.status(ana)).status]).toEqual([false, 'other'])
    expect((await shop.checkout(ana)).status).toBe(409)
    await shop.stripe.subscriptions.resume(subscriptionId ?? '')
    await shop.settle()
    expect([await isIn(ana), await storyOf(shop, ana)]).toEqual([true, expect.arrayContaining(['Activated', 'Lapsed', 'Recovered'])])
  })
})
