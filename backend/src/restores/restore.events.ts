import { z } from 'zod'
import { defineEvents, type EventsOf } from '../event-store/stream/event.js'

/** A copy of an account came into this one; what it brought are events of the transactions, goals and so on, of the same commands. */
export const restoreEvents = defineEvents({
  /** `items` is how many things the copy has. */
  RestoreStarted: { data: z.strictObject({ after: z.strictObject({ exportedAt: z.string(), items: z.int() }) }) },
  /** The items from one place of the copy up to another, which is not among them. */
  PortionBrought: { data: z.strictObject({ from: z.int(), to: z.int() }) },
})
export type RestoreEvent = EventsOf<typeof restoreEvents>
