import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  name: personal(z.string()),
  email: personal(z.string()),
  /** The last day in São Paulo; null for an access without an end. */
  until: z.string().nullable(),
})
export type GuestDetails = z.output<typeof details>

const named = z.strictObject({ name: personal(z.string()) })

/** A guest looks into the account by a grant of its owner; the entity is the grant. */
export const guestEvents = defineEvents({
  GuestInvited: { data: z.strictObject({ after: details }) },
  /** Entering changes nothing: `before` and `after` name the guest. `entries` counts this one too. */
  GuestEntered: { data: z.strictObject({ before: named, after: named, entries: z.int().positive() }) },
  GuestAccessEnded: { data: z.strictObject({ before: named }) },
  /** The last day has passed. */
  GuestAccessExpired: { data: z.strictObject({ before: named }) },
})
export type GuestEvent = EventsOf<typeof guestEvents>
