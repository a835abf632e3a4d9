import { businessTypes, difficulties } from '@prumo/shared/business'
import { z } from 'zod'
import { ACCOUNT_ERASED, ACCOUNT_RESET, defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  name: personal(z.string()),
  email: personal(z.string()),
  businessName: personal(z.string()),
  businessType: z.enum(businessTypes),
  /** Centavos. */
  monthlyIncome: z.int().nonnegative(),
  mainDifficulties: z.array(z.enum(difficulties)),
})
/** The profile; `monthlyIncome` in centavos. */
export type AccountDetails = z.output<typeof details>

/** Stored permanently: a shape changes only as a new version with an upcaster. `AccountOpened` is the first event of every log. */
export const accountEvents = defineEvents({
  AccountOpened: { data: z.strictObject({ after: details }) },
  ProfileChanged: { data: z.strictObject({ before: details, after: details }) },
  // A new address is always confirmed by a link mailed to it.
  EmailChanged: { data: z.strictObject({ before: details, after: details }) },
  EmailVerified: { data: z.strictObject({ email: personal(z.string()) }) },
  // The version of the terms of use; the event's own time is the time of acceptance.
  TermsAccepted: { data: z.strictObject({ version: z.string() }) },
  // An operator accessed the account: the command and the reason. The operator is the actor.
  AccountLooked: { data: z.strictObject({ command: z.string(), reason: personal(z.string()) }) },
  // Deletes everything except profile and subscription.
  [ACCOUNT_RESET]: { data: z.strictObject({}) },
  // The last event of a log. Its meta names who erased the account; no personal data remains.
  [ACCOUNT_ERASED]: { data: z.strictObject({}) },
})
export type AccountEvent = EventsOf<typeof accountEvents>
