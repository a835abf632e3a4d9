import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { Database } from '../platform/database/database.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from './outbox-row.js'

// The row of a day is written by whoever moves the date, so a day has one job, whoever comes and however often.
const BEGIN_DAY = {
  name: 'begin-daily-job',
  text: `
    with begun as (
      insert into daily_runs as d (kind, ran_for) values ($1::text, $2::text::date)
      on conflict (kind) do update set ran_for = excluded.ran_for where d.ran_for < excluded.ran_for
      returning kind)
    ${OUTBOX_INSERT} from begun`,
}

/** Has a daily job done for today in São Paulo, unless it was asked for already. */
export async function beginDay(database: Database, kind: string, now = new Date()): Promise<void> {
  await database.rows(BEGIN_DAY, outboxValues({ kind, subject: dateInSaoPaulo(now) }))
  outboxWritten.tell([kind])
}
