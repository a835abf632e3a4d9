import type { PlanId } from '@prumo/shared/plans'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
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

const isIn = async ({ token }: SandboxPayer) => (await sandbox.test.send('GET', '/transactions', { token })).status === 200
const change = (payer: SandboxPayer, priceId: string, more: object = {}) =>
  sandbox.post(payer, '/subscriptions/change', { priceId, ...more })

async function subscriber(plan: PlanId, card?: string): Promise<SandboxPayer> {
  const payer = await sandbox.payer()
  await sandbox.subscribe(payer, plan, card)
  await sandbox.until(payer, { status: 'active', planId: plan })
  return payer
}

it('gives access to a person who paid, through renewals, until they cancel and the period ends', async () => {
  const ana = await subscriber('1mes')
  expect(await isIn(ana)).toBe(true)
  const { subscription } = await sandbox.until(ana, { paymentMethodBrand: 'visa', paymentMethodLast4: '4242' })
  await sandbox.advance(ana, 32)
  const renewed = await sandbox.until(ana, { status: 'active', currentPeriodStart: subscription.currentPeriodEnd })
  expect(await sandbox.post(ana, `/subscriptions/${renewed.subscription.subscriptionId}/cancel`)).toMatchObject({
    status: 200,
    body: { subscription: { status: 'active', cancelAtPeriodEnd: true } },
  })
  await sandbox.advance(ana, 32)
  await sandbox.until(ana, { status: 'canceled' })
  expect(await isIn(ana)).toBe(false)
})

it('ends access when a renewal fails, and leads to the portal', async () => {
  const ana = await subscriber('1mes')
  await sandbox.useCard(ana, 'pm_card_chargeCustomerFail')
  await sandbox.advance(ana, 32)
  await sandbox.until(ana, { status: 'past_due' })
  expect(await isIn(ana)).toBe(false)
  expect(await sandbox.post(ana, '/subscriptions/portal')).toMatchObject({
    status: 200,
    body: { url: expect.stringMatching(/^https?:\/\//) },
  })
})

it('ends with a refund and a cancellation within the guarantee', async () => {
  const ana = await subscriber('3meses')
  const { data } = await sandbox.stripe.charges.list({ customer: ana.customer })
  const { subscription } = await sandbox.until(ana, { status: 'active' })
  await sandbox.post(ana, `/subscriptions/${subscription.subscriptionId}/cancel`)
  await sandbox.stripe.refunds.create({ charge: data.find(({ paid }) => paid)?.id ?? '' })
  await sandbox.until(ana, { status: 'canceled' })
})

it('gives access to a person who pays by boleto once it is paid', async () => {
  const ana = await sandbox.payer()
  await sandbox.payByBoleto(ana, '3meses')
  await sandbox.until(ana, { status: 'active', planId: '3meses' })
})

describe('a change of plan', () => {
  it('to more months charges what the preview showed', async () => {
    const ana = await subscriber('3meses')
    await sandbox.advance(ana, 20)
    const { amountDue, prorationDate } = (await change(ana, sandbox.price('1ano'), { preview: true })).body.change
    expect(amountDue).toBeGreaterThan(200)
    expect(amountDue).toBeLessThan(297)
    const made = await change(ana, sandbox.price('1ano'), { prorationDate })
    expect(made).toMatchObject({ status: 200, body: { subscription: { status: 'active', planId: '1ano' }, change: { amountDue } } })
    const { data } = await sandbox.stripe.charges.list({ customer: ana.customer })
    expect(data[0]).toMatchObject({ paid: true, amount: Math.round(amountDue * 100) })
    await sandbox.until(ana, { planId: '1ano' }, null)
  })

  it.each([
    ['pm_card_chargeCustomerFail', subscriptionTexts.declined],
    ['pm_card_authenticationRequired', subscriptionTexts.authenticationNeeded],
  ])('changes nothing if %s does not pay', async (card, error) => {
    const ana = await subscriber('1mes')
    await sandbox.useCard(ana, card)
    expect(await change(ana, sandbox.price('1ano'))).toMatchObject({ status: 402, body: { code: 'PAYMENT_REQUIRED', error } })
    await sandbox.until(ana, { status: 'active', planId: '1mes' }, null)
    await sandbox.useCard(ana, 'pm_card_mastercard')
    expect((await change(ana, sandbox.price('1ano'))).status).toBe(200)
  })

  it('to fewer months waits for the period’s end, and is paid then', async () => {
    const ana = await subscriber('3meses')
    expect(await change(ana, sandbox.price('1mes'))).toMatchObject({ status: 200, body: { change: { amountDue: 0 } } })
    await sandbox.until(ana, { planId: '3meses' }, { planId: '1mes' })
    await sandbox.advance(ana, 93)
    await sandbox.until(ana, { status: 'active', planId: '1mes', paymentMethodLast4: '4242' }, null)
    const { data } = await sandbox.stripe.charges.list({ customer: ana.customer })
    expect(data[0]).toMatchObject({ paid: true, amount: 4_700 })
  })

  it('that is scheduled is withdrawn by a cancellation', async () => {
    const ana = await subscriber('1ano')
    await change(ana, sandbox.price('3meses'))
    const { subscription } = await sandbox.until(ana, {}, { planId: '3meses' })
    await sandbox.post(ana, `/subscriptions/${subscription.subscriptionId}/cancel`)
    await sandbox.until(ana, { status: 'active', cancelAtPeriodEnd: true }, null)
  })
})
