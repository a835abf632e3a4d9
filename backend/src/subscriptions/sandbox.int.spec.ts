import { randomUUID } from 'node:crypto'
import type { PlanId } from '@prumo/shared/plans'
import Stripe from 'stripe'
import { linkOf } from '../access/email/email-links.js'
import { until } from '../../test/test-queue.js'
import { Settings } from '../platform/config/settings.js'
import { Customers } from './stripe/customers.js'
import { sandboxKey, startSandbox, type SandboxPayer, type Sandbox } from '../../test/test-sandbox.js'

/**
 * The checks that docs/stripe.md lists before going live. `npm run test:stripe` runs them on a sandbox of Stripe's;
 * elsewhere they run on the simulator.
 */

// A test clock takes minutes; the simulator advances at once.
jest.setTimeout(sandboxKey === null ? 120_000 : 900_000)

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await startSandbox()))
afterAll(() => sandbox.close())

it('sells the prices of the plans, on Stripe’s page, one session at a time', async () => {
  const person = await sandbox.test.register()
  const { token } = person
  const body = sandbox.checkout('3meses')
  const first = await sandbox.test.send('POST', '/subscriptions/checkout', { token, body })
  expect(first).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^https?:\/\//) } })
  expect((await sandbox.test.send('POST', '/subscriptions/checkout', { token, body })).body.url).toBe(first.body.url)
})

it('makes another customer for one deleted at Stripe', async () => {
  const { token, accountId } = await sandbox.test.register()
  const begin = (plan: PlanId) => sandbox.test.send('POST', '/subscriptions/checkout', { token, body: sandbox.checkout(plan) })
  const customer = async () => {
    const text = 'select customer_id as id from stripe_customers where account_id = $1'
    return (await sandbox.test.database.rows<{ id: string }>({ text }, [accountId]))[0]?.id ?? ''
  }
  expect((await begin('1mes')).status).toBe(200)
  const gone = await customer()
  await sandbox.stripe.customers.del(gone)
  expect((await begin('3meses')).status).toBe(200)
  expect(await customer()).not.toBe(gone)
})

it('copies a changed e-mail to the customer', async () => {
  const { test, stripe } = sandbox
  const { token, accountId, password } = await test.register()
  expect((await test.send('POST', '/subscriptions/checkout', { token, body: sandbox.checkout('1mes') })).status).toBe(200)
  const email = `${randomUUID()}@exemplo.com`
  await test.send('POST', '/auth/confirm', { token, body: { password } })
  await test.send('PUT', '/auth/email', { token, body: { email } })
  const [link] = await test.database.rows<{ id: string }>(
    { text: `select id from email_links where user_id = $1 and purpose = 'change'` },
    [accountId],
  )
  const mailed = linkOf(test.app.get(Settings, { strict: false }), link?.id ?? '').split('token=')[1]
  expect((await test.send('POST', '/auth/confirm-email', { body: { token: mailed } })).status).toBe(204)
  const customer = (await new Customers(test.database).customerOf(accountId)) ?? ''
  await until(async () => {
    const found = await stripe.customers.retrieve(customer)
    return !found.deleted && found.email === email
  })
})

/** The product's key. If it is restricted, each of its permissions is tested. */
const restrictedKey = process.env['STRIPE_TEST_RESTRICTED_KEY'] ?? null

describe(`each permission of ${restrictedKey === null ? 'the key' : 'the restricted key'}`, () => {
  const page = {
    mode: 'subscription',
    line_items: [{ price: 'price_nobody', quantity: 1 }],
    success_url: 'https://exemplo.com.br',
  } satisfies Stripe.Checkout.SessionCreateParams
  const allowed: [permission: string, call: (stripe: Stripe, payer: SandboxPayer) => Promise<unknown>][] = [
    ['Prices, read', (stripe) => stripe.prices.retrieve(sandbox.price('1mes'))],
    ['Customers, write', (stripe) => stripe.customers.create({ email: 'ana@exemplo.com.br' })],
    ['Checkout Sessions, write', (stripe, { customer }) => stripe.checkout.sessions.create({ ...page, customer })],
    ['Subscriptions, read', (stripe, { customer }) => stripe.subscriptions.list({ customer, status: 'all', expand: ['data.schedule'] })],
    ['Subscriptions, write', (stripe) => stripe.subscriptions.update('sub_nobody', { cancel_at_period_end: true })],
    ['Subscription Schedules, write', (stripe) => stripe.subscriptionSchedules.release('sub_sched_unknown')],
    ['Invoices, read', (stripe, { customer }) => stripe.invoices.list({ customer, expand: ['data.payments'] })],
    ['Invoices, write', (stripe) => stripe.invoices.createPreview({ subscription: 'sub_nobody' })],
    ['Charges and Refunds, read', (stripe, { customer }) => stripe.charges.list({ customer, expand: ['data.refunds'] })],
    ['PaymentMethods, read', (stripe) => stripe.paymentMethods.retrieve('pm_nobody')],
    ['Disputes, read', (stripe) => stripe.disputes.retrieve('du_nobody')],
    ['Customer portal, write', (stripe, { customer }) => stripe.billingPortal.sessions.create({ customer })],
  ]

  it.each(allowed)('%s', async (_, call) => {
    const stripe = restrictedKey === null ? sandbox.stripe : new Stripe(restrictedKey)
    // A missing object is refused otherwise than a missing permission.
    const error: unknown = await call(stripe, await sandbox.payer()).then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(error instanceof Stripe.errors.StripePermissionError || error instanceof Stripe.errors.StripeAuthenticationError).toBe(false)
  })
})
