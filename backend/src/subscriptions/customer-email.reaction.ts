import { defineReaction } from '../jobs/reaction.js'
import type { AccountEvent } from '../identity/account.events.js'
import { CUSTOMER_EMAIL } from './stripe/customer-email.worker.js'

/** Keeps the e-mail of Stripe's customer equal to the account's, because Stripe mails its receipts there. */
export const customerEmailReaction = defineReaction<AccountEvent>({ kind: CUSTOMER_EMAIL, on: ['EmailChanged'] })
