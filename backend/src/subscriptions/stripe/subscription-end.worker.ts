import type { JobWorker } from '../../jobs/job-worker.js'
import { stripeOf } from './stripe-client.js'
import { endEverything, SUBSCRIPTION_END } from './subscription-end.js'

const FIND = { name: 'find-leaving-customer', text: 'select customer_id as "customerId" from leaving_customers where account_id = $1' }
const FORGET = { name: 'forget-leaving-customer', text: 'delete from leaving_customers where account_id = $1' }

/** Ends at Stripe what an erased account paid for; the subject is the account. Then the customer is forgotten here too. */
export const subscriptionEndWorker: JobWorker = {
  kind: SUBSCRIPTION_END,
  // About two days, for a Stripe that is away: nobody else would end it.
  attempts: 18,
  async run(job, { settings, database }) {
    const [found] = await database.rows<{ customerId: string }>(FIND, [job.subject])
    if (!found) return
    await endEverything(stripeOf(settings), found.customerId)
    await job.complete(async (client) => void (await client.query({ ...FORGET, values: [job.subject] })))
  },
}
