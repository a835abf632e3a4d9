import type { PlanId } from '@prumo/shared/plans'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import { v7 as newId } from 'uuid'
import type { TestAnswer } from '../../test/test-app.js'
import { startTestShop, storyOf, type ShopPerson, type TestShop } from '../../test/test-shop.js'

const DECLINED_LATER = '4000000000000341'

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
/** On a busy machine a request that waits for the lock may be asked to retry. */
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

describe('to a plan of more months', () => {
  it('charges once under one key, also when repeated later, and answers the same', async () => {
    const ana = await subscriber('1mes')
    const headers = keyed()
    const [one, other] = await Promise.all([surely(ana, '1ano', headers), surely(ana, '1ano', headers)])
    const third = await change(ana, '1ano', {}, headers)
    expect([one.status, other.status, third.status]).toEqual([200, 200, 200])
    expect([other.body, third.body]).toEqual([one.body, one.body])
    expect(await paid(ana)).toHaveLength(2)
  })

  it('charges once when two devices ask at once; the other learns that it has the plan already', async () => {
    const ana = await subscriber('1mes')
    const answers = await Promise.all([surely(ana, '3anos', keyed()), surely(ana, '3anos', keyed())])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONFLICT', error: subscriptionTexts.samePlan })
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

  it('refuses a proration date that no recent preview showed: used days are not refunded', async () => {
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
  it('can be replaced by another plan, or withdrawn by choosing the current one', async () => {
    const ana = await subscriber('1ano')
    expect((await change(ana, '3meses')).status).toBe(200)
    expect((await change(ana, '1mes')).status).toBe(200)
    expect((await standing(ana)).change).toMatchObject({ planId: '1mes' })
    const headers = keyed()
    const kept = await change(ana, '1ano', {}, headers)
    expect(kept).toMatchObject({ status: 200, body: { change: { amountDue: 0 } } })
    expect((await standing(ana)).change).toBeNull()
    // The reply may have been lost, so the request is repeated.
    expect(await change(ana, '1ano', {}, headers)).toMatchObject({ status: kept.status, body: kept.body })
    expect(await change(ana, '1ano')).toMatchObject({ status: 409, body: { error: subscriptionTexts.samePlan } })
    // A look may run between the end of one scheduled change and the start of the other.
    const story = await storyOf(shop, ana)
    expect([story.slice(0, 2), story.slice(-2)]).toEqual([
      ['Activated', 'ChangeScheduled'],
      ['ChangeScheduled', 'ChangeWithdrawn'],
    ])
  })

  it('stays scheduled when a change to more months is not paid', async () => {
    const ana = await subscriber('1ano', DECLINED_LATER)
    await change(ana, '1mes')
    expect((await change(ana, '3anos')).status).toBe(402)
    await shop.settle()
    expect((await standing(ana)).change).toMatchObject({ planId: '1mes' })
  })

  it('is recorded when an operator schedules it in Stripe’s dashboard', async () => {
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
