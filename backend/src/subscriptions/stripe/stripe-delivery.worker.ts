import type Stripe from 'stripe'
import type { JobWorker } from '../../jobs/job-worker.js'
import { outboxInsert, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { Customers } from './customers.js'
import { idOf, stripeOf, unlessMissing } from './stripe-client.js'
import { ATTEMPTS, SUBSCRIPTION_LOOK } from './subscription-look.worker.js'

/** The kind of job; its subject is Stripe's id of the event. */
export const STRIPE_DELIVERY = 'stripe-delivery'

/** Stripe tells of one payment in many deliveries; one look answers them all. */
const LOOK_BATCH_DELAY_MS = 200

const DELIVERY = { name: 'stripe-delivery', text: 'select object_id as "objectId" from stripe_deliveries where id = $1' }

/**
 * Finds whose subscription may have changed, and has it looked at. What a delivery says happened does not matter: the
 * look records how things stand, so deliveries may come twice, late and in any order.
 */
export const stripeDeliveryWorker: JobWorker = {
  kind: STRIPE_DELIVERY,
  attempts: ATTEMPTS,
  async run(job, { settings, database }) {
    const [delivery] = await database.rows<{ objectId: string | null }>(DELIVERY, [job.subject])
    const customerId = delivery?.objectId ? await customerOf(stripeOf(settings), delivery.objectId) : null
    const accountId = customerId === null ? null : await new Customers(database).accountOf(customerId)
    // A customer of something else that is sold by the same Stripe account, or of an account that was erased.
    if (accountId === null) return
    const look = { kind: SUBSCRIPTION_LOOK, subject: accountId, accountId, batchDelayMs: LOOK_BATCH_DELAY_MS }
    await job.complete(async (client) => void (await client.query(outboxInsert(LOOK_BATCH_DELAY_MS), outboxValues(look))))
    outboxWritten.publish([look])
  },
}

type CustomerFinder = (stripe: Stripe, id: string) => Promise<string | null>

const ofCharge: CustomerFinder = async (stripe, id) => idOf((await unlessMissing(stripe.charges.retrieve(id)))?.customer ?? null)

/** How the customer of an object is found, by the beginning of its id. */
const finders: Readonly<Record<string, CustomerFinder>> = {
  cus: async (_, id) => id,
  cs: async (stripe, id) => idOf((await unlessMissing(stripe.checkout.sessions.retrieve(id)))?.customer ?? null),
  sub_sched: async (stripe, id) => idOf((await unlessMissing(stripe.subscriptionSchedules.retrieve(id)))?.customer ?? null),
  sub: async (stripe, id) => idOf((await unlessMissing(stripe.subscriptions.retrieve(id)))?.customer ?? null),
  in: async (stripe, id) => idOf((await unlessMissing(stripe.invoices.retrieve(id)))?.customer ?? null),
  pm: async (stripe, id) => idOf((await unlessMissing(stripe.paymentMethods.retrieve(id)))?.customer ?? null),
  ch: ofCharge,
  py: ofCharge,
  re: (stripe, id) => ofChargeOf(stripe, stripe.refunds.retrieve(id)),
  pyr: (stripe, id) => ofChargeOf(stripe, stripe.refunds.retrieve(id)),
  du: (stripe, id) => ofChargeOf(stripe, stripe.disputes.retrieve(id)),
  dp: (stripe, id) => ofChargeOf(stripe, stripe.disputes.retrieve(id)),
}

async function ofChargeOf(stripe: Stripe, asked: Promise<Stripe.Refund | Stripe.Dispute>): Promise<string | null> {
  const charge = idOf((await unlessMissing(asked))?.charge ?? null)
  return charge === null ? null : ofCharge(stripe, charge)
}

/** Whose object of Stripe's this is; null for nobody's. */
async function customerOf(stripe: Stripe, objectId: string): Promise<string | null> {
  const prefix = objectId.startsWith('sub_sched_') ? 'sub_sched' : (objectId.split('_')[0] ?? '')
  return (await finders[prefix]?.(stripe, objectId)) ?? null
}
