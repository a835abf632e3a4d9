import type { Delivery } from '@prumo/shared/mei'
import { defineProjection } from '../event-store/projection/projection.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { MeiDeliveryEvent } from './mei.events.js'

/** What was delivered last for each period. */
export const meiDeliveries = defineProjection<MeiDeliveryEvent>({
  table: {
    name: 'mei_deliveries',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      kind: 'text not null',
      period: 'text not null',
      at: 'timestamptz(3) not null',
      // JSON.
      figures: 'text not null',
    },
    key: ['account_id', 'kind', 'period'],
  },
  on: {
    FiguresDelivered: ({ accountId, data: { after } }, rows) =>
      rows.put({ account_id: accountId, kind: after.kind, period: after.of, at: after.at, figures: JSON.stringify(after.figures) }),
    DeliveryWithdrawn: ({ accountId, data: { before } }, rows) =>
      rows.remove({ account_id: accountId, kind: before.kind, period: before.of }),
  },
})

const DELIVERIES = {
  name: 'mei-deliveries',
  text: `
    select kind, period as of, ${isoText('at')} as at, figures::json as figures from mei_deliveries
    where account_id = $1 order by mei_deliveries.at desc, kind, period desc`,
}

/** The deliveries, newest first; amounts in centavos. */
export function readDeliveries(database: RowReader, accountId: string): Promise<Delivery[]> {
  return database.rows<Delivery>(DELIVERIES, [accountId])
}
