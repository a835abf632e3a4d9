import type { PlanId } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import type Stripe from 'stripe'
import { WritePath } from '../event-store/write-path/write-path.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import { ask, StripeRefusal, stripeOf, nullIfMissing } from '../subscriptions/stripe/stripe-client.js'
import { SubscriptionLooks } from '../subscriptions/stripe/subscription-looks.js'
import { demoAccountId } from './demo-command.js'

/** A test card of Stripe's that pays. */
const TEST_CARD = 'pm_card_visa'

const chosen: Readonly<Record<string, PlanId>> = { 'demo@prumo.app': '3meses', 'exemplo@prumo.app': '1ano' }

/** False for a demo account that was erased. */
const IS_THERE = { text: 'select 1 from demo_accounts d join users u on u.id = d.account_id where d.account_id = $1' }

/**
 * Subscribes the demo accounts that have no subscription yet, through Stripe's API.
 * @returns the e-mails of the subscribed accounts, and of those left because Stripe is unreachable or refused
 */
export async function subscribeDemoAccounts(
  settings: Settings,
  database: Database,
  reading: LogReading,
): Promise<{ subscribed: string[]; left: string[] }> {
  const writer = new WritePath(database, reading)
  const looks = new SubscriptionLooks(settings, database, writer)
  const result = { subscribed: [] as string[], left: [] as string[] }
  for (const [email, plan] of Object.entries(chosen)) {
    const accountId = demoAccountId(email)
    if ((await database.rows(IS_THERE, [accountId])).length === 0) continue
    try {
      if (await subscribe(stripeOf(settings), looks, { accountId, email, price: looks.prices.priceOf(plan) })) result.subscribed.push(email)
    } catch (error) {
      if (!(error instanceof Rejected || error instanceof StripeRefusal)) throw error
      result.left.push(email)
    }
  }
  return result
}

interface DemoSubscriber {
  accountId: string
  email: string
  price: string
}

/** False if Stripe already has a subscription of the account, in whatever state. */
async function subscribe(stripe: Stripe, looks: SubscriptionLooks, { accountId, email, price }: DemoSubscriber): Promise<boolean> {
  const known = await looks.customers.customerOf(accountId)
  const present = known === null ? null : await nullIfMissing(stripe.customers.retrieve(known))
  const customer = present && !present.deleted ? present.id : await makeCustomer(stripe, looks, { accountId, email, price }, known)
  const isNew = (await looks.findState(customer)).present === null
  // Repeated after a crash, the same key creates one subscription.
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
