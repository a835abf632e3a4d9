import type { CalendarDate } from '@prumo/shared/calendar'
import type { Delivery } from '@prumo/shared/mei'
import { deliveryProblem } from '@prumo/shared/mei-obligations'
import { meiTexts, type MeiProfile } from '@prumo/shared/mei-rules'
import { Rejected } from '@prumo/shared/rejections'
import { evolveEntity, existing, type Decider, type EntityState } from '../event-store/decider/decider.js'
import { undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { DeliveryDetails, MeiDeliveryEvent } from './mei.events.js'

/** The figures and the profile are as of the head that the command is decided on. `BringDelivery` records that of a copy. */
export type MeiDeliveryCommand =
  | {
      type: 'RecordDelivery'
      period: Pick<DeliveryDetails, 'kind' | 'of'>
      figures: DeliveryDetails['figures'] | null
      profile: MeiProfile | null
      at: string
      today: CalendarDate
    }
  | { type: 'BringDelivery'; details: DeliveryDetails }
  | Undo<MeiDeliveryEvent>

/** What was delivered last for a period. */
export type MeiDeliveryState = EntityState<DeliveryDetails>

export const meiDeliveryDecider: Decider<MeiDeliveryCommand, MeiDeliveryState, MeiDeliveryEvent> = {
  entity: 'mei-delivery',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    const before = state.status === 'alive' ? state.details : null
    switch (command.type) {
      case 'RecordDelivery': {
        const { period, profile, figures, at, today } = command
        const problem = profile ? deliveryProblem(period, profile, today) : meiTexts.notActive
        if (problem !== null || !figures) throw new Rejected('CONFLICT', problem ?? meiTexts.notActive)
        return [{ type: 'FiguresDelivered', data: { before, after: { ...period, at, figures } } }]
      }
      case 'BringDelivery':
        return [{ type: 'FiguresDelivered', data: { before, after: command.details } }]
      case 'Undo':
        return undoEntityEvent<DeliveryDetails, MeiDeliveryEvent>(state, command, {
          deleted: (details) => ({ type: 'DeliveryWithdrawn', data: { before: details } }),
          restored: (after) => ({ type: 'FiguresDelivered', data: { before: null, after } }),
          changed: (details, after) => ({ type: 'FiguresDelivered', data: { before: details, after } }),
        })
    }
  },

  evolve: evolveEntity<DeliveryDetails>,
}

/** The delivery in the shape of the contract; amounts in centavos. */
export function toDelivery(state: MeiDeliveryState): Delivery {
  return existing(state).details as Delivery
}
