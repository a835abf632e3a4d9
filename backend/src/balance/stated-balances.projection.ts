import type { BalanceOrNone, StatedBalance } from '@prumo/shared/balance'
import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { BalanceEvent } from './balance.events.js'

/** What was stated, one row a wallet and day; without an amount where it was withdrawn. */
export const statedBalances = defineProjection<BalanceEvent>({
  table: {
    name: 'stated_balances',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      wallet_id: 'uuid not null',
      date: 'date not null',
      amount: 'bigint',
      version: 'integer not null',
    },
    key: ['account_id', 'wallet_id', 'date'],
  },
  on: {
    BalanceStated: ({ accountId, entityId, entityVersion, data: { after } }, rows) =>
      rows.put({ account_id: accountId, wallet_id: entityId, date: after.date, amount: after.amount, version: entityVersion }),
    BalanceWithdrawn: ({ accountId, entityId, entityVersion, data: { before } }, rows) =>
      rows.put({ account_id: accountId, wallet_id: entityId, date: before.date, amount: null, version: entityVersion }),
  },
})

// The version is that of all statements about the wallet.
const FIND = {
  name: 'find-balance',
  text: `
    select amount, date, (select max(version) from stated_balances where account_id = $1 and wallet_id = $2) as version
    from stated_balances where account_id = $1 and wallet_id = $2 and amount is not null order by date desc limit 1`,
}

/** The stated balance of a wallet's latest day; null before the first. */
export class FindBalance extends AccountQuery<OnWire<BalanceOrNone>> {
  constructor(
    readonly accountId: string,
    readonly walletId: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<BalanceOrNone>> {
    const [found] = await database.rows<StatedBalance>(FIND, [this.accountId, this.walletId])
    return { balance: found ? { ...found, amount: centavosToReais(found.amount) } : null }
  }
}

const STATED = {
  name: 'stated-balances',
  text: `
    select wallet_id as "walletId", date, amount from stated_balances
    where account_id = $1 and amount is not null and ($2::uuid[] is null or wallet_id = any ($2::uuid[])) order by wallet_id, date`,
}

/** A balance that was stated for a wallet's day, in centavos. */
export interface StatedBalanceRow {
  walletId: string
  date: CalendarDate
  amount: number
}

/** The balances that stand, one for a wallet and day, oldest first. @param wallets all by default */
export function readStated(database: RowReader, accountId: string, wallets: readonly string[] | null = null): Promise<StatedBalanceRow[]> {
  return database.rows<StatedBalanceRow>(STATED, [accountId, wallets])
}

/** The same from the rows of a replay. */
export function statedOfRows(rows: readonly ProjectionRow[]): StatedBalanceRow[] {
  return rows.flatMap(({ wallet_id: walletId, date, amount }) => {
    return amount === null ? [] : [{ walletId: String(walletId), date: String(date), amount: Number(amount) }]
  })
}
