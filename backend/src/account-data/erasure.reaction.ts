import { defineReaction } from '../jobs/reaction.js'
import type { AccountEvent } from '../identity/account.events.js'
import { SUBSCRIPTION_END } from '../subscriptions/stripe/subscription-end.js'
import { ERASURE_LIST } from './erasure-list.worker.js'
import { FAREWELL_MAIL } from './farewell-mail.worker.js'

/** An erasure is noted outside of the database, so that it can be applied again to an older backup. */
export const erasureListReaction = defineReaction<AccountEvent>({ kind: ERASURE_LIST, on: ['AccountErased'] })

/** The person is told that it is done. */
export const farewellReaction = defineReaction<AccountEvent>({ kind: FAREWELL_MAIL, on: ['AccountErased'] })

/** Nobody pays for an account that is gone. */
export const subscriptionEndReaction = defineReaction<AccountEvent>({ kind: SUBSCRIPTION_END, on: ['AccountErased'] })
