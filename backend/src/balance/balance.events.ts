import { z } from 'zod'
import { defineEvents, type EventsOf } from '../event-store/stream/event.js'

const details = z.strictObject({
  /** Centavos, of either sign. */
  amount: z.int(),
  /** The day at whose end the balance was so. */
  date: z.string(),
})
export type BalanceDetails = z.output<typeof details>

export const balanceEvents = defineEvents({
  BalanceStated: { data: z.strictObject({ before: details.nullable(), after: details }) },
  BalanceWithdrawn: { data: z.strictObject({ before: details }) },
})
export type BalanceEvent = EventsOf<typeof balanceEvents>
