import type { FundMovement, MovementFilter, MovementPage } from '@prumo/shared/emergency-fund'
import type { FundDetails, MovementKind } from '@prumo/shared/emergency-fund-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { z } from 'zod'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { readCursor, writeCursor } from '../platform/http/cursor.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'

/** The movements of the fund, with the balance after each. */
export const fundMovements = defineProjection<EmergencyFundEvent>({
  table: {
    name: 'fund_movements',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      // The position in the log orders movements, also those of one moment.
      seq: 'bigint not null',
      id: 'uuid not null',
      kind: 'text not null',
      amount: 'bigint not null',
      description: 'text',
      balance: 'bigint not null',
      moved_at: 'timestamptz(3) not null',
    },
    key: ['account_id', 'seq'],
  },
  on: {
    FundConfigured: (event, rows) => putMovement(event, 'adjustment', rows),
    FundAdjusted: (event, rows) => putMovement(event, 'adjustment', rows),
    FundDeposited: (event, rows) => putMovement(event, 'deposit', rows, event.data.description),
    FundWithdrawn: (event, rows) => putMovement(event, 'withdrawal', rows, event.data.description),
    FundRemoved: (event, rows) => putMovement(event, 'adjustment', rows),
    FundMovementBrought: (event, rows) => putMovement(event, event.data.kind, rows, event.data.description),
  },
})

function putMovement(
  event: RecordedEvent<EmergencyFundEvent>,
  kind: MovementKind,
  rows: TableRows,
  description: string | null = null,
): void {
  const { before, after, id, at }: { before: FundDetails | null; after?: FundDetails; id?: string; at?: string } = event.data
  const balance = after?.currentAmount ?? 0
  const change = balance - (before?.currentAmount ?? 0)
  if (change === 0) return
  rows.put({
    account_id: event.accountId,
    seq: event.seq,
    // A command moves the fund at most once, so its id identifies the movement. Movements from a copy have ids and
    // times of their own.
    id: id ?? event.meta.commandId,
    kind,
    amount: kind === 'withdrawal' ? -change : change,
    description,
    balance,
    moved_at: at ?? event.recordedAt,
  })
}

/** A page of the fund's movements, newest first. Throws VALIDATION for an invalid cursor. */
export class ListFundMovements extends AccountQuery<OnWire<MovementPage>> {
  constructor(
    readonly accountId: string,
    readonly filter: MovementFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<MovementPage>> {
    const { limit, cursor } = this.filter
    const before = cursor === undefined ? null : readCursor(cursor, places)
    // One row more than requested shows whether there is a next page.
    const rows = await database.rows<MovementRow>(LIST, [this.accountId, before, limit + 1])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { movements: page.map(toMovement), nextCursor: rows.length > limit && last ? writeCursor(last.seq) : null }
  }
}

type MovementRow = FundMovement & { seq: number }

function toMovement({ id, kind, amount, description, balance, at }: MovementRow): OnWire<FundMovement> {
  return { id, kind, amount: centavosToReais(amount), description, balance: centavosToReais(balance), at }
}

/** A movement's position in the log. */
const places = z.int().nonnegative()

const LIST = {
  name: 'list-fund-movements',
  text: `
    select seq, id, kind, amount, description, balance, ${isoText('moved_at')} as at from fund_movements
    where account_id = $1 and ($2::bigint is null or seq < $2)
    order by seq desc limit $3`,
}
