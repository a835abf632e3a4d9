import type { CalendarDate } from '@prumo/shared/calendar'
import type { Delivery, DeliveryAnswer, NewDelivery } from '@prumo/shared/mei'
import { toReais, type OnWire } from '@prumo/shared/money-fields'
import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import { deliveryId } from './delivery-id.js'
import { meiDeliveryDecider, toDelivery, type MeiDeliveryCommand, type MeiDeliveryState } from './mei-delivery.decider.js'
import { FindDeliverableFigures, type DeliverableFigures } from './mei-sheets.js'
import type { MeiDeliveryEvent } from './mei.events.js'

/**
 * Records a period as delivered, with its figures as of the head that the command is decided on.
 * @param moment `at` is ISO 8601 UTC, `today` its date in São Paulo
 */
export function deliveryCommand(
  context: CommandContext,
  period: NewDelivery,
  { at, today }: { at: string; today: CalendarDate },
): ExecuteCommand<OnWire<DeliveryAnswer>> {
  const { accountId } = context
  const command = { type: 'RecordDelivery', period, figures: null, profile: null, at, today } as const
  return ExecuteCommand.of<MeiDeliveryCommand, MeiDeliveryState, MeiDeliveryEvent, OnWire<DeliveryAnswer>>(context, {
    decider: meiDeliveryDecider,
    entityId: deliveryId(accountId, period),
    command,
    dependsOn: dependsOn<DeliverableFigures, MeiDeliveryCommand>(new FindDeliverableFigures(accountId, period, today), (found) => ({
      command: { ...command, ...found },
    })),
    reply: (state) => ({ delivery: toReais<Delivery>(toDelivery(state)) }),
  })
}
