import { v5 as namedId } from 'uuid'
import type { DeliveryDetails } from './mei.events.js'

/** The id of the entity of what is delivered for a period. */
export function deliveryId(accountId: string, { kind, of }: Pick<DeliveryDetails, 'kind' | 'of'>): string {
  return namedId(`mei-delivery ${kind} ${of}`, accountId)
}
