import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../../event-store/stream/event.js'

const details = z.strictObject({ name: personal(z.string()) })
/** What the log holds of a passkey: nothing that can open the account. */
export type PasskeyDetails = z.output<typeof details>

/** Stored permanently: a shape changes only as a new version with an upcaster. The name is the one at the time of the event. */
export const passkeyEvents = defineEvents({
  PasskeyAdded: { data: z.strictObject({ after: details }) },
  PasskeyRemoved: { data: z.strictObject({ before: details }) },
})
export type PasskeyEvent = EventsOf<typeof passkeyEvents>
