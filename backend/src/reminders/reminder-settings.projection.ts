import { areDefaultReminders, defaultReminders, type ReminderSettings } from '@prumo/shared/reminder-rules'
import { defineProjection } from '../event-store/projection/projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { ReminderEvent } from './reminder.events.js'

/** The settings of accounts that differ from the defaults; the due ones are found by the account's id, in portions. */
export const reminderSettings = defineProjection<ReminderEvent>({
  table: {
    name: 'reminder_settings',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      email: 'boolean not null',
      push: 'boolean not null',
      hour: 'integer not null',
      with_amounts: 'boolean not null',
    },
    key: ['account_id'],
    indexes: ['(account_id) where email or push'],
  },
  on: {
    RemindersChanged: ({ accountId, data: { after } }, rows) =>
      areDefaultReminders(after)
        ? rows.remove({ account_id: accountId })
        : rows.put({ account_id: accountId, email: after.email, push: after.push, hour: after.hour, with_amounts: after.withAmounts }),
  },
})

const FIND = {
  name: 'find-reminder-settings',
  text: `select email, push, hour, with_amounts as "withAmounts" from reminder_settings where account_id = $1`,
}

/** The settings of an account. */
export async function readReminderSettings(database: RowReader, accountId: string): Promise<ReminderSettings> {
  const [found] = await database.rows<ReminderSettings>(FIND, [accountId])
  return found ?? defaultReminders
}

/** The same with the position that they reflect. */
export class FindReminderSettings extends AccountQuery<ReminderSettings> {
  constructor(readonly accountId: string) {
    super()
  }

  answer(database: RowReader): Promise<ReminderSettings> {
    return readReminderSettings(database, this.accountId)
  }
}
