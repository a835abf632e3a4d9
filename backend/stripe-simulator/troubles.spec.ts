import type { Stripe } from 'stripe'
import StripeClient from 'stripe'
import { findPermission } from './restricted-keys.js'
import { type TestStripe, moment, startTestStripe } from './test-simulator.js'
import { idOf } from './world.js'

/** What Stripe does when payments do not go smoothly. */

let test: TestStripe
beforeEach(async () => (test = await startTestStripe('2026-01-31T12:00:00Z')))
afterEach(() => test.close())

const control = async (name: string, fields: Record<string, string>) => {
  const answer = await test.post(`/simulator/${name}`, fields)
  if (answer.status !== 200) throw new Error(await answer.text())
}
const statusOf = async (id: string) => (await test.stripe.subscriptions.retrieve(id)).status
const invoicesOf = async (id: string) => (await test.stripe.invoices.list({ subscription: id })).data

/** Subscribes by boleto; returns the subscription once the first one is paid. */
async function byBoleto(): Promise<Stripe.Subscription> {
  const session = await test.checkout('1mes')
  await test.post(session.url ?? '', { card: 'boleto' })
  await test.simulator.moveClock(1)
  const { subscription } = await test.stripe.checkout.sessions.retrieve(session.id)
  return test.stripe.subscriptions.retrieve(idOf(subscription), { expand: ['default_payment_method'] })
}

describe('a boleto', () => {
  it('pays the first period, and is no card', async () => {
    const subscription = await byBoleto()
    expect(subscription).toMatchObject({ status: 'active', default_payment_method: { type: 'boleto' } })
    expect((subscription.default_payment_method as Stripe.PaymentMethod).card).toBeUndefined()
  })

  it('is a new voucher for each further period, which is past due until it is paid', async () => {
    const { id } = await byBoleto()
    for (const days of [27.5, 29.6]) {
      await test.simulator.moveClock(days)
      expect(await statusOf(id)).toBe('past_due')
      const [latest] = await invoicesOf(id)
      expect(latest).toMatchObject({ status: 'open', attempt_count: 1, hosted_invoice_url: expect.stringContaining('/i/in_') })
      await test.simulator.moveClock(1)
      expect([await statusOf(id), (await invoicesOf(id))[0]?.status]).toEqual(['active', 'paid'])
    }
    expect(test.receiver.types().filter((type) => type === 'invoice.payment_action_required')).toHaveLength(2)
  })

  it('expires if it is not paid, is issued again, and ends the subscription', async () => {
    const { id, customer } = await byBoleto()
    // From here on no boleto is paid.
    const page = await test.checkout('1mes', { customer: idOf(customer) })
    await test.post(page.url ?? '', { card: 'boleto_vencido' })
    const never = (await test.stripe.paymentMethods.list({ customer: idOf(customer), type: 'boleto' })).data[0]
    await test.stripe.subscriptions.update(id, { default_payment_method: never?.id ?? '' })
    await test.simulator.moveClock(29 + 4)
    expect(await statusOf(id)).toBe('past_due')
    await test.simulator.moveClock(60)
    expect(await statusOf(id)).toBe('canceled')
    expect(test.receiver.types().filter((type) => type === 'invoice.payment_action_required').length).toBeGreaterThanOrEqual(5)
  })

  it('cannot be refunded', async () => {
    const { customer } = await byBoleto()
    const [charge] = (await test.stripe.charges.list({ customer: idOf(customer) })).data
    expect(charge?.payment_method_details?.type).toBe('boleto')
    await expect(test.stripe.refunds.create({ charge: charge?.id ?? '' })).rejects.toMatchObject({ statusCode: 400 })
  })
})

it('keeps the invoice of a renewal as a draft for an hour: the period has started, and is not paid', async () => {
  const { id } = await test.subscribe('1mes')
  await test.simulator.moveClock(28.01)
  const subscription = await test.stripe.subscriptions.retrieve(id)
  expect([subscription.status, moment(subscription.items.data[0]?.current_period_start)]).toEqual(['active', '2026-02-28T12:00'])
  const [draft] = await invoicesOf(id)
  expect(draft).toMatchObject({ status: 'draft', number: null })
  expect(moment(draft?.automatically_finalizes_at)).toBe('2026-02-28T13:00')
  await test.simulator.moveClock(0.04)
  expect((await invoicesOf(id))[0]).toMatchObject({ status: 'paid', number: expect.stringMatching(/-0002$/) })
})

it('never finalizes the draft of an ended subscription', async () => {
  const { id } = await test.subscribe('1mes')
  await test.simulator.moveClock(28.01)
  await test.stripe.subscriptions.cancel(id)
  await test.simulator.moveClock(2)
  expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(['draft', 'paid'])
})

it('leaves a subscription unpaid if its owner chose so: it continues, and its invoices stay drafts', async () => {
  await control('retries', { end: 'unpaid' })
  const { id } = await test.subscribe('1mes', '4000000000000341')
  await test.simulator.moveClock(28 + 23)
  expect(await statusOf(id)).toBe('unpaid')
  await test.simulator.moveClock(40)
  expect([await statusOf(id), (await invoicesOf(id))[0]?.status]).toEqual(['unpaid', 'draft'])
})

it.each([
  ['rate_limit', 'StripeRateLimitError', 429],
  ['lock_timeout', 'StripeRateLimitError', 429],
  ['api_error', 'StripeAPIError', 500],
])('fails so many calls with %s, before anything is done', async (code, type, statusCode) => {
  await control('failures', { code, count: '2' })
  for (const _ of [1, 2])
    await expect(test.stripe.customers.create({ email: 'ana@exemplo.com' })).rejects.toMatchObject({ type, statusCode })
  await expect(test.stripe.customers.create({ email: 'ana@exemplo.com' })).resolves.toHaveProperty('id')
  expect((await test.stripe.customers.list({ email: 'ana@exemplo.com' })).data).toHaveLength(1)
})

it.each(['ana', 'ana@exemplo', 'a,b@exemplo.com', 'joão@exemplo.com', 'ana@@exemplo.com', 'ana <ana@exemplo.com>'])(
  'refuses the address %s',
  async (email) => {
    await expect(test.stripe.customers.create({ email })).rejects.toMatchObject({ code: 'email_invalid', param: 'email' })
  },
)

describe('a restricted key', () => {
  const restricted = (key: string) => new StripeClient(key, { ...test.simulator.client, maxNetworkRetries: 0, telemetry: false })
  const make = (key: string, ...permissions: string[]) => control('keys', { key, permissions: permissions.join() })

  it('is invalid unless it was created', async () => {
    await expect(restricted('rk_test_nobody').customers.list()).rejects.toMatchObject({ statusCode: 401 })
  })

  it('allows calls by its permissions, and names a missing one', async () => {
    await make('rk_test_a', findPermission('Customers', 'write'), findPermission('Subscriptions', 'read'))
    const stripe = restricted('rk_test_a')
    const { id } = await stripe.customers.create({ email: 'ana@exemplo.com' })
    await expect(stripe.customers.retrieve(id)).resolves.toHaveProperty('id', id)
    await expect(stripe.subscriptions.list()).resolves.toHaveProperty('data')
    await expect(stripe.subscriptions.create({ customer: id, items: [] })).rejects.toThrow('rak_subscription_write')
    await expect(stripe.prices.list()).rejects.toMatchObject({ type: 'StripePermissionError', statusCode: 403 })
    await expect(stripe.subscriptions.list({ expand: ['data.default_payment_method'] })).rejects.toThrow('rak_payment_method_read')
    await expect(stripe.accounts.retrieveCurrent()).rejects.toThrow(/on account 'acct_\w+'/)
  })
})

describe('a dispute', () => {
  const disputed = async () => {
    const { customer } = await test.subscribe('1mes', '4000000000000259')
    const [charge] = (await test.stripe.charges.list({ customer: idOf(customer) })).data
    return (await test.stripe.disputes.list({ charge: charge?.id ?? '' })).data[0]!.id
  }

  it.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
    ['A compra foi feita.', 'under_review'],
  ])('with the evidence %s is %s', async (text, status) => {
    const id = await disputed()
    expect((await test.stripe.disputes.update(id, { evidence: { uncategorized_text: text }, submit: true })).status).toBe(status)
  })

  it('that is closed is lost, and decided once', async () => {
    const id = await disputed()
    expect((await test.stripe.disputes.close(id)).status).toBe('lost')
    await expect(test.stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
    await test.simulator.moveClock(0.01)
    expect(test.receiver.types()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']))
  })
})
