import type { JobWorker } from '../../jobs/job-worker.js'
import { SubscriptionLooks, ignoreErased } from './subscription-looks.js'

/** The kind of job; its subject is the account. */
export const SUBSCRIPTION_LOOK = 'subscription-look'

/** About nine hours, to outlast an outage of Stripe; the daily reconciliation covers longer ones. */
export const ATTEMPTS = 16

/** Looks at Stripe and records the state. One runs per account at a time; requests meanwhile result in one more. */
export const subscriptionLookWorker: JobWorker = {
  kind: SUBSCRIPTION_LOOK,
  attempts: ATTEMPTS,
  async run({ subject }, { settings, database, commands }) {
    await new SubscriptionLooks(settings, database, commands).lookAndRestore(subject).catch(ignoreErased)
  },
}
