import { z } from 'zod'
import { defineEvents, type EventsOf } from '../event-store/stream/event.js'

/** The restore of a copy; the restored items are events of transactions, goals and so on, of the same commands. */
export const restoreEvents = defineEvents({
  /** `items`: how many items the copy has. */
  RestoreStarted: { data: z.strictObject({ after: z.strictObject({ exportedAt: z.string(), items: z.int() }) }) },
  /** The items from `from` up to, but not including, `to`. */
  PortionBrought: { data: z.strictObject({ from: z.int(), to: z.int() }) },
})
export type RestoreEvent = EventsOf<typeof restoreEvents>
