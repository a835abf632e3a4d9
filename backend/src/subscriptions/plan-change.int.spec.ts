import type { PlanId } from '@prumo/shared/plans'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import { verifyAccount } from '../event-store/verify/verify.js'
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
  it('previews the amount due without changing anything, and charges that amount', async () => {
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
})

describe('to a plan of fewer months', () => {
  it('waits for the end of the paid period, and says so until then', async () => {
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
    // The schedule still exists; it must not block the next change.
    expect(await change(ana, '3meses', {}, keyed())).toMatchObject({ status: 200, body: { subscription: { planId: '3meses' } } })
  })

  it('is withdrawn by a cancellation, and by a paid change to more months', async () => {
    const ana = await subscriber('1ano')
    await change(ana, '3meses')
    expect(await change(ana, '3anos')).toMatchObject({ status: 200, body: { subscription: { planId: '3anos' } } })
    expect((await standing(ana)).change).toBeNull()
    await change(ana, '1mes')
    const { subscriptionId } = await shop.status(ana)
    const canceled = await shop.test.send('POST', `/subscriptions/${subscriptionId}/cancel`, { token: ana.token, headers: keyed() })
    expect(canceled).toMatchObject({ status: 200, body: { subscription: { cancelAtPeriodEnd: true } } })
    expect(await standing(ana)).toMatchObject({ subscription: { status: 'active' }, change: null })
    // A webhook's look may run between the end of the schedule and the change.
    const [started, scheduled, ...rest] = await storyOf(shop, ana)
    expect([started, scheduled]).toEqual(['Activated', 'ChangeScheduled'])
    expect(rest.slice(rest.indexOf('PlanChanged'))).toEqual(['PlanChanged', 'ChangeScheduled', 'ChangeWithdrawn', 'CancellationScheduled'])
    expect(rest.slice(0, rest.indexOf('PlanChanged'))).toEqual(rest.length === 5 ? ['ChangeWithdrawn'] : [])
    expect(await change(ana, '1mes')).toMatchObject({ status: 409, body: { error: subscriptionTexts.endingPlan } })
  })
})

describe('is refused', () => {
  it('without an active plan', async () => {
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

  it('for the same plan, another price, and a malformed body', async () => {
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
