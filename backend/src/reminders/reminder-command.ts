import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { reminderDecider, type ReminderCommand, type ReminderState } from './reminder.decider.js'
import type { ReminderEvent } from './reminder.events.js'
import type { ReminderChanges } from '@prumo/shared/reminders'

const IS_VERIFIED = {
  name: 'is-email-verified',
  text: 'select 1 from verified_emails where account_id = $1',
}

/** Whether the account's e-mail is confirmed. */
export async function isEmailVerified(database: RowReader, accountId: string): Promise<boolean> {
  return (await database.rows(IS_VERIFIED, [accountId])).length > 0
}

class FindEmailVerified extends AccountQuery<boolean> {
  constructor(readonly accountId: string) {
    super()
  }

  answer(database: RowReader): Promise<boolean> {
    return isEmailVerified(database, this.accountId)
  }
}

/** The command that changes the settings. */
export function changeReminders<Reply>(
  context: CommandContext,
  changes: ReminderChanges,
  reply: (state: ReminderState) => Reply,
): ExecuteCommand<Reply> {
  const { accountId } = context
  const command = { type: 'ChangeReminders', changes, emailVerified: false } as const
  return ExecuteCommand.of<ReminderCommand, ReminderState, ReminderEvent, Reply>(context, {
    decider: reminderDecider,
    entityId: accountId,
    command,
    dependsOn: dependsOn<boolean, ReminderCommand>(new FindEmailVerified(accountId), (emailVerified) => ({
      command: { ...command, emailVerified },
    })),
    reply,
  })
}
