import { defineReaction } from '../jobs/reaction.js'
import type { AccountEvent } from '../identity/account.events.js'
import { CUSTOMER_EMAIL } from './stripe/customer-email.worker.js'

/** Stripe mails its receipts to where the person comes in from now on. */
export const customerEmailReaction = defineReaction<AccountEvent>({ kind: CUSTOMER_EMAIL, on: ['EmailChanged'] })
