import type { CalendarDate } from '@prumo/shared/calendar'
import { averagedMonthChoices, monthsUntil, type FundDetails } from '@prumo/shared/emergency-fund-rules'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow, TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'
import type { FundFacts, KeptFund, SpentByMonths } from './fund-answers.js'

/** The settings and amount of an account's fund. */
export const emergencyFund = defineProjection<EmergencyFundEvent>({
  table: {
    name: 'emergency_fund',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      target_months: 'integer not null',
      monthly_expense_average: 'bigint not null',
      current_amount: 'bigint not null',
      version: 'integer not null',
    },
    key: ['account_id'],
  },
  on: {
    FundConfigured: put,
    FundDeposited: put,
    FundWithdrawn: put,
    FundAdjusted: put,
    FundMovementBrought: put,
    FundRemoved: ({ accountId }, rows) => rows.remove({ account_id: accountId }),
  },
})

function put(
  { accountId, entityVersion, data: { after } }: RecordedEvent<Exclude<EmergencyFundEvent, { type: 'FundRemoved' }>>,
  rows: TableRows,
): void {
  rows.put({
    account_id: accountId,
    target_months: after.targetMonths,
    monthly_expense_average: after.monthlyExpenseAverage,
    current_amount: after.currentAmount,
    version: entityVersion,
  })
}

/** The fund from the rows of a replay. */
export function fundOfRows(rows: readonly ProjectionRow[]): KeptFund | null {
  const [row] = rows
  if (!row) return null
  const details = {
    targetMonths: row.target_months,
    monthlyExpenseAverage: row.monthly_expense_average,
    currentAmount: row.current_amount,
  } as FundDetails
  return { accountId: String(row.account_id), details, version: Number(row.version) }
}

/** The facts for the answers about an account's fund on a day, all at one position of the log. */
export class FindFund extends AccountQuery<FundFacts & { seq: number }> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<FundFacts & { seq: number }> {
    const [facts] = (await readFunds(database, [this.accountId], this.today)).values()
    return facts as FundFacts & { seq: number }
  }
}

/** The same for many accounts, by account; missing accounts are left out. */
export async function readFunds(
  database: RowReader,
  accounts: readonly string[],
  today: CalendarDate,
): Promise<Map<string, FundFacts & { seq: number }>> {
  const begins = averagedMonthChoices.map((months) => monthsUntil(today, months).from)
  const rows = await database.rows<FundRow>(READ, [accounts, today, ...begins])
  return new Map(
    rows.map(({ accountId, seq, spent, version, ...details }) => [
      accountId,
      { seq, fund: version === null ? null : { accountId, details, version }, spent },
    ]),
  )
}

type FundRow = FundDetails & { accountId: string; seq: number; version: number | null; spent: SpentByMonths }

const BEGINS = averagedMonthChoices.map((_, at) => `$${at + 3}::date`)
const SPENT_SINCE = averagedMonthChoices.map((months, at) => `${months}, coalesce(sum(t.expense) filter (where t.day >= ${BEGINS[at]}), 0)`)

// Reads an account's days once for all averages.
const READ = {
  name: 'read-funds',
  text: `
    select h.account_id as "accountId", h.seq, f.target_months as "targetMonths", f.monthly_expense_average as "monthlyExpenseAverage",
      f.current_amount as "currentAmount", f.version,
      (select json_build_object(${SPENT_SINCE.join(', ')}) from transaction_totals t
        where t.account_id = h.account_id and t.account_id = any ($1::uuid[]) and t.day between least(${BEGINS.join(', ')}) and $2) as spent
    from account_heads h left join emergency_fund f on f.account_id = h.account_id and f.account_id = any ($1::uuid[])
    where h.account_id = any ($1::uuid[])`,
}
