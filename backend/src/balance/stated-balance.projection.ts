import type { BalanceOrNone, StatedBalance } from '@prumo/shared/balance'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { BalanceEvent } from './balance.events.js'

/** The latest stated balance. */
export const statedBalance = defineProjection<BalanceEvent>({
  table: {
    name: 'stated_balance',
    version: 1,
    columns: { account_id: 'uuid not null', amount: 'bigint not null', date: 'date not null', version: 'integer not null' },
    key: ['account_id'],
  },
  on: {
    BalanceStated: ({ accountId, entityVersion, data: { after } }, rows) =>
      rows.put({ account_id: accountId, amount: after.amount, date: after.date, version: entityVersion }),
    BalanceWithdrawn: ({ accountId }, rows) => rows.remove({ account_id: accountId }),
  },
})

const FIND = { name: 'find-balance', text: 'select amount, date, version from stated_balance where account_id = $1' }

/** The latest stated balance; null before the first. */
export class FindBalance extends AccountQuery<OnWire<BalanceOrNone>> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<BalanceOrNone>> {
    const [found] = await database.rows<StatedBalance>(FIND, [this.accountId])
    return { balance: found ? { ...found, amount: centavosToReais(found.amount) } : null }
  }
}
