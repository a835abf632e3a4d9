import type { JobWorker } from '../../jobs/job-worker.js'
import { stripeOf, nullIfMissing } from './stripe-client.js'
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
 * Copies the account's current e-mail to Stripe's customer; the subject is the account. Does nothing for an account
 * without a customer at Stripe.
 */
export const customerEmailWorker: JobWorker = {
  kind: CUSTOMER_EMAIL,
  // About two days, to outlast an outage of Stripe.
  attempts: 18,
  async run({ subject }, { settings, database }) {
    const [found] = await database.rows<CustomerToUpdate>(FIND, [subject])
    if (!found) return
    const { customerId, email, isBusy } = found
    if (customerId === null) {
      // A checkout that started before the change may be creating the customer with the previous e-mail.
      if (isBusy) throw new Error('The customer is being made')
      return
    }
    await new StripeKey(settings, database).require()
    // A customer deleted at Stripe has no e-mail; the next checkout creates another customer.
    await nullIfMissing(stripeOf(settings).customers.update(customerId, { email }))
  },
}
