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
 * Stored for ever: a shape changes only as a new version with an upcaster. Each event carries the whole of the
 * fund as it was, null where there was none, and as it is. What moved is the difference of the two, so the
 * movements add up to the balance by construction; configuring may move something too.
 */
export const emergencyFundEvents = defineEvents({
  FundConfigured: { data: z.strictObject({ before: details.nullable(), after: details }) },
  FundDeposited: { data: z.strictObject({ before: details.nullable(), after: details, description }) },
  FundWithdrawn: { data: z.strictObject({ before: details, after: details, description }) },
  FundAdjusted: { data: z.strictObject({ before: details, after: details }) },
  /** A movement that came with a copy of an account: its kind, its id there made anew, and when it was. */
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
  /** What began the fund was taken back: there is none from then on. */
  FundRemoved: { data: z.strictObject({ before: details }) },
})
export type EmergencyFundEvent = EventsOf<typeof emergencyFundEvents>
