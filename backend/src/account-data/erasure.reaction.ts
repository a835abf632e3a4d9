import { defineReaction } from '../jobs/reaction.js'
import type { AccountEvent } from '../identity/account.events.js'
import { SUBSCRIPTION_END } from '../subscriptions/stripe/subscription-end.js'
import { ERASURE_LIST } from './erasure-list.worker.js'
import { FAREWELL_MAIL } from './farewell-mail.worker.js'

/** Records an erasure outside of the database, so that it can be repeated after an older backup was restored. */
export const erasureListReaction = defineReaction<AccountEvent>({ kind: ERASURE_LIST, on: ['AccountErased'] })

/** Mails the person that the erasure is complete. */
export const farewellReaction = defineReaction<AccountEvent>({ kind: FAREWELL_MAIL, on: ['AccountErased'] })

/** Ends the payments for an erased account. */
export const subscriptionEndReaction = defineReaction<AccountEvent>({ kind: SUBSCRIPTION_END, on: ['AccountErased'] })
