import { goalCategories, goalPriorities } from '@prumo/shared/goal-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  title: personal(z.string()),
  /** Centavos. */
  targetAmount: z.int().positive(),
  /** Centavos; may exceed the target if it was entered so. */
  currentAmount: z.int().nonnegative(),
  deadline: z.string(),
  category: z.enum(goalCategories),
  priority: z.enum(goalPriorities),
})
/** All recorded details of a goal. */
export type GoalDetails = z.output<typeof details>

/**
 * Stored permanently: a shape changes only as a new version with an upcaster. Each event carries the full details
 * before and after, so no projection has to look back.
 */
export const goalEvents = defineEvents({
  GoalSet: { data: z.strictObject({ after: details }) },
  GoalCorrected: { data: z.strictObject({ before: details, after: details }) },
  /** `applied` is what progress added, in centavos, without what exceeded the target. */
  GoalProgressed: { data: z.strictObject({ before: details, after: details, applied: z.int().positive() }) },
  GoalDeleted: { data: z.strictObject({ before: details }) },
  GoalRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
})
export type GoalEvent = EventsOf<typeof goalEvents>
