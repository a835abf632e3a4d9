import type { JobWorker } from '../../jobs/job-worker.js'
import { stripeOf } from './stripe-client.js'
import { StripeKey } from './stripe-key.js'
import { addTask } from './stripe-tasks.js'
import { endEverything, SUBSCRIPTION_END, type LeavingCustomer } from './subscription-end.js'

const FIND = {
  name: 'find-leaving-customer',
  text: 'select customer_id as "customerId", left_at as "leftAt" from leaving_customers where account_id = $1',
}
const FORGET = { name: 'forget-leaving-customer', text: 'delete from leaving_customers where account_id = $1' }

/**
 * Refunds, ends and deletes at Stripe what belongs to an erased account; the subject is the account. Then deletes its
 * customer's row here.
 */
export const subscriptionEndWorker: JobWorker = {
  kind: SUBSCRIPTION_END,
  // About two days, to outlast an outage of Stripe: no other job would end the subscription.
  attempts: 18,
  async run(job, { settings, database }) {
    const [found] = await database.rows<LeavingCustomer>(FIND, [job.subject])
    if (!found) return
    // With another account's key the customer would be unknown and keep paying.
    await new StripeKey(settings, database).require()
    await endEverything(stripeOf(settings), found, (charge) => addTask(database, 'refund', charge, null))
    await job.complete(async (client) => void (await client.query({ ...FORGET, values: [job.subject] })))
  },
}
