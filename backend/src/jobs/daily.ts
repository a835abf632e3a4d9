import { TIME_ZONE } from '@prumo/shared/calendar'
import type { Database } from '../platform/database/database.js'
import { outboxWritten } from './outbox.js'

// The row of a day is written by whoever moves the date, so a day has one job, whoever comes and however often. The day
// is Postgres'. A date ahead of it by more than a moment's disagreement was left by a wrong clock, and counts for nothing.
const BEGIN_DAY = {
  name: 'begin-daily-job',
  text: `
    with begun as (
      insert into daily_runs as d (kind, ran_for) values ($1, (now() at time zone '${TIME_ZONE}')::date)
      on conflict (kind) do update set ran_for = excluded.ran_for
        where d.ran_for < excluded.ran_for or d.ran_for > ((now() + interval '1 minute') at time zone '${TIME_ZONE}')::date
      returning kind, ran_for)
    insert into outbox (kind, subject) select kind, ran_for::text from begun returning kind`,
}

/** Has a daily job done for today in São Paulo, unless it was asked for already. */
export async function beginDay(database: Database, kind: string): Promise<void> {
  const begun = await database.rows(BEGIN_DAY, [kind])
  if (begun.length > 0) outboxWritten.tell([{ kind }])
}
