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
 * Gives back, ends and forgets at Stripe what an erased account was there; the subject is the account. Then the customer is
 * forgotten here too.
 */
export const subscriptionEndWorker: JobWorker = {
  kind: SUBSCRIPTION_END,
  // About two days, for a Stripe that is away: nobody else would end it.
  attempts: 18,
  async run(job, { settings, database }) {
    const [found] = await database.rows<LeavingCustomer>(FIND, [job.subject])
    if (!found) return
    // To another account's key the customer is unknown, and would go on paying.
    await new StripeKey(settings, database).require()
    await endEverything(stripeOf(settings), found, (charge) => addTask(database, 'refund', charge, null))
    await job.complete(async (client) => void (await client.query({ ...FORGET, values: [job.subject] })))
  },
}
