import { businessTypes, difficulties } from '@prumo/shared/business'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/log/event-family.js'

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
export const accountEvents = defineEvents('account', {
  AccountOpened: { data: z.strictObject({ after: details }) },
  ProfileChanged: { data: z.strictObject({ before: details, after: details }) },
})
export type AccountEvent = EventsOf<typeof accountEvents>
