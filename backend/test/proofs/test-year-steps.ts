import type Stripe from 'stripe'
import type { PlanId } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import { Billing } from '@prumo/backend/subscriptions/stripe/billing'
import type { ShopPerson, TestShop } from '../test-shop.js'
import type { ModelRandom } from './test-model-commands.js'

/** A person of the year's run. */
export interface YearSubscriber {
  person: ShopPerson
  isErased: boolean
}

/** What can happen to a subscriber on a day. A step that does not apply does nothing. */
export interface YearStep {
  name: string
  /** The relative frequency. */
  weight: number
  happen: (subscriber: YearSubscriber, shop: TestShop, random: ModelRandom) => Promise<void>
}

const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '5555555555554444',
  '4000000000000341',
  '4000002760003184',
  '4000000000000259',
  '4000000000000002',
  'boleto',
  'boleto_vencido',
] as const
const PLANS: readonly PlanId[] = ['1mes', '1mes', '1mes', '3meses', '1ano', '3anos']

/** The subscriber's customer at Stripe with its subscriptions and invoices; null without one. */
async function atStripe({ person }: YearSubscriber, { test, stripe }: TestShop) {
  const text = 'select customer_id as customer from stripe_customers where account_id = $1 and customer_id is not null'
  const [row] = await test.database.rows<{ customer: string }>({ text }, [person.accountId])
  if (!row) return null
  const customer = await stripe.customers.retrieve(row.customer)
  if (customer.deleted) return null
  const { data: live } = await stripe.subscriptions.list({ customer: customer.id, limit: 100 })
  return { id: customer.id, live: live.filter(({ status }) => !status.startsWith('incomplete')) }
}

/** Applies a step to a customer's first subscription that has not ended. */
const ofLive =
  (
    work: (subscription: Stripe.Subscription, customer: string, shop: TestShop, random: ModelRandom) => Promise<unknown>,
  ): YearStep['happen'] =>
  async (subscriber, shop, random) => {
    const found = await atStripe(subscriber, shop)
    const [first] = found?.live ?? []
    if (found && first) await work(first, found.id, shop, random)
  }

/** Ignores refusals of Stripe, which a person may get as well. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { type?: string }) => {
    if (!error.type?.startsWith('Stripe')) throw error
  })
}

async function portal(customer: string, fields: Record<string, string>, { stripe, form, origin }: TestShop): Promise<void> {
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: origin })
  await form(url, fields)
}

/** Has a subscriber pay on the hosted page. Refusals are ignored. */
async function buy({ person }: YearSubscriber, shop: TestShop, random: ModelRandom): Promise<void> {
  const address = `${shop.origin}/dashboard`
  const body = { priceId: shop.price(random.of(PLANS)), mode: 'subscription' as const, successUrl: address, cancelUrl: address }
  const page = await shop.test.app.get(Billing, { strict: false }).checkout(person.accountId, body, null).catch(unlessSubscribed)
  if (page !== null) await shop.form(page, { card: random.of(CARDS) })
}

/** A second subscription is refused while one exists or its payment is under way. */
function unlessSubscribed(error: unknown): null {
  if (error instanceof Rejected && error.code === 'CONFLICT') return null
  throw error
}

async function refund(customer: string, { stripe }: TestShop, share: number): Promise<void> {
  const { data } = await stripe.charges.list({ customer, limit: 100 })
  const charge = data.find(({ paid }) => paid)
  if (charge && !charge.refunded)
    await unlessRefused(stripe.refunds.create({ charge: charge.id, amount: Math.ceil((charge.amount - charge.amount_refunded) * share) }))
}

/** Every kind of step; a new one is added here. */
export const steps: readonly YearStep[] = [
  { name: 'buys', weight: 30, happen: buy },
  {
    name: 'cancels in the app',
    weight: 4,
    happen: ofLive(({ id }, _, { stripe }) => stripe.subscriptions.update(id, { cancel_at_period_end: true })),
  },
  { name: 'cancels in the portal', weight: 3, happen: ofLive((_, customer, shop) => portal(customer, { cancel: '1' }, shop)) },
  { name: 'takes it back in the portal', weight: 5, happen: ofLive((_, customer, shop) => portal(customer, { resume: '1' }, shop)) },
  {
    name: 'changes the card',
    weight: 4,
    happen: ofLive((_, customer, shop, random) => portal(customer, { card: random.of(['4242424242424242', '4000000000000341']) }, shop)),
  },
  { name: 'is refunded', weight: 4, happen: ofLive((_, customer, shop) => refund(customer, shop, 1)) },
  { name: 'is refunded in part', weight: 2, happen: ofLive((_, customer, shop) => refund(customer, shop, 0.4)) },
  {
    name: 'has a dispute decided',
    weight: 6,
    async happen(subscriber, shop, random) {
      const found = await atStripe(subscriber, shop)
      const { data } = found ? await shop.stripe.charges.list({ customer: found.id, limit: 100 }) : { data: [] }
      for (const { id: charge } of data.filter(({ disputed }) => disputed)) {
        const [dispute] = (await shop.stripe.disputes.list({ charge })).data
        const uncategorized_text = random.of(['winning_evidence', 'losing_evidence'])
        if (dispute) await unlessRefused(shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text }, submit: true }))
      }
    },
  },
  { name: 'is canceled by the operator', weight: 2, happen: ofLive(({ id }, _, { stripe }) => stripe.subscriptions.cancel(id)) },
  {
    name: 'begins a trial',
    weight: 2,
    async happen(subscriber, shop) {
      const found = await atStripe(subscriber, shop)
      if (!found || found.live.length > 0) return
      const { accountId } = subscriber.person
      await shop.stripe.subscriptions.create({
        customer: found.id,
        items: [{ price: shop.price('1mes') }],
        trial_period_days: 7,
        default_payment_method: 'pm_card_visa',
        metadata: { account_id: accountId },
      })
    },
  },
  {
    name: 'is bought a second one',
    weight: 1,
    happen: ofLive(({ metadata }, customer, { stripe, price }) =>
      stripe.subscriptions.create({ customer, items: [{ price: price('1mes') }], default_payment_method: 'pm_card_visa', metadata }),
    ),
  },
  {
    name: 'is deleted at Stripe',
    weight: 1,
    async happen(subscriber, shop) {
      const found = await atStripe(subscriber, shop)
      if (found) await shop.stripe.customers.del(found.id)
    },
  },
  {
    name: 'ends the account',
    weight: 0.3,
    async happen(subscriber, { test }) {
      const { email, password } = subscriber.person
      const { body } = await test.send('POST', '/auth/login', { body: { email, password } })
      const { status } = await test.send('DELETE', '/auth/account', { token: body.token, body: { password } })
      if (status !== 204) throw new Error(`An erasure answered ${status}`)
      subscriber.isErased = true
    },
  },
]
