import { QueryBus } from '@nestjs/cqrs'
import type { PlanId } from '@prumo/shared/plans'
import type Stripe from 'stripe'
import { v7 as newId } from 'uuid'
import { runOne } from './test-queue.js'
import { Settings } from '@prumo/backend/platform/config/settings'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { storyOf, type ShopPerson, type TestShop } from './test-shop.js'
import { Billing } from '@prumo/backend/subscriptions/stripe/billing'
import { Checkouts } from '@prumo/backend/subscriptions/stripe/checkouts'
import { Customers } from '@prumo/backend/subscriptions/stripe/customers'
import { Deliveries } from '@prumo/backend/subscriptions/stripe/deliveries'
import { PlanChanges } from '@prumo/backend/subscriptions/stripe/plan-change'
import { STRIPE_DELIVERY, stripeDeliveryWorker } from '@prumo/backend/subscriptions/stripe/stripe-delivery.worker'
import { StripeLimits } from '@prumo/backend/subscriptions/stripe/stripe-limits'
import { SUBSCRIPTION_LOOK, subscriptionLookWorker } from '@prumo/backend/subscriptions/stripe/subscription-look.worker'
import { SubscriptionLooks } from '@prumo/backend/subscriptions/stripe/subscription-looks'
import { clientOf } from './test-http.js'
import { openMortal, type MortalProcess } from './test-mortal.js'

/** Creates a payer about whom Stripe has this single event. */
export async function createPayer(shop: TestShop): Promise<{ person: ShopPerson; event: Stripe.Event }> {
  await shop.deliver('held')
  const person = await shop.test.register()
  const customer = await shop.stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  await new Customers(shop.test.database).adopt(person.accountId, customer.id, null)
  const { id } = await shop.stripe.subscriptions.create({ customer: customer.id, items: [{ price: shop.price('1ano') }] })
  const { data } = await shop.stripe.events.list({ limit: 20 })
  const event = data.find(({ type, data: { object } }) => type === 'customer.subscription.created' && 'id' in object && object.id === id)
  if (!event) throw new Error('Stripe sent no event')
  return { person, event }
}

/** Delivers an event to an API. Stripe repeats it when the answer was lost, and once more when it was not. */
export async function deliverTo(shop: TestShop, event: Stripe.Event, mortal: MortalProcess): Promise<void> {
  const settings = shop.test.app.get(Settings, { strict: false })
  const payload = JSON.stringify(event)
  const [secret = ''] = settings.stripe.webhookSecrets
  const receive = (by: MortalProcess | null) => {
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret })
    return new Deliveries(settings, by?.database ?? shop.test.database).receive(Buffer.from(payload), signature)
  }
  await receive(mortal).catch(() => receive(null))
  await receive(null)
}

/** Workers run the jobs of a delivery and those that follow; the first worker is mortal. */
export async function runWaiting(shop: TestShop, mortal: MortalProcess): Promise<void> {
  const healthy = { database: shop.test.database, tools: shop.test.tools() }
  for (let runs = 0; runs < 8; runs++) {
    const [next] = await waitingJobs(shop)
    if (!next) return
    const worker = next.kind === STRIPE_DELIVERY ? stripeDeliveryWorker : subscriptionLookWorker
    const run = (by: Pick<MortalProcess, 'database' | 'tools'>) => runOne(worker, next.subject, by.tools)
    // The promises of a dead worker may reject or stay open.
    await run(mortal.diedAt === null ? mortal : healthy).catch(() => undefined)
  }
}

export function waitingJobs(shop: TestShop): Promise<{ kind: string; subject: string }[]> {
  return shop.test.database.rows({
    text: `select kind, subject from outbox where kind in ('${STRIPE_DELIVERY}', '${SUBSCRIPTION_LOOK}') order by created_at`,
  })
}

/**
 * Has a delivery handled by an API and workers, of which the first dies at a place of `openMortal`; expects its command once.
 * @returns the place where it died; null where it finished before
 */
export async function takeDeliveryDyingAt(shop: TestShop, at: number | string): Promise<string | null> {
  const { person, event } = await createPayer(shop)
  const mortal = await openMortal(shop, at)
  await deliverTo(shop, event, mortal)
  await runWaiting(shop, mortal)
  await mortal.close()

  expect([at, mortal.diedAt, await storyOf(shop, person)]).toEqual([at, mortal.diedAt, ['Activated']])
  expect(await shop.status(person)).toMatchObject({ status: 'active', planId: '1ano' })
  expect(await waitingJobs(shop)).toEqual([])
  expect(await shop.test.database.rows({ text: 'select 1 from stripe_deliveries where id = $1' }, [event.id])).toHaveLength(1)
  expect(await verifyAccount(shop.test.database, shop.test.reading, person.accountId)).toMatchObject({ problem: null })
  return mortal.diedAt
}

/** How a change of plan is interrupted. */
export type ProcessInterruption = 'the process dies' | 'the answer is lost'

/** Tests that a change of plan that is interrupted after any write to Stripe loses no pending change, for the chosen cases. */
export function testInterruptedChanges(shopOf: () => TestShop, chosen: (interruption: ProcessInterruption, what: string) => boolean): void {
  let shop: TestShop
  let person: ShopPerson
  let customer: string | null = null
  beforeAll(async () => {
    shop = shopOf()
    person = await shop.test.register()
    await shop.deliver('held')
  })

  interface InterruptibleChange {
    /** Sends the request as the browser does. */
    send: (subscriptionId: string, key: string) => Promise<{ status: number }>
    /** Does the same in a separate process. */
    work: (process: { changes: PlanChanges; billing: Billing }, subscriptionId: string, key: string) => Promise<unknown>
  }
  const post = (path: string, body: object, key: string) =>
    shop.test.send('POST', path, { token: person.token, body, headers: { 'idempotency-key': key } })
  const changeTo = (plan: PlanId): InterruptibleChange => ({
    send: (_, key) => post('/subscriptions/change', { priceId: shop.price(plan) }, key),
    work: ({ changes }, _, key) => changes.make(person.accountId, { priceId: shop.price(plan) }, key),
  })
  const cancel: InterruptibleChange = {
    send: (id, key) => post(`/subscriptions/${id}/cancel`, {}, key),
    work: ({ billing }, id, key) => billing.cancel(person.accountId, id, key),
  }

  /** Has the person pay for a year and schedule a month after it, as a new customer. @returns the subscription */
  async function subscribe(card: string | undefined): Promise<string> {
    const method = { payment_method: 'pm_card_visa', invoice_settings: { default_payment_method: 'pm_card_visa' } }
    const { id } = await shop.stripe.customers.create(method)
    await new Customers(shop.test.database).adopt(person.accountId, id, customer)
    customer = id
    const subscription = await shop.stripe.subscriptions.create({ customer: id, items: [{ price: shop.price('1ano') }] })
    await shop.test.app.get(SubscriptionLooks, { strict: false }).look(person.accountId, 'app')
    expect((await changeTo('1mes').send(subscription.id, newId())).status).toBe(200)
    if (card) await shop.stripe.customers.update(id, { invoice_settings: { default_payment_method: card } })
    return subscription.id
  }

  /** The state at Stripe: the plan, the next plan of its schedule, whether it ends. No schedule may be left over. */
  async function stateOf(subscriptionId: string): Promise<string> {
    const found = await shop.stripe.subscriptions.retrieve(subscriptionId, { expand: ['schedule'] })
    const schedule = found.schedule as Stripe.SubscriptionSchedule | null
    const next = schedule?.phases.find(({ start_date: start }) => start >= (schedule.current_phase?.end_date ?? 0))
    const planOf = (price: unknown) =>
      (['1mes', '3meses', '1ano', '3anos'] as const).find((plan) => shop.price(plan) === price) ?? 'nothing'
    expect(found.metadata).not.toHaveProperty('plan_set_aside')
    return `${planOf(found.items.data[0]?.price.id)}, then ${planOf(next?.items[0]?.price)}${found.cancel_at_period_end ? ', ending' : ''}`
  }

  /**
   * A process that gets the answers of so many writes to Stripe but not of the next one, which succeeds. A dead process sends
   * nothing more.
   */
  async function processCutAfter(writes: number, interruption: ProcessInterruption) {
    const { settings, http } = clientOf(shop.test.app.get(Settings, { strict: false }))
    const { database, commands } = shop.test.tools()
    const looks = new SubscriptionLooks(settings, database, commands)
    const [questions, limits] = [shop.test.app.get(QueryBus, { strict: false }), shop.test.app.get(StripeLimits, { strict: false })]
    const makeRequest = http.makeRequest.bind(http)
    let made = 0
    http.makeRequest = async (...args) => {
      if (interruption === 'the process dies' && made > writes) throw new Error('Dead')
      const answer = await makeRequest(...args)
      if (args[3] === 'POST' && made++ === writes) throw new Error('The answer is lost')
      return answer
    }
    return {
      changes: new PlanChanges(settings, questions, looks, limits),
      billing: new Billing(settings, questions, looks, new Checkouts(settings, database, looks), limits, database),
      isCut: () => made > writes,
    }
  }

  const paid = { request: changeTo('3anos'), status: 200, after: '3anos, then nothing', payments: 2 }
  const declined = { request: changeTo('3anos'), status: 402, after: '1ano, then 1mes', payments: 1, card: 'pm_card_chargeCustomerFail' }
  const other = { request: changeTo('3meses'), status: 200, after: '1ano, then 3meses', payments: 1 }
  const kept = { request: changeTo('1ano'), status: 200, after: '1ano, then nothing', payments: 1 }
  const canceled = { request: cancel, status: 200, after: '1ano, then nothing, ending', payments: 1 }
  const rows: [interruption: ProcessInterruption, what: string, expected: typeof paid & { card?: string }][] = [
    ['the process dies', 'one to more months', paid],
    ['the answer is lost', 'one to more months', paid],
    ['the process dies', 'one that is declined', declined],
    ['the answer is lost', 'one that is declined', declined],
    ['the process dies', 'one to other fewer months', other],
    ['the process dies', 'one back to the present plan', kept],
    ['the process dies', 'a cancellation', canceled],
  ]
  it.each(rows.filter(([interruption, what]) => chosen(interruption, what)))(
    'as %s, %s: the pending change is kept, and a repeat ends as usual',
    async (interruption, _, expected) => {
      const { request, status, after, payments, card } = expected
      const { commands, database } = shop.test.tools()
      const looks = new SubscriptionLooks(shop.test.app.get(Settings, { strict: false }), database, commands)
      for (let writes = 0, isCut = true; isCut; writes++) {
        const [id, key] = [await subscribe(card), newId()]
        const process = await processCutAfter(writes, interruption)
        await request.work(process, id, key).catch(() => undefined)
        isCut = process.isCut()
        // The work of a delivery's job, and of the daily reconciliation.
        await looks.lookAndRestore(person.accountId)
        expect([writes, ['1ano, then 1mes', after]]).toEqual([writes, expect.arrayContaining([await stateOf(id)])])
        expect([writes, (await request.send(id, key)).status, await stateOf(id)]).toEqual([writes, status, after])
        const { data } = await shop.stripe.charges.list({ customer: customer ?? '' })
        expect([writes, data.filter((charge) => charge.paid)]).toEqual([writes, Array.from({ length: payments }, () => expect.anything())])
      }
    },
  )
}
