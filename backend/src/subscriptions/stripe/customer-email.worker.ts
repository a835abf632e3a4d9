import type { JobWorker } from '../../jobs/job-worker.js'
import { stripeOf, unlessMissing } from './stripe-client.js'
import { StripeKey } from './stripe-key.js'

export const CUSTOMER_EMAIL = 'customer-email'

const FIND = {
  name: 'find-customer-email',
  text: `
    select c.customer_id as "customerId", u.email, coalesce(c.busy_until > now(), false) as "isBusy"
    from stripe_customers c join users u on u.id = c.account_id where c.account_id = $1`,
}

interface CustomerToUpdate {
  customerId: string | null
  email: string
  isBusy: boolean
}

/**
 * Gives Stripe's customer the e-mail that its account has by now; the subject is the account. Nothing to do for one that Stripe
 * does not know.
 */
export const customerEmailWorker: JobWorker = {
  kind: CUSTOMER_EMAIL,
  // About two days, for a Stripe that is away.
  attempts: 18,
  async run({ subject }, { settings, database }) {
    const [found] = await database.rows<CustomerToUpdate>(FIND, [subject])
    if (!found) return
    const { customerId, email, isBusy } = found
    if (customerId === null) {
      // A checkout that began before the change may be making the customer with the e-mail from before.
      if (isBusy) throw new Error('The customer is being made')
      return
    }
    await new StripeKey(settings, database).require()
    // One that was deleted there has no e-mail; the next checkout makes another.
    await unlessMissing(stripeOf(settings).customers.update(customerId, { email }))
  },
}
