import type { PlanId } from '@prumo/shared/plans'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
import type { TestAnswer } from '../../test/test-app.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../test/test-shop.js'

const DECLINED_LATER = '4000000000000341'
const ASKS_LATER = '4000002760003184'
const DAY = 86_400

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop()))
afterAll(() => shop.close())

async function subscriber(plan: PlanId, card?: string): Promise<ShopPerson> {
  const person = await shop.test.register()
  await shop.status(person, await shop.subscribe(person, plan, card))
  return person
}
const change = ({ token }: ShopPerson, plan: PlanId, more: object = {}, headers: Record<string, string> = {}) =>
  shop.test.send('POST', '/subscriptions/change', { token, body: { priceId: shop.price(plan), ...more }, headers })
/** On a busy machine whoever waits for the other's turn may be told to come back. */
async function surely(person: ShopPerson, plan: PlanId, headers: Record<string, string>): Promise<TestAnswer> {
  for (;;) {
    const answer = await change(person, plan, {}, headers)
    if (answer.status !== 503) return answer
  }
}
const standing = async ({ token }: ShopPerson) => (await shop.test.send('GET', '/subscriptions/status', { token })).body
const keyed = (key = newId()) => ({ 'idempotency-key': key })
async function paid(person: ShopPerson): Promise<number[]> {
  const { customerId } = await shop.status(person)
  const { data } = await shop.stripe.charges.list({ customer: customerId ?? '' })
  return data.filter((charge) => charge.paid).map(({ amount }) => amount)
}
async function portal({ token }: ShopPerson, fields: Record<string, string>): Promise<void> {
  const { body } = await shop.test.send('POST', '/subscriptions/portal', { token })
  expect((await shop.form(body.url, fields)).status).toBe(303)
}

describe('to a plan of more months', () => {
  it('says what would be due, changes nothing by that, and charges what it said', async () => {
    const ana = await subscriber('3meses')
    await shop.simulator.moveClock(20)
    const before = await standing(ana)
    const { currentPeriodStart: start, currentPeriodEnd: end } = before.subscription
    const shown = await change(ana, '1ano', { preview: true })
    expect(shown).toMatchObject({ status: 200, body: { subscription: before.subscription, change: { currency: 'brl' } } })
    const { amountDue, prorationDate, at } = shown.body.change
    expect(Math.round(amountDue * 100)).toBe(29_700 - Math.round((9_700 * (end - prorationDate)) / (end - start)))
    expect(Date.parse(at) / 1000).toBe(prorationDate)
    expect([await standing(ana), await paid(ana)]).toEqual([before, [9_700]])

    await shop.simulator.moveClock(0.01)
    const made = await change(ana, '1ano', { prorationDate }, keyed())
    expect(made).toMatchObject({ status: 200, body: { subscription: { planId: '1ano', status: 'active' }, change: { amountDue } } })
    expect(Object.keys(made.body.change).sort()).toEqual(['amountDue', 'at', 'currency'])
    const after = await shop.status(ana)
    expect((after.currentPeriodEnd ?? 0) - (after.currentPeriodStart ?? 0)).toBeGreaterThanOrEqual(365 * DAY)
    expect(await paid(ana)).toEqual([Math.round(amountDue * 100), 9_700])
    await shop.settle()
    expect(await storyOf(shop, ana)).toEqual(['Activated', 'PlanChanged'])
    expect(await verifyAccount(shop.test.database, shop.test.reading, ana.accountId)).toMatchObject({ problem: null })
  })

  it('charges once under one key, at once and later, and answers the same', async () => {
    const ana = await subscriber('1mes')
    const headers = keyed()
    const [one, other] = await Promise.all([surely(ana, '1ano', headers), surely(ana, '1ano', headers)])
    const third = await change(ana, '1ano', {}, headers)
    expect([one.status, other.status, third.status]).toEqual([200, 200, 200])
    expect([other.body, third.body]).toEqual([one.body, one.body])
    expect(await paid(ana)).toHaveLength(2)
  })

  it('charges once when two devices ask at once: the other is told that it is so already', async () => {
    const ana = await subscriber('1mes')
    const answers = await Promise.all([surely(ana, '3anos', keyed()), surely(ana, '3anos', keyed())])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONFLICT', error: subscriptionTexts.samePlan })
    expect(await paid(ana)).toHaveLength(2)
  })

  it.each([
    [DECLINED_LATER, subscriptionTexts.declined],
    [ASKS_LATER, subscriptionTexts.authenticationNeeded],
  ])('changes nothing where %s does not pay, and the same request succeeds with another card', async (card, error) => {
    const ana = await subscriber('1mes', card)
    const before = await standing(ana)
    const headers = keyed()
    expect(await change(ana, '1ano', {}, headers)).toMatchObject({ status: 402, body: { code: 'PAYMENT_REQUIRED', error } })
    await shop.settle()
    expect([await standing(ana), await paid(ana), await storyOf(shop, ana)]).toEqual([before, [4_700], ['Activated']])
    await portal(ana, { card: '5555555555554444' })
    expect(await change(ana, '1ano', {}, headers)).toMatchObject({ status: 200, body: { subscription: { planId: '1ano' } } })
    expect(await paid(ana)).toHaveLength(2)
  })

  it('asks for a card where there is none', async () => {
    const ana = await subscriber('1mes')
    const { data } = await shop.stripe.customers.listPaymentMethods((await shop.status(ana)).customerId ?? '')
    for (const { id } of data) await shop.stripe.paymentMethods.detach(id)
    expect(await change(ana, '1ano', { preview: true })).toMatchObject({ status: 200 })
    expect(await change(ana, '1ano')).toMatchObject({ status: 402, body: { error: subscriptionTexts.cardNeeded } })
    expect(await paid(ana)).toEqual([4_700])
  })

  it('refuses a moment that nobody was shown lately: what was used is not given back', async () => {
    const ana = await subscriber('3meses')
    await shop.simulator.moveClock(40)
    const { prorationDate } = (await change(ana, '1ano', { preview: true })).body.change
    const { currentPeriodStart } = await shop.status(ana)
    for (const wrong of [currentPeriodStart, prorationDate - 3_600, prorationDate + 3_600, 0]) {
      const answer = await change(ana, '1ano', { prorationDate: wrong })
      expect(answer).toMatchObject({ status: 409, body: { error: subscriptionTexts.oldPreview } })
    }
    expect(await paid(ana)).toEqual([9_700])
  })
})

describe('to a plan of fewer months', () => {
  it('waits for the end of what is paid, and says so until then', async () => {
    const ana = await subscriber('3meses')
    const { subscription } = await standing(ana)
    const at = new Date(subscription.currentPeriodEnd * 1000).toISOString()
    const answer = { status: 200, body: { subscription: { planId: '3meses' }, change: { at, amountDue: 0, currency: 'brl' } } }
    expect(await change(ana, '1mes', { preview: true })).toMatchObject(answer)
    expect(await standing(ana)).toEqual({ subscription, change: null })
    const headers = keyed()
    expect(await change(ana, '1mes', {}, headers)).toMatchObject(answer)
    expect(await change(ana, '1mes', {}, headers)).toMatchObject(answer)
    expect(await standing(ana)).toMatchObject({
      subscription: { planId: '3meses' },
      change: { at, planId: '1mes', priceId: shop.price('1mes') },
    })
    await shop.simulator.moveClock(93)
    await shop.settle()
    expect(await standing(ana)).toMatchObject({ subscription: { planId: '1mes', status: 'active' }, change: null })
    expect(await storyOf(shop, ana)).toEqual(['Activated', 'ChangeScheduled', 'PlanChanged'])
    expect(await paid(ana)).toEqual([4_700, 9_700])
    // The schedule has not let go yet; nothing of it is in the way.
    expect(await change(ana, '3meses', {}, keyed())).toMatchObject({ status: 200, body: { subscription: { planId: '3meses' } } })
  })

  it('can be another one, or be taken back by the plan of now', async () => {
    const ana = await subscriber('1ano')
    expect((await change(ana, '3meses')).status).toBe(200)
    expect((await change(ana, '1mes')).status).toBe(200)
    expect((await standing(ana)).change).toMatchObject({ planId: '1mes' })
    const headers = keyed()
    const kept = await change(ana, '1ano', {}, headers)
    expect(kept).toMatchObject({ status: 200, body: { change: { amountDue: 0 } } })
    expect((await standing(ana)).change).toBeNull()
    // The reply may have been lost on its way.
    expect(await change(ana, '1ano', {}, headers)).toEqual(kept)
    expect(await change(ana, '1ano')).toMatchObject({ status: 409, body: { error: subscriptionTexts.samePlan } })
    // A look may come in the moment in which one change is off and the other not yet there.
    const story = await storyOf(shop, ana)
    expect([story.slice(0, 2), story.slice(-2)]).toEqual([
      ['Activated', 'ChangeScheduled'],
      ['ChangeScheduled', 'ChangeWithdrawn'],
    ])
  })

  it('is taken back by a cancellation, and by a change to more months that is paid', async () => {
    const ana = await subscriber('1ano')
    await change(ana, '3meses')
    expect(await change(ana, '3anos')).toMatchObject({ status: 200, body: { subscription: { planId: '3anos' } } })
    expect((await standing(ana)).change).toBeNull()
    await change(ana, '1mes')
    const { subscriptionId } = await shop.status(ana)
    const canceled = await shop.test.send('POST', `/subscriptions/${subscriptionId}/cancel`, { token: ana.token, headers: keyed() })
    expect(canceled).toMatchObject({ status: 200, body: { subscription: { cancelAtPeriodEnd: true } } })
    expect(await standing(ana)).toMatchObject({ subscription: { status: 'active' }, change: null })
    // A delivery's look may come between the end of what was scheduled and the change.
    const [begun, scheduled, ...rest] = await storyOf(shop, ana)
    expect([begun, scheduled]).toEqual(['Activated', 'ChangeScheduled'])
    expect(rest.slice(rest.indexOf('PlanChanged'))).toEqual(['PlanChanged', 'ChangeScheduled', 'ChangeWithdrawn', 'CancellationScheduled'])
    expect(rest.slice(0, rest.indexOf('PlanChanged'))).toEqual(rest.length === 5 ? ['ChangeWithdrawn'] : [])
    expect(await change(ana, '1mes')).toMatchObject({ status: 409, body: { error: subscriptionTexts.endingPlan } })
  })

  it('goes on waiting where a change to more months is not paid', async () => {
    const ana = await subscriber('1ano', DECLINED_LATER)
    await change(ana, '1mes')
    expect((await change(ana, '3anos')).status).toBe(402)
    await shop.settle()
    expect((await standing(ana)).change).toMatchObject({ planId: '1mes' })
  })

  it('is known when an operator plans it in Stripe’s own pages', async () => {
    const ana = await subscriber('3meses')
    const { subscriptionId } = await shop.status(ana)
    const { id, phases } = await shop.stripe.subscriptionSchedules.create({ from_subscription: subscriptionId ?? '' })
    const [{ start_date, end_date }] = phases as [(typeof phases)[0]]
    await shop.stripe.subscriptionSchedules.update(id, {
      phases: [
        { items: [{ price: shop.price('3meses') }], start_date, end_date },
        { items: [{ price: shop.price('1mes') }], duration: { interval: 'month', interval_count: 1 } },
      ],
    })
    await shop.settle()
    expect((await standing(ana)).change).toMatchObject({ planId: '1mes' })
    await shop.stripe.subscriptionSchedules.release(id)
    await shop.settle()
    expect((await standing(ana)).change).toBeNull()
  })
})

describe('is refused', () => {
  it('to who has no active plan', async () => {
    const none = { status: 409, body: { code: 'CONFLICT', error: subscriptionTexts.noActivePlan } }
    expect(await change(await shop.test.register(), '1mes')).toMatchObject(none)
    const owing = await subscriber('1mes', DECLINED_LATER)
    await shop.simulator.moveClock(32)
    await shop.settle()
    expect((await shop.status(owing)).status).toBe('past_due')
    expect(await change(owing, '1ano')).toMatchObject(none)
    expect(await change(owing, '1ano', { preview: true })).toMatchObject(none)
    const gone = await subscriber('1mes')
    const { subscriptionId } = await shop.status(gone)
    await shop.stripe.subscriptions.cancel(subscriptionId ?? '')
    expect(await change(gone, '1ano')).toMatchObject(none)
  })

  it('for the same plan, another price, and what is not of its form', async () => {
    const ana = await subscriber('1mes')
    const { token } = ana
    expect(await change(ana, '1mes')).toMatchObject({ status: 409, body: { error: subscriptionTexts.samePlan } })
    expect(await change(ana, '1mes', { preview: true })).toMatchObject({ status: 409 })
    const send = (body: object) => shop.test.send('POST', '/subscriptions/change', { token, body })
    expect(await send({ priceId: 'price_nobody' })).toMatchObject({ status: 400, body: { error: subscriptionTexts.unknownPlan } })
    expect(await send({ priceId: 'price_nobody', preview: 'yes' })).toMatchObject({ body: { error: subscriptionTexts.unknownPlan } })
    expect(await send({ priceId: 'p'.repeat(256) })).toMatchObject({ status: 400, body: { error: subscriptionTexts.unknownPlan } })
    expect(await send({})).toMatchObject({ status: 400, body: { error: subscriptionTexts.noPlan } })
    for (const wrong of [{ preview: 'yes' }, { prorationDate: '1' }, { prorationDate: -1 }, { prorationDate: 1.5 }, { more: 1 }])
      expect(await change(ana, '1ano', wrong)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await change(ana, '1ano', {}, { 'idempotency-key': 'no uuid' })).toMatchObject({ status: 400 })
    expect((await shop.test.send('POST', '/subscriptions/change', { body: { priceId: shop.price('1ano') } })).status).toBe(401)
    expect(await paid(ana)).toEqual([4_700])
  })
})
