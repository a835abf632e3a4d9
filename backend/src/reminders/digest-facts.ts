import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { MAX_NAMED, type DigestFacts, type PendingGroup } from '@prumo/shared/digest'
import { forecastOf, STANDARD_LENGTH } from '@prumo/shared/forecast-rules'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { FindAhead } from '../forecast/forecast-facts.js'
import type { RowReader } from '../platform/database/connection-pool.js'

/** Reads what an account has to pay, to write and to declare as a MEI: nothing without a profile. */
export type ObligationReader = (
  database: RowReader,
  accountId: string,
  days: { today: CalendarDate; from: CalendarDate; to: CalendarDate },
) => Promise<readonly MeiObligation[]>

/** The days around today whose obligations a digest may name. */
const OBLIGATION_DAYS = 7

/** What a digest of an account says is made of these. */
export async function readDigestFacts(
  database: RowReader,
  readObligations: ObligationReader,
  accountId: string,
  today: CalendarDate,
): Promise<DigestFacts> {
  const pending = await database.rows<PendingGroup>(PENDING, [accountId, today, MAX_NAMED])
  const obligations = await readObligations(database, accountId, { today, from: today, to: addDays(today, OBLIGATION_DAYS) })
  const { isEmpty, ...ahead } = await new FindAhead(accountId, today, STANDARD_LENGTH).answer(database)
  const balances = isEmpty ? [] : forecastOf({ ...ahead, spreads: null }, today, STANDARD_LENGTH).days
  return { today, pending, obligations, balances }
}

const PENDING = {
  name: 'pending-of-digest',
  text: `
    select day, type, count(*)::integer as count, sum(amount)::bigint as amount,
      json_agg(json_build_object('description', description, 'amount', amount) order by place) filter (where place <= $3) as first
    from (
      select day, type, amount, description, row_number() over (partition by day, type order by amount desc, date, id) as place
      from (
        select type, amount, description, date, id,
          case when date < $2::date - 1 then 'earlier' when date < $2::date then 'yesterday' when date = $2::date then 'today' else 'tomorrow' end as day
        from transaction_list where account_id = $1 and state = 'pending' and date <= $2::date + 1
      ) as dated
    ) as placed group by day, type order by day, type`,
}
