import { flowTypes, listedCategories } from '@prumo/shared/transaction-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  text: personal(z.string()),
  /** Null for both. */
  type: z.enum(flowTypes).nullable(),
  category: personal(z.string(), { unless: listedCategories }),
  /** Replaces the description; null leaves it. */
  description: personal(z.string()).nullable(),
})
export type RuleDetails = z.output<typeof details>

/** Transactions that got their category from a rule name it in their own events. */
export const ruleEvents = defineEvents({
  RuleAdded: { data: z.strictObject({ after: details }) },
  RuleCorrected: { data: z.strictObject({ before: details, after: details }) },
  RuleDeleted: { data: z.strictObject({ before: details }) },
  /** `uses`: how often it was used before it came with a copy of an account. */
  RuleRestored: { data: z.strictObject({ after: details, createdAt: z.string(), uses: z.int().nonnegative().optional() }) },
})
export type RuleEvent = EventsOf<typeof ruleEvents>
