import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  /** YYYY-MM */
  month: z.string(),
  /** When it was closed; ISO 8601 UTC. */
  at: z.string(),
  /** What was settled in it then, in centavos, and how many transactions. */
  income: z.int(),
  expense: z.int(),
  count: z.int().nonnegative(),
  /** A hash of the settled transactions, now and at the first closing. Sealed, because a short text can be guessed from its hash. */
  contentHash: personal(z.string()),
  firstContentHash: personal(z.string()),
  /** Set by a copy of an account in which it had changed since its first closing. */
  wasChanged: z.boolean(),
})
export type MonthDetails = z.output<typeof details>

/** How the settled transactions differ from those at the closing before: how many, and the first of them. */
const changes = z.strictObject({
  count: z.int().nonnegative(),
  listed: z.array(z.strictObject({ description: personal(z.string()), amountBefore: z.int().nullable(), amountAfter: z.int().nullable() })),
})
export type MonthChanges = z.output<typeof changes>

/** The closings of a month: one entity each. */
export const monthEvents = defineEvents({
  MonthClosed: { data: z.strictObject({ before: details.nullable(), after: details, changes }) },
  MonthReopened: { data: z.strictObject({ before: details, reason: personal(z.string()) }) },
})
export type MonthEvent = EventsOf<typeof monthEvents>
