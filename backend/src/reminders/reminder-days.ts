import { TIME_ZONE, type CalendarDate } from '@prumo/shared/calendar'
import { accessSql } from '../access/sessions.js'
import type { RowReader } from '../platform/database/connection-pool.js'

/** Which day's digest each channel of an account has had. */

/** A moment in São Paulo. */
export interface ReminderMoment {
  day: CalendarDate
  /** 0 to 23. */
  hour: number
}

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })

/** @param now milliseconds since 1970 */
export function momentInSaoPaulo(now: number): ReminderMoment {
  const [day = '', time = ''] = format.format(new Date(now)).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}

/** The channels on which a digest is due. */
export interface DueReminders {
  email: boolean
  push: boolean
  withAmounts: boolean
}

const lacks = (channel: 'email' | 'push') => `s.${channel} and coalesce(d.${channel}_day < $2::date, true)`

const dueSql = (graceSeconds: number) => ({
  name: 'due-reminders',
  text: `
    select ${lacks('email')} as email, ${lacks('push')} as push, s.with_amounts as "withAmounts"
    from reminder_settings s left join reminder_days d on d.account_id = $1
    where s.account_id = $1 and s.hour <= $3 and ${accessSql('$1::uuid', graceSeconds)}`,
})

/**
 * What is due for an account at a moment; null for nothing. Without access nothing is due: no screen leads to the settings then. The
 * settings stay, so that the digests go on once access returns.
 */
export async function findDueReminders(
  database: RowReader,
  accountId: string,
  { day, hour }: ReminderMoment,
  graceSeconds: number,
): Promise<DueReminders | null> {
  const [due] = await database.rows<DueReminders>(dueSql(graceSeconds), [accountId, day, hour])
  return due && (due.email || due.push) ? due : null
}

const PORTION = {
  name: 'reminders-of-accounts',
  text: `
    select s.account_id as "accountId", s.hour <= $3 and (${lacks('email')} or ${lacks('push')}) as "isDue"
    from (
      select account_id, email, push, hour from reminder_settings where (email or push) and account_id > $1 order by account_id limit $4
    ) as s left join reminder_days d on d.account_id = s.account_id order by s.account_id`,
}

/** Accounts with reminders, after one of them in the order of their ids, and whether something is due for each. */
export function readReminderPortion(
  database: RowReader,
  after: string,
  { day, hour }: ReminderMoment,
  limit: number,
): Promise<{ accountId: string; isDue: boolean }[]> {
  return database.rows(PORTION, [after, day, hour, limit])
}

const claimSql = (channel: 'email' | 'push') => ({
  name: `claim-${channel}-reminder`,
  text: `
    insert into reminder_days as d (account_id, ${channel}_day) values ($1, $2::date)
    on conflict (account_id) do update set ${channel}_day = excluded.${channel}_day
      where d.${channel}_day is null or d.${channel}_day < excluded.${channel}_day returning 1`,
})
const CLAIM = { email: claimSql('email'), push: claimSql('push') }

/** Notes that a channel has had the day's digest. False where it had it already: one caller alone gets true. */
export async function claimReminder(
  database: RowReader,
  channel: 'email' | 'push',
  accountId: string,
  day: CalendarDate,
): Promise<boolean> {
  return (await database.rows(CLAIM[channel], [accountId, day])).length > 0
}

const RELEASE = {
  name: 'release-email-reminder',
  text: 'update reminder_days set email_day = null where account_id = $1 and email_day = $2::date',
}

/** Takes back a claim of a mail that was certainly not handed over. */
export async function releaseEmailReminder(database: RowReader, accountId: string, day: CalendarDate): Promise<void> {
  await database.rows(RELEASE, [accountId, day])
}
