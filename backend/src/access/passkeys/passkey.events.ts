import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../../event-store/stream/event.js'

const details = z.strictObject({ name: personal(z.string()) })
/** What the log says of a passkey: nothing with which anyone could come in. */
export type PasskeyDetails = z.output<typeof details>

/** Stored for ever: a shape changes only as a new version with an upcaster. The name is the one it had at that time. */
export const passkeyEvents = defineEvents({
  PasskeyAdded: { data: z.strictObject({ after: details }) },
  PasskeyRemoved: { data: z.strictObject({ before: details }) },
})
export type PasskeyEvent = EventsOf<typeof passkeyEvents>
