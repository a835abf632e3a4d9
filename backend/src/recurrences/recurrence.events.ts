import { recurrenceKinds, recurrenceSteps, weekendRules } from '@prumo/shared/recurrence-rules'
import { flowTypes, listedCategories } from '@prumo/shared/transaction-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const terms = z.strictObject({
  /** The first nominal date that they apply to. */
  from: z.string(),
  description: personal(z.string()),
  category: personal(z.string(), { unless: listedCategories }).nullable(),
  /** Null for the wallet that the account had from the beginning. */
  walletId: z.string().nullable(),
  /** Centavos of one occurrence; for instalments the total. */
  amount: z.int().positive(),
  every: z.enum(recurrenceSteps),
  interval: z.int().positive(),
  weekend: z.enum(weekendRules),
  /** The date at which the sequence restarts; null if it goes on. */
  anchor: z.string().nullable(),
})

const details = z.strictObject({
  kind: z.enum(recurrenceKinds),
  type: z.enum(flowTypes),
  start: z.string(),
  count: z.int().nullable(),
  /** The number of the instalment at `start`. */
  firstNumber: z.int().positive(),
  until: z.string().nullable(),
  terms: z.array(terms).min(1),
  /** Ranges of nominal dates without occurrences; an open range means that it has ended. */
  pauses: z.array(z.strictObject({ from: z.string(), to: z.string().nullable() })),
  /** When it was ended; null while it continues. ISO 8601 UTC. */
  endedAt: z.string().nullable(),
  /** The last nominal date up to which occurrences are recorded. */
  reached: z.string(),
})
export type RecurrenceDetails = z.output<typeof details>

const change = z.strictObject({ before: details, after: details })

/** Events of a recurrence; changes of its occurrences are events of transactions, of the same command. */
export const recurrenceEvents = defineEvents({
  RecurrenceSet: { data: z.strictObject({ after: details }) },
  RecurrenceCorrected: { data: change },
  RecurrenceEnded: { data: change },
  RecurrenceResumed: { data: change },
  OccurrencesRecorded: { data: change },
  RecurrenceWithdrawn: { data: z.strictObject({ before: details }) },
  RecurrenceRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
})
export type RecurrenceEvent = EventsOf<typeof recurrenceEvents>
