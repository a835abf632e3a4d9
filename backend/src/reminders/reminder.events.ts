import { z } from 'zod'
import { defineEvents, type EventsOf } from '../event-store/stream/event.js'

const settings = z.strictObject({ email: z.boolean(), push: z.boolean(), hour: z.int(), withAmounts: z.boolean() })

/** The settings alone: devices and the calendar's secret are no part of the log. */
export const reminderEvents = defineEvents({
  RemindersChanged: { data: z.strictObject({ before: settings, after: settings }) },
})
export type ReminderEvent = EventsOf<typeof reminderEvents>
