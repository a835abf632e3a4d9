import type { CalendarDate } from '@prumo/shared/calendar'
import { averagedMonthChoices, monthsUntil, type FundDetails } from '@prumo/shared/emergency-fund-rules'
import type { Recorded } from '../event-store/log/event.js'
import { Ask } from '../event-store/projecting/ask.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { TableRows } from '../event-store/projecting/table-rows.js'
import type { Database } from '../platform/database/database.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'
import type { FundFacts, Spent } from './fund-answers.js'

/** How the fund of an account is configured and what it holds. */
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
  on: { FundConfigured: put, FundDeposited: put, FundWithdrawn: put, FundAdjusted: put },
})

function put({ accountId, entityVersion, data: { after } }: Recorded<EmergencyFundEvent>, rows: TableRows): void {
  rows.put({
    account_id: accountId,
    target_months: after.targetMonths,
    monthly_expense_average: after.monthlyExpenseAverage,
    current_amount: after.currentAmount,
    version: entityVersion,
  })
}

/** What the answers about the fund of an account are made of, on a day, all as it stood at one position of the log. */
export class ReadFund extends Ask<FundFacts & { seq: number }> {
  constructor(
    readonly accountId: string,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: Database): Promise<FundFacts & { seq: number }> {
    const starts = averagedMonthChoices.map((months) => monthsUntil(this.today, months).from)
    const [row] = (await database.rows<FundRow>(READ, [this.accountId, averagedMonthChoices, starts, this.today])) as [FundRow]
    const { seq, spent, version, ...details } = row
    return { seq, fund: version === null ? null : { accountId: this.accountId, details, version }, spent }
  }
}

type FundRow = FundDetails & { seq: number; version: number | null; spent: Spent }

const READ = {
  name: 'read-fund',
  text: `
    select h.seq, f.target_months as "targetMonths", f.monthly_expense_average as "monthlyExpenseAverage",
      f.current_amount as "currentAmount", f.version,
      (select json_object_agg(asked.months, (
          select coalesce(sum(d.spent), 0) from daily_expenses d where d.account_id = $1 and d.day between asked.since and $4))
        from unnest($2::integer[], $3::date[]) as asked(months, since)) as spent
    from account_heads h left join emergency_fund f on f.account_id = h.account_id
    where h.account_id = $1`,
}
