import { fiscalOrNone } from '@prumo/shared/fiscal'
import { flowTypes, listedCategories } from '@prumo/shared/transaction-rules'
import { forOptionalTexts } from '@prumo/shared/transaction-details'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const category = personal(z.string(), { unless: listedCategories })

const details = z.strictObject({
  /** How many transactions it changed or deleted. */
  count: z.int().nonnegative(),
  /** What each one got, where it applies; null for a deletion and for a renamed category. */
  change: z
    .strictObject({
      ...forOptionalTexts((_, { readable }) => personal(z.string(), { unless: readable }).nullable().optional()),
      date: z.string().optional(),
      walletId: z.string().optional(),
      isConfirmed: z.boolean().optional(),
      isReceived: z.boolean().optional(),
      fiscal: fiscalOrNone.optional(),
    })
    .nullable(),
  /** A renamed category also changes recurrences and rules. `from` is null for transactions without one. */
  renamed: z.strictObject({ type: z.enum(flowTypes), from: category.nullable(), to: category }).nullable(),
})
export type BatchDetails = z.output<typeof details>

/** What an undo left as it was, because it had changed since: how many, and what the first of them are called. */
const spared = { kept: z.int().nonnegative(), keptNames: z.array(personal(z.string())) }

/** Events of a command on several entities; the changes are events of these, of the same command. */
export const batchEvents = defineEvents({
  TransactionsChanged: { data: z.strictObject({ after: details }) },
  BatchUndone: { data: z.strictObject({ before: details, ...spared }) },
  BatchRestored: { data: z.strictObject({ after: details, createdAt: z.string(), ...spared }) },
})
export type BatchEvent = EventsOf<typeof batchEvents>
