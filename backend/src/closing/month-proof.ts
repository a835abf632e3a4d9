import type { CalendarMonth } from '@prumo/shared/calendar'
import type { MonthProof } from '@prumo/shared/months'
import { Rejected } from '@prumo/shared/rejections'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { EventRow } from '../event-store/stream/event.js'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { readClosings } from './month-closings.projection.js'

const EVENT = {
  name: 'closing-with-hashes',
  text: `
    select ${EVENT_FIELDS}, encode(e.hash, 'hex') as hash,
      (select encode(b.hash, 'hex') from events b where b.account_id = $1 and b.seq = $2 - 1) as "previousHash"
    from events e where e.account_id = $1 and e.seq = $2`,
}

/** The event that closed a month, for a verifier. Throws NOT_FOUND for a month that is open. */
export class FindMonthProof extends AccountQuery<MonthProof> {
  constructor(
    readonly accountId: string,
    readonly month: CalendarMonth,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<MonthProof> {
    const { accountId, month } = this
    const [closing] = await readClosings(database, accountId, month)
    if (!closing?.isClosed) throw new Rejected('NOT_FOUND')
    const [row] = await database.rows<Omit<EventRow, 'hash'> & { hash: string; previousHash: string | null }>(EVENT, [
      accountId,
      closing.position,
    ])
    if (!row) throw new Rejected('NOT_FOUND')
    const { previousHash, ...event } = row
    return { month, previousHash: previousHash ?? GENESIS_HASH.toString('hex'), event }
  }
}
