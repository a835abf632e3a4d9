import { taskPriorities, taskTypes } from '@prumo/shared/task-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  title: personal(z.string()),
  type: z.enum(taskTypes),
  /** Centavos. */
  estimatedCost: z.int().nonnegative(),
  estimatedDate: z.string(),
  priority: z.enum(taskPriorities),
  completed: z.boolean(),
})
/** All recorded details of a task. */
export type TaskDetails = z.output<typeof details>

/**
 * Stored permanently: a shape changes only as a new version with an upcaster. Each event carries the full details
 * before and after, so no projection has to look back.
 */
export const taskEvents = defineEvents({
  TaskAdded: { data: z.strictObject({ after: details }) },
  TaskCorrected: { data: z.strictObject({ before: details, after: details }) },
  TaskCompleted: { data: z.strictObject({ before: details, after: details }) },
  TaskReopened: { data: z.strictObject({ before: details, after: details }) },
  TaskDeleted: { data: z.strictObject({ before: details }) },
  TaskRestored: { data: z.strictObject({ after: details, createdAt: z.string() }) },
})
export type TaskEvent = EventsOf<typeof taskEvents>
