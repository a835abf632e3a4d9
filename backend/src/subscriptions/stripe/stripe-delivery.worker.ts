import type Stripe from 'stripe'
import type { JobWorker } from '../../jobs/job-worker.js'
import { outboxInsert, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { Customers } from './customers.js'
import { idOf, stripeOf, nullIfMissing } from './stripe-client.js'
import { ATTEMPTS, SUBSCRIPTION_LOOK } from './subscription-look.worker.js'

/** The kind of job; its subject is Stripe's id of the event. */
export const STRIPE_DELIVERY = 'stripe-delivery'

/** Stripe sends several deliveries for one payment; one look serves them all. */
const LOOK_BATCH_DELAY_MS = 200

const DELIVERY = { name: 'stripe-delivery', text: 'select object_id as "objectId" from stripe_deliveries where id = $1' }

/**
 * Finds the account of a delivery and enqueues a look at it. The contents of the delivery do not matter: the look
 * records the present state, so deliveries may be repeated, late and out of order.
 */
export const stripeDeliveryWorker: JobWorker = {
  kind: STRIPE_DELIVERY,
  attempts: ATTEMPTS,
  async run(job, { settings, database }) {
    const [delivery] = await database.rows<{ objectId: string | null }>(DELIVERY, [job.subject])
    const customerId = delivery?.objectId ? await customerOf(stripeOf(settings), delivery.objectId) : null
    const accountId = customerId === null ? null : await new Customers(database).accountOf(customerId)
    // The customer belongs to another product of the same Stripe account, or to an erased account.
    if (accountId === null) return
    const look = { kind: SUBSCRIPTION_LOOK, subject: accountId, accountId, batchDelayMs: LOOK_BATCH_DELAY_MS }
    await job.complete(async (client) => void (await client.query(outboxInsert(LOOK_BATCH_DELAY_MS), outboxValues(look))))
    outboxWritten.publish([look])
  },
}

type CustomerFinder = (stripe: Stripe, id: string) => Promise<string | null>

const findCustomerOfCharge: CustomerFinder = async (stripe, id) =>
  idOf((await nullIfMissing(stripe.charges.retrieve(id)))?.customer ?? null)

/** How to find the customer of an object, by the prefix of its id. */
const finders: Readonly<Record<string, CustomerFinder>> = {
  cus: async (_, id) => id,
  cs: async (stripe, id) => idOf((await nullIfMissing(stripe.checkout.sessions.retrieve(id)))?.customer ?? null),
  sub_sched: async (stripe, id) => idOf((await nullIfMissing(stripe.subscriptionSchedules.retrieve(id)))?.customer ?? null),
  sub: async (stripe, id) => idOf((await nullIfMissing(stripe.subscriptions.retrieve(id)))?.customer ?? null),
  in: async (stripe, id) => idOf((await nullIfMissing(stripe.invoices.retrieve(id)))?.customer ?? null),
  pm: async (stripe, id) => idOf((await nullIfMissing(stripe.paymentMethods.retrieve(id)))?.customer ?? null),
  ch: findCustomerOfCharge,
  py: findCustomerOfCharge,
  re: (stripe, id) => findCustomerOfDispute(stripe, stripe.refunds.retrieve(id)),
  pyr: (stripe, id) => findCustomerOfDispute(stripe, stripe.refunds.retrieve(id)),
  du: (stripe, id) => findCustomerOfDispute(stripe, stripe.disputes.retrieve(id)),
  dp: (stripe, id) => findCustomerOfDispute(stripe, stripe.disputes.retrieve(id)),
}

async function findCustomerOfDispute(stripe: Stripe, asked: Promise<Stripe.Refund | Stripe.Dispute>): Promise<string | null> {
  const charge = idOf((await nullIfMissing(asked))?.charge ?? null)
  return charge === null ? null : findCustomerOfCharge(stripe, charge)
}

/** The customer of an object of Stripe's; null for none. */
async function customerOf(stripe: Stripe, objectId: string): Promise<string | null> {
  const prefix = objectId.startsWith('sub_sched_') ? 'sub_sched' : (objectId.split('_')[0] ?? '')
  return (await finders[prefix]?.(stripe, objectId)) ?? null
}
