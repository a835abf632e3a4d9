import type { PlanId } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import type Stripe from 'stripe'
import { WritePath } from '../event-store/write-path/write-path.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import { ask, StripeRefusal, stripeOf, unlessMissing } from '../subscriptions/stripe/stripe-client.js'
import { SubscriptionLooks } from '../subscriptions/stripe/subscription-looks.js'
import { idOf } from './seed.js'

/** A card of Stripe's own that pays in test mode. */
const TEST_CARD = 'pm_card_visa'

const chosen: Readonly<Record<string, PlanId>> = { 'demo@prumo.app': '3meses', 'exemplo@prumo.app': '1ano' }

/** One that was erased is not: the person is gone. */
const IS_THERE = { text: 'select 1 from demo_accounts d join users u on u.id = d.account_id where d.account_id = $1' }

/**
 * Subscribes the demo accounts that never had a subscription, through Stripe's API like anyone.
 * @returns the e-mail addresses of those subscribed, and of those left without because Stripe is away or refused
 */
export async function subscribeDemoAccounts(
  settings: Settings,
  database: Database,
  reading: LogReading,
): Promise<{ subscribed: string[]; left: string[] }> {
  const writer = new WritePath(database, reading)
  const looks = new SubscriptionLooks(settings, database, writer)
  const told = { subscribed: [] as string[], left: [] as string[] }
  for (const [email, plan] of Object.entries(chosen)) {
    const accountId = idOf(email)
    if ((await database.rows(IS_THERE, [accountId])).length === 0) continue
    try {
      if (await subscribe(stripeOf(settings), looks, { accountId, email, price: looks.prices.priceOf(plan) })) told.subscribed.push(email)
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof StripeRefusal)) throw error
      told.left.push(email)
    }
  }
  return told
}

interface DemoSubscriber {
  accountId: string
  email: string
  price: string
}

/** False when Stripe has a subscription of the account already, whatever became of it. */
async function subscribe(stripe: Stripe, looks: SubscriptionLooks, { accountId, email, price }: DemoSubscriber): Promise<boolean> {
  const known = await looks.customers.customerOf(accountId)
  const present = known === null ? null : await unlessMissing(stripe.customers.retrieve(known))
  const customer = present && !present.deleted ? present.id : await makeCustomer(stripe, looks, { accountId, email, price }, known)
  const isNew = (await looks.findState(customer)).present === null
  // Cut off in between, the same is asked again under the same key, and made once.
  const params: Stripe.SubscriptionCreateParams = { customer, items: [{ price }], metadata: { account_id: accountId } }
  if (isNew) await ask(stripe.subscriptions.create(params, { idempotencyKey: `demo-subscription:${customer}` }))
  await looks.look(accountId, 'seed')
  return isNew
}

async function makeCustomer(
  stripe: Stripe,
  looks: SubscriptionLooks,
  { accountId, email }: DemoSubscriber,
  before: string | null,
): Promise<string> {
  const params: Stripe.CustomerCreateParams = {
    email,
    metadata: { account_id: accountId },
    preferred_locales: ['pt-BR'],
    payment_method: TEST_CARD,
    invoice_settings: { default_payment_method: TEST_CARD },
  }
  await looks.key.claim()
  const { id } = await ask(stripe.customers.create(params, { idempotencyKey: `demo-customer:${accountId}:${before ?? 'first'}` }))
  await looks.customers.adopt(accountId, id, before)
  return id
}
