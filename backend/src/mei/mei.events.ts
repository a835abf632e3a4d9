import { deliveryKinds } from '@prumo/shared/mei-obligations'
import { meiActivities, meiDefaults } from '@prumo/shared/mei-rules'
import { listedCategories } from '@prumo/shared/transaction-rules'
import { z } from 'zod'
import { defineEvents, personal, type EventsOf } from '../event-store/stream/event.js'

const profile = z.strictObject({
  openedOn: z.string(),
  activities: z.array(z.enum(meiActivities)),
  isCargoDriver: z.boolean(),
  /** The day of the baixa. */
  closedOn: z.string().nullable(),
  excludedCategories: z.array(personal(z.string(), { unless: [...listedCategories, ...meiDefaults.excludedCategories] })),
  hasEmployee: z.boolean(),
})

/** The profile of a MEI: its entity's id is the account's. */
export const meiEvents = defineEvents({
  MeiConfigured: { data: z.strictObject({ before: profile.nullable(), after: profile }) },
  MeiRemoved: { data: z.strictObject({ before: profile }) },
})
export type MeiEvent = EventsOf<typeof meiEvents>

const byInvoice = z.strictObject({ withoutInvoice: z.int(), withInvoice: z.int(), total: z.int() })

const delivery = z.strictObject({
  kind: z.enum(deliveryKinds),
  /** YYYY-MM, of a declaration YYYY. */
  of: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** Centavos: those of a monthly report, or of a declaration. */
  figures: z.union([
    z.strictObject({ commerce: byInvoice, industry: byInvoice, services: byInvoice, total: z.int() }),
    z.strictObject({ commerce: z.int(), industry: z.int(), services: z.int(), total: z.int(), hasEmployee: z.boolean() }),
  ]),
})
export type DeliveryDetails = z.output<typeof delivery>

/** What was delivered for a month or a year: one entity each. */
export const meiDeliveryEvents = defineEvents({
  FiguresDelivered: { data: z.strictObject({ before: delivery.nullable(), after: delivery }) },
  DeliveryWithdrawn: { data: z.strictObject({ before: delivery }) },
})
export type MeiDeliveryEvent = EventsOf<typeof meiDeliveryEvents>
