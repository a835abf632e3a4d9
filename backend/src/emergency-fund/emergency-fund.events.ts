import { movementKinds, targetMonthChoices } from '@prumo/shared/emergency-fund-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  targetMonths: z.literal(targetMonthChoices),
  /** Centavos, as entered. */
  monthlyExpenseAverage: z.int().nonnegative(),
  /** Centavos. */
  currentAmount: z.int().nonnegative(),
})
const description = personal(z.string()).nullable()

/**
 * Stored permanently: a shape changes only as a new version with an upcaster. Each event carries the full fund before
 * (null if there was none) and after. A movement is the difference of the two, so movements always add up to the
 * balance; configuring may move money too.
 */
export const emergencyFundEvents = defineEvents({
  FundConfigured: { data: z.strictObject({ before: details.nullable(), after: details }) },
  FundDeposited: { data: z.strictObject({ before: details.nullable(), after: details, description }) },
  FundWithdrawn: { data: z.strictObject({ before: details, after: details, description }) },
  FundAdjusted: { data: z.strictObject({ before: details, after: details }) },
  /** A movement restored from a copy of an account: its kind, its new id, and its original time. */
  FundMovementBrought: {
    data: z.strictObject({
      before: details.nullable(),
      after: details,
      description,
      kind: z.enum(movementKinds),
      id: z.string(),
      at: z.string(),
    }),
  },
  /** The fund's first event was undone: no fund exists any more. */
  FundRemoved: { data: z.strictObject({ before: details }) },
})
export type EmergencyFundEvent = EventsOf<typeof emergencyFundEvents>
