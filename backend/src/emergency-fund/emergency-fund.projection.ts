import type { CalendarDate } from '@prumo/shared/calendar'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { AVERAGED_MONTHS, monthsUntil, type FundDetails } from '@prumo/shared/emergency-fund-rules'
import type { Recorded } from '../event-store/log/event.js'
import { Ask } from '../event-store/projecting/ask.js'
import { defineProjection } from '../event-store/projecting/projection.js'
import type { TableRows } from '../event-store/projecting/table-rows.js'
import type { Database } from '../platform/database/database.js'
import type { EmergencyFundEvent } from './emergency-fund.events.js'

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
