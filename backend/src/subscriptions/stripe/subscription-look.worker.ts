import type { JobWorker } from '../../jobs/job-worker.js'
import { SubscriptionLooks, ignoreErased } from './subscription-looks.js'

/** The kind of job; its subject is the account. */
export const SUBSCRIPTION_LOOK = 'subscription-look'

/** Nine hours in all: Stripe may be away for a while, and what is given up is found by the daily reconciliation. */
export const ATTEMPTS = 16

/** Looks at Stripe and records how things stand. Of an account one runs at a time, and what is asked for meanwhile is one more. */
export const subscriptionLookWorker: JobWorker = {
  kind: SUBSCRIPTION_LOOK,
  attempts: ATTEMPTS,
  async run({ subject }, { settings, database, commands }) {
    await new SubscriptionLooks(settings, database, commands).lookAndRestore(subject).catch(ignoreErased)
  },
}
