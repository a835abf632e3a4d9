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
/** Who a person is to the product; `monthlyIncome` in centavos. */
export type AccountDetails = z.output<typeof details>

/** Stored for ever: a shape changes only as a new version with an upcaster. `AccountOpened` begins every log. */
export const accountEvents = defineEvents({
  AccountOpened: { data: z.strictObject({ after: details }) },
  ProfileChanged: { data: z.strictObject({ before: details, after: details }) },
  // The address was confirmed by a link that was mailed to it, as every one has to be that takes another's place.
  EmailChanged: { data: z.strictObject({ before: details, after: details }) },
  EmailVerified: { data: z.strictObject({ email: personal(z.string()) }) },
  // Which version of the terms of use; when is its place in the log.
  TermsAccepted: { data: z.strictObject({ version: z.string() }) },
  // Somebody of the operator read what is here, by which command and why; who they are is the actor.
  AccountLooked: { data: z.strictObject({ command: z.string(), reason: personal(z.string()) }) },
  // Everything is gone but who the person is and what they pay for.
  [ACCOUNT_RESET]: { data: z.strictObject({}) },
  // Ends a log. Who asked for it and when is in its place and meta; of the person there is nothing to say any more.
  [ACCOUNT_ERASED]: { data: z.strictObject({}) },
})
export type AccountEvent = EventsOf<typeof accountEvents>
